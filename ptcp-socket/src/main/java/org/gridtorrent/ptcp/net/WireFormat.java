package org.gridtorrent.ptcp.net;

import java.time.Duration;

/** Constants and limits of the wire format, version 2, as {@code docs/PTCP.md} specifies it. */
public final class WireFormat {
    /** "PTCP": the first four bytes of every connection, and of the reply to OPEN. */
    public static final int MAGIC = 0x50544350;

    public static final int VERSION = 2;

    public static final int MAX_STREAMS = 128;

    /** Stream ids have 24 bits and are never used again, which bounds the JOINs of a session. */
    public static final int MAX_STREAM_ID = 0xFFFFFF;

    /** Smallest window in sub-packets: a smaller one would carry hardly anything. */
    public static final int MIN_WINDOW = 16;

    public static final int MAX_WINDOW = 65_535;

    /**
     * Longest payload that this implementation sends or takes, in bytes. It is a little less than the longest
     * IP packet holds: a longer sub-packet would be a full packet and a tiny one on a loopback interface.
     */
    public static final int PAYLOAD_LENGTH = 60 * 1024;

    /** Bounds of the longest payload that a peer may announce, in bytes. */
    public static final int MIN_PAYLOAD_LENGTH = 1024;

    public static final int MAX_PAYLOAD_LENGTH = 1024 * 1024;

    /** Time from accepting a TCP connection to the end of its handshake. */
    public static final Duration HANDSHAKE_DEADLINE = Duration.ofSeconds(10);

    private WireFormat() {}
}
