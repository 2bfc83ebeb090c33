package org.gridtorrent.engine.announce;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Peers as trackers pack them: an address and a port after the other, six bytes each over IPv4 (BEP
 * 23) and eighteen over IPv6 (BEP 7). What is left of a cut entry is passed over.
 */
final class CompactPeers {
    /** More than these are not taken from one answer. */
    static final int MAX = 200;
    static final int IPV4 = 4;
    static final int IPV6 = 16;

    private CompactPeers() {}

    static void read(ByteBuffer packed, int addressLength, List<InetSocketAddress> into) {
        byte[] address = new byte[addressLength];
        while (packed.remaining() >= addressLength + 2 && into.size() < MAX) {
            packed.get(address);
            int port = Short.toUnsignedInt(packed.getShort());
            if (port != 0) {
                into.add(new InetSocketAddress(address(address), port));
            }
        }
    }

    private static InetAddress address(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(bytes.length + " bytes are no address", e);
        }
    }
}
