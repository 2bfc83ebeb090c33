package org.gridtorrent.engine.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Peer id: 20 bytes that identify a client as long as it runs (BEP 3, 20). */
public final class PeerId implements Comparable<PeerId> {
    public static final int LENGTH = 20;
    private static final String PREFIX = "-GT0100-";
    private static final String ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz";

    private final byte[] bytes;

    public PeerId(byte[] bytes) {
        if (bytes.length != LENGTH) {
            throw new IllegalArgumentException("a peer id has 20 bytes, not " + bytes.length);
        }
        this.bytes = bytes.clone();
    }

    /** A new id of this client. */
    public static PeerId random(RandomGenerator random) {
        StringBuilder id = new StringBuilder(PREFIX);
        while (id.length() < LENGTH) {
            id.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return new PeerId(id.toString().getBytes(StandardCharsets.US_ASCII));
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public int compareTo(PeerId other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    /** The client's name and version, as far as the id shows it: the printable part of the BEP 20 prefix. */
    public String client() {
        String prefix = new String(bytes, 0, 8, StandardCharsets.ISO_8859_1);
        return prefix.matches("-[A-Za-z~]{2}[0-9A-Za-z.-]{4}-|[A-Za-z0-9.-]{8}")
                ? prefix
                : "unknown";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PeerId that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return client();
    }
}
