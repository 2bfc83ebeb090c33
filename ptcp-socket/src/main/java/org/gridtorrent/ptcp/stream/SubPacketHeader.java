package org.gridtorrent.ptcp.stream;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import org.gridtorrent.ptcp.net.WireFormat;

/**
 * Header of a sub-packet on a data channel, 12 bytes.
 *
 * @param number position in the byte stream's order, from 0
 * @param length bytes of payload that follow, at least 1
 */
public record SubPacketHeader(long number, int length) {
    public static final int LENGTH = 12;

    private static final int DATA = 1;

    public void encode(ByteBuffer into) {
        into.putInt(DATA << 24 | length).putLong(number);
    }

    public static SubPacketHeader decode(ByteBuffer from) throws ProtocolException {
        int typeAndLength = from.getInt();
        long number = from.getLong();
        if (typeAndLength >>> 24 != DATA) {
            throw new ProtocolException(
                    "frame type " + (typeAndLength >>> 24) + " on a data channel");
        }
        int length = typeAndLength & 0xFFFFFF;
        if (length < 1 || length > WireFormat.PAYLOAD_LENGTH) {
            throw new ProtocolException("sub-packet of bad length " + length);
        }
        if (number < 0) {
            throw new ProtocolException("sub-packet with a negative number");
        }
        return new SubPacketHeader(number, length);
    }
}
