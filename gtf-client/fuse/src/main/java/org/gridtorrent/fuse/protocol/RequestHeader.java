package org.gridtorrent.fuse.protocol;

import java.lang.foreign.MemorySegment;

/**
 * Beginning of each request.
 *
 * @param unique names the request until it is answered
 * @param nodeId of the file or folder that it is about
 * @param pid of the thread that asks; 0 when the kernel asks for itself
 */
public record RequestHeader(int length, int opcode, long unique, long nodeId, int pid) {
    public static final int LENGTH = 40;

    /** Header of a message, which is all that one read brought. */
    public static RequestHeader decode(MemorySegment message) throws MalformedRequestException {
        if (message.byteSize() < LENGTH) {
            throw new MalformedRequestException("a request of " + message.byteSize() + " bytes");
        }
        int length = message.get(Layouts.INT, 0);
        if (length != message.byteSize()) {
            throw new MalformedRequestException(
                    "a request of " + message.byteSize() + " bytes says " + length);
        }
        return new RequestHeader(length, message.get(Layouts.INT, 4), message.get(Layouts.LONG, 8),
                message.get(Layouts.LONG, 16), message.get(Layouts.INT, 32));
    }
}
