package org.gridtorrent.ptcp.net;

import java.time.Duration;

/** The numbers of the wire format, version 2; {@code docs/PTCP.md} explains each. */
public final class WireFormat {
    /** "PTCP", the first four bytes of every connection, in both directions of the control channel. */
    public static final int MAGIC = 0x50544350;

    public static final int VERSION = 2;

    public static final int MAX_STREAMS = 128;

    /** Stream ids have 24 bits and are never used again: that many joins a session can see. */
    public static final int MAX_STREAM_ID = 0xFFFFFF;

    /** Sub-packets; the smaller bound keeps a window that cannot carry anything off the wire. */
    public static final int MIN_WINDOW = 16;

    public static final int MAX_WINDOW = 65_535;

    /**
     * The longest payload that this implementation sends or takes, in bytes. A little less than fills an IP
     * packet of the greatest length: with more, each sub-packet on a loopback interface would be a full
     * packet and a tiny one.
     */
    public static final int PAYLOAD_LENGTH = 60 * 1024;

    /** Bounds of what a peer may announce as its longest payload, in bytes. */
    public static final int MIN_PAYLOAD_LENGTH = 1024;

    public static final int MAX_PAYLOAD_LENGTH = 1024 * 1024;

    /** From accepting a TCP connection to its having a place; silent ones are dropped. */
    public static final Duration HANDSHAKE_DEADLINE = Duration.ofSeconds(10);

    private WireFormat() {}
}
