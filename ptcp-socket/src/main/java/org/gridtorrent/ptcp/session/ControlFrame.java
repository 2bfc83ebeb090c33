package org.gridtorrent.ptcp.session;

import java.net.ProtocolException;
import java.nio.ByteBuffer;

/**
 * Message on the control channel, 12 bytes.
 *
 * @param stream id of the data channel; 0 for types that are about the session
 * @param number value of the frame; its meaning depends on the type; 0 for types without a number
 */
public record ControlFrame(Type type, int stream, long number) {
    public static final int LENGTH = 12;

    /** Types of messages, in the order in which they are sent when several wait. */
    public enum Type {
        /** So many bytes of the stream have arrived, headers included. */
        ACK(19, Fields.STREAM_AND_NUMBER),
        /** Sub-packets with smaller numbers may be sent. */
        WINDOW(16, Fields.NUMBER),
        /** There is more to send than this limit lets through. */
        BLOCKED(20, Fields.NUMBER),
        /** The accepting side would like so many streams. */
        STREAMS(21, Fields.NUMBER),
        /** Everything on the stream is confirmed, and no more will be sent on it. */
        RETIRE(22, Fields.STREAM),
        /** The stream was given up. */
        DROP(23, Fields.STREAM),
        /** Asks for a PONG with the same number. */
        PING(24, Fields.NUMBER),
        /** Answers a PING. */
        PONG(25, Fields.NUMBER),
        /** This direction consists of so many sub-packets. */
        END(17, Fields.NUMBER),
        /** The sender's application is gone: it reads no more, and adds nothing to what is on its way. */
        CLOSE(18, Fields.NONE);

        private final int code;
        private final Fields fields;

        Type(int code, Fields fields) {
            this.code = code;
            this.fields = fields;
        }

        public boolean hasStream() {
            return fields == Fields.STREAM || fields == Fields.STREAM_AND_NUMBER;
        }

        private boolean hasNumber() {
            return fields == Fields.NUMBER || fields == Fields.STREAM_AND_NUMBER;
        }

        private static Type of(int code) throws ProtocolException {
            for (Type type : values()) {
                if (type.code == code) {
                    return type;
                }
            }
            throw new ProtocolException("unknown control frame type " + code);
        }
    }

    private enum Fields {
        NONE,
        NUMBER,
        STREAM,
        STREAM_AND_NUMBER
    }

    public static ControlFrame of(Type type, long number) {
        return new ControlFrame(type, 0, number);
    }

    public static ControlFrame ofStream(Type type, int stream) {
        return new ControlFrame(type, stream, 0);
    }

    public void encode(ByteBuffer into) {
        into.putInt(type.code << 24 | stream).putLong(number);
    }

    public static ControlFrame decode(ByteBuffer from) throws ProtocolException {
        int typeAndStream = from.getInt();
        long number = from.getLong();
        Type type = Type.of(typeAndStream >>> 24);
        int stream = typeAndStream & 0xFFFFFF;
        if (number < 0 || (number != 0 && !type.hasNumber())) {
            throw new ProtocolException(type + " frame with bad number " + number);
        }
        if (stream != 0 && !type.hasStream()) {
            throw new ProtocolException(type + " frame about stream " + stream);
        }
        return new ControlFrame(type, stream, number);
    }
}
