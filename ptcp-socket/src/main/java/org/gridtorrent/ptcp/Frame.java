package org.gridtorrent.ptcp;

import java.net.ProtocolException;
import java.nio.ByteBuffer;

/**
 * The 12 bytes before a sub-packet on a data channel, or a whole message on the control channel.
 *
 * @param length payload bytes that follow; 0 for all but {@link Type#DATA}
 * @param number of the sub-packet, or the value that the message carries
 */
record Frame(Type type, int length, long number) {
    static final int LENGTH = 12;

    /** Kinds of frame, and the channel each may appear on. */
    enum Type {
        /** Data channel: one sub-packet. */
        DATA(1, true),
        /** Data channel: this stream carries no more; the number counts what it carried. */
        FIN(2, true),
        /** Control channel: sub-packets with smaller numbers may be sent. */
        WINDOW(16, false),
        /** Control channel: this direction consists of so many sub-packets. */
        END(17, false),
        /** Control channel: the sender of this frame reads no more. */
        CLOSE(18, false);

        private final int code;
        private final boolean onDataChannel;

        Type(int code, boolean onDataChannel) {
            this.code = code;
            this.onDataChannel = onDataChannel;
        }

        private static Type of(int code) throws ProtocolException {
            for (Type type : values()) {
                if (type.code == code) {
                    return type;
                }
            }
            throw new ProtocolException("unknown PTCP frame type " + code);
        }
    }

    static Frame control(Type type, long value) {
        return new Frame(type, 0, value);
    }

    void encode(ByteBuffer into) {
        into.putInt(type.code << 24 | length).putLong(number);
    }

    static Frame decodeData(ByteBuffer from) throws ProtocolException {
        Frame frame = decode(from);
        if (!frame.type.onDataChannel) {
            throw new ProtocolException(frame.type + " frame on a data channel");
        }
        boolean data = frame.type == Type.DATA;
        if (data ? frame.length < 1 || frame.length > Wire.PAYLOAD_LENGTH : frame.length != 0) {
            throw new ProtocolException(frame.type + " frame of bad length " + frame.length);
        }
        return frame;
    }

    static Frame decodeControl(ByteBuffer from) throws ProtocolException {
        Frame frame = decode(from);
        if (frame.type.onDataChannel) {
            throw new ProtocolException(frame.type + " frame on the control channel");
        }
        if (frame.length != 0) {
            throw new ProtocolException(frame.type + " frame of bad length " + frame.length);
        }
        return frame;
    }

    private static Frame decode(ByteBuffer from) throws ProtocolException {
        int word = from.getInt();
        long number = from.getLong();
        if (number < 0) {
            throw new ProtocolException("PTCP frame with a negative number");
        }
        return new Frame(Type.of(word >>> 24), word & 0xFFFFFF, number);
    }
}
