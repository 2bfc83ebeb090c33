package org.gridtorrent.ptcp.handshake;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import org.gridtorrent.ptcp.net.WireFormat;

/**
 * Reply to OPEN on the control channel, 16 bytes.
 *
 * @param maxStreams most streams that the accepting side takes at a time
 * @param window sub-packets that it takes at first
 * @param payloadLength longest payload that it takes, in bytes
 */
public record OpenReply(Status status, int maxStreams, int window, int payloadLength) {
    public static final int LENGTH = 16;

    /** Decision of the accepting side. */
    public enum Status {
        READY(0),
        UNSUPPORTED_VERSION(1),
        BAD_REQUEST(2),
        BUSY(3);

        private final int code;

        Status(int code) {
            this.code = code;
        }

        private static Status of(int code) throws ProtocolException {
            for (Status status : values()) {
                if (status.code == code) {
                    return status;
                }
            }
            throw new ProtocolException("PTCP reply: bad status " + code);
        }
    }

    static OpenReply ready(int window) {
        return new OpenReply(Status.READY, WireFormat.MAX_STREAMS, window,
                WireFormat.PAYLOAD_LENGTH);
    }

    static OpenReply refusal(Status status) {
        return new OpenReply(status, 0, 0, 0);
    }

    public ByteBuffer encode() {
        ByteBuffer buffer = ByteBuffer.allocate(LENGTH).putInt(WireFormat.MAGIC);
        buffer.put((byte) WireFormat.VERSION).put((byte) status.code).putShort((short) maxStreams);
        return buffer.putInt(window).putInt(payloadLength).flip();
    }

    public static OpenReply decode(ByteBuffer from) throws ProtocolException {
        if (from.getInt() != WireFormat.MAGIC) {
            throw new ProtocolException("the reply is not PTCP");
        }
        int version = from.get();
        Status status = Status.of(from.get());
        if (version != WireFormat.VERSION && status != Status.UNSUPPORTED_VERSION) {
            throw new ProtocolException("PTCP reply: bad version " + version);
        }
        int maxStreams = Short.toUnsignedInt(from.getShort());
        int window = from.getInt();
        int payloadLength = from.getInt();
        if (status == Status.READY) {
            requireLimits(window, payloadLength);
            if (maxStreams < 1 || maxStreams > WireFormat.MAX_STREAMS) {
                throw new ProtocolException("PTCP reply: bad stream count " + maxStreams);
            }
        }
        return new OpenReply(status, maxStreams, window, payloadLength);
    }

    /** Checks the limits that both OPEN and its reply carry. */
    static void requireLimits(int window, int payloadLength) throws ProtocolException {
        if (window < WireFormat.MIN_WINDOW || window > WireFormat.MAX_WINDOW) {
            throw new ProtocolException("PTCP handshake: bad window " + window);
        }
        if (payloadLength < WireFormat.MIN_PAYLOAD_LENGTH
                || payloadLength > WireFormat.MAX_PAYLOAD_LENGTH) {
            throw new ProtocolException("PTCP handshake: bad payload length " + payloadLength);
        }
    }
}
