package org.gridtorrent.tracker.swarm;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;

/** Where a peer can be called: an address of either family, and a port. Immutable. */
public final class PeerEndpoint {
    /** Bytes of address and port as BEP 23 and BEP 7 write them. */
    public static final int V4_LENGTH = 6;
    public static final int V6_LENGTH = 18;
    private static final int MOST_PORT = 65_535;
    /** So that nobody can choose places that fall together in a table. */
    private static final long SEED = new SecureRandom().nextLong();

    private final byte[] compact;
    private final int hash;

    private PeerEndpoint(byte[] compact) {
        this.compact = compact;
        long mixed = SEED;
        for (byte part : compact) {
            mixed = (mixed ^ part) * 0x9E3779B97F4A7C15L;
            mixed ^= mixed >>> 29;
        }
        this.hash = (int) (mixed >>> 32);
    }

    /** {@link IllegalArgumentException} unless the port is from 1 to 65535. */
    public static PeerEndpoint of(InetAddress address, int port) {
        if (port < 1 || port > MOST_PORT) {
            throw new IllegalArgumentException("no such port: " + port);
        }
        byte[] bytes = address.getAddress();
        byte[] compact = Arrays.copyOf(bytes, bytes.length + Short.BYTES);
        ByteBuffer.wrap(compact).putShort(bytes.length, (short) port);
        return new PeerEndpoint(compact);
    }

    public boolean isV6() {
        return compact.length == V6_LENGTH;
    }

    public int port() {
        return ByteBuffer.wrap(compact).getShort(compact.length - Short.BYTES) & MOST_PORT;
    }

    /** In figures. */
    public String address() {
        return inetAddress().getHostAddress();
    }

    /** Writes address and port in network byte order. */
    public void writeTo(ByteBuffer out) {
        out.put(compact);
    }

    InetAddress inetAddress() {
        try {
            return InetAddress
                    .getByAddress(Arrays.copyOf(compact, compact.length - Short.BYTES));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address has 4 or 16 bytes", e);
        }
    }

    /** Whoever may hold this address could hold all of these: an IPv6 host has 64 bits for itself. */
    long host() {
        ByteBuffer bytes = ByteBuffer.wrap(compact);
        return isV6() ? bytes.getLong() : bytes.getInt();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PeerEndpoint that && hash == that.hash
                && Arrays.equals(compact, that.compact);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return (isV6() ? "[" + address() + "]" : address()) + ":" + port();
    }
}
