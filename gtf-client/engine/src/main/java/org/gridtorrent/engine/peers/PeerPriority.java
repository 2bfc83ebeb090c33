package org.gridtorrent.engine.peers;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Canonical peer priority (BEP 40): a pseudo-random number that two peers compute alike.
 *
 * <p>A full swarm keeps its connections of greatest priority. This leaves room for new peers, prevents
 * a few addresses from occupying all connections, and makes the swarm a random graph. Pure.
 */
public final class PeerPriority {
    private static final int MASK = 0x55;
    /** Number of leading bytes that are never masked. */
    private static final int IPV4_PREFIX = 2;
    private static final int IPV6_PREFIX = 6;
    private static final int IPV4_LENGTH = 4;

    private PeerPriority() {}

    /** From 0 to 2^32 - 1, symmetric; 0 when an address is unresolved or the families differ. */
    public static long between(InetSocketAddress one, InetSocketAddress other) {
        InetAddress a = one.getAddress();
        InetAddress b = other.getAddress();
        if (a == null || b == null || a.getClass() != b.getClass()) {
            return 0;
        }
        return a.equals(b)
                ? checksum(bytes(one.getPort()), bytes(other.getPort()))
                : between(a.getAddress(), b.getAddress());
    }

    private static long between(byte[] a, byte[] b) {
        int prefix = a.length == IPV4_LENGTH ? IPV4_PREFIX : IPV6_PREFIX;
        int common = Arrays.mismatch(a, b);
        int whole = common < prefix ? prefix : common + 1;
        return checksum(masked(a, whole), masked(b, whole));
    }

    private static byte[] masked(byte[] address, int whole) {
        byte[] masked = address.clone();
        for (int i = whole; i < masked.length; i++) {
            masked[i] &= MASK;
        }
        return masked;
    }

    private static byte[] bytes(int port) {
        return ByteBuffer.allocate(Short.BYTES).putShort((short) port).array();
    }

    private static long checksum(byte[] a, byte[] b) {
        boolean inOrder = Arrays.compareUnsigned(a, b) <= 0;
        CRC32C crc = new CRC32C();
        crc.update(inOrder ? a : b);
        crc.update(inOrder ? b : a);
        return crc.getValue();
    }
}
