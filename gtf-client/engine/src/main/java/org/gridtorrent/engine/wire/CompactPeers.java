package org.gridtorrent.engine.wire;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Peers as they are packed by trackers and by other peers: an address and a port after the other, six
 * bytes each over IPv4 (BEP 23) and eighteen over IPv6 (BEP 7).
 */
public final class CompactPeers {
    /** More than these are not taken from one tracker's answer. */
    public static final int MAX = 200;
    public static final int IPV4 = 4;
    public static final int IPV6 = 16;
    private static final int PORT = 2;

    private CompactPeers() {}

    /** Passes over port 0, and over what is left of a cut entry. */
    public static void read(ByteBuffer packed, int addressLength, List<InetSocketAddress> into) {
        while (packed.remaining() >= length(addressLength) && into.size() < MAX) {
            InetSocketAddress peer = next(packed, addressLength);
            if (peer.getPort() != 0) {
                into.add(peer);
            }
        }
    }

    /** Bytes of one entry. */
    static int length(int addressLength) {
        return addressLength + PORT;
    }

    static InetSocketAddress next(ByteBuffer packed, int addressLength) {
        byte[] address = new byte[addressLength];
        packed.get(address);
        return new InetSocketAddress(address(address), Short.toUnsignedInt(packed.getShort()));
    }

    private static InetAddress address(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(bytes.length + " bytes are no address", e);
        }
    }

    /** An entry of a peer whose address is known. */
    static byte[] entry(InetSocketAddress peer) {
        byte[] address = peer.getAddress().getAddress();
        return ByteBuffer.allocate(length(address.length)).put(address)
                .putShort((short) peer.getPort()).array();
    }
}
