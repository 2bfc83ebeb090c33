package org.gridtorrent.engine.wire;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Codec of compact peer lists from trackers and PEX: address and port, 6 bytes (BEP 23) or 18 (BEP 7).
 */
public final class CompactPeers {
    /** Peers taken from one tracker's response. */
    public static final int MAX_PEERS = 200;
    public static final int IPV4 = 4;
    public static final int IPV6 = 16;
    private static final int PORT_LENGTH = 2;

    private CompactPeers() {}

    /** Reads entries up to {@link #MAX_PEERS}; ignores port 0 and the rest of a truncated entry. */
    public static void read(ByteBuffer packed, int addressLength, List<InetSocketAddress> into) {
        while (packed.remaining() >= entryLength(addressLength) && into.size() < MAX_PEERS) {
            InetSocketAddress peer = next(packed, addressLength);
            if (peer.getPort() != 0) {
                into.add(peer);
            }
        }
    }

    /** The bytes of one entry. */
    static int entryLength(int addressLength) {
        return addressLength + PORT_LENGTH;
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

    /** The entry of a peer. */
    static byte[] entry(InetSocketAddress peer) {
        byte[] address = peer.getAddress().getAddress();
        return ByteBuffer.allocate(entryLength(address.length)).put(address)
                .putShort((short) peer.getPort()).array();
    }
}
