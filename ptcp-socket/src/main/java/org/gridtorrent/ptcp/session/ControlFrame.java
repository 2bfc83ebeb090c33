package org.gridtorrent.ptcp.session;

import java.net.ProtocolException;
import java.nio.ByteBuffer;

/**
 * One message on the control channel: 12 bytes.
 *
 * @param stream the id of the data channel it is about; 0 for those that are about the session
 * @param number what the message says; 0 for those that say nothing more
 */
public record ControlFrame(Type type, int stream, long number) {
    public static final int LENGTH = 12;

    /** What can be said, in the order in which it is said when several wait. */
    public enum Type {
        /** So many bytes of the stream have arrived, headers included. */
        ACK(19, Meaning.STREAM_AND_NUMBER),
        /** Sub-packets with smaller numbers may be sent. */
        WINDOW(16, Meaning.NUMBER),
        /** There is more to send than this limit allows. */
        BLOCKED(20, Meaning.NUMBER),
        /** So many streams are wanted. */
        STREAMS(21, Meaning.NUMBER),
        /** Everything on the stream was confirmed, and no more will be sent on it. */
        RETIRE(22, Meaning.STREAM),
        /** The stream is given up. */
        DROP(23, Meaning.STREAM),
        /** To be answered with a PONG of the same number. */
        PING(24, Meaning.NUMBER),
        PONG(25, Meaning.NUMBER),
        /** This direction consists of so many sub-packets. */
        END(17, Meaning.NUMBER),
        /** The sender of this frame reads no more and has nothing to add to what is on its way. */
        CLOSE(18, Meaning.NOTHING);

        private final int code;
        private final Meaning meaning;

        Type(int code, Meaning meaning) {
            this.code = code;
            this.meaning = meaning;
        }

        public boolean isAboutStream() {
            return meaning == Meaning.STREAM || meaning == Meaning.STREAM_AND_NUMBER;
        }

        private boolean hasNumber() {
            return meaning == Meaning.NUMBER || meaning == Meaning.STREAM_AND_NUMBER;
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

    private enum Meaning {
        NOTHING,
        NUMBER,
        STREAM,
        STREAM_AND_NUMBER
    }

    public static ControlFrame of(Type type, long number) {
        return new ControlFrame(type, 0, number);
    }

    public static ControlFrame about(Type type, int stream) {
        return new ControlFrame(type, stream, 0);
    }

    public void encode(ByteBuffer into) {
        into.putInt(type.code << 24 | stream).putLong(number);
    }

    public static ControlFrame decode(ByteBuffer from) throws ProtocolException {
        int word = from.getInt();
        long number = from.getLong();
        Type type = Type.of(word >>> 24);
        int stream = word & 0xFFFFFF;
        if (number < 0 || (number != 0 && !type.hasNumber())) {
            throw new ProtocolException(type + " frame with bad number " + number);
        }
        if (stream != 0 && !type.isAboutStream()) {
            throw new ProtocolException(type + " frame about stream " + stream);
        }
        return new ControlFrame(type, stream, number);
    }
}
