package org.gridtorrent.client.export;

import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.gridtorrent.metainfo.InfoHash;

/**
 * Form of the frames on a connection.
 *
 * <p>A connection begins with {@link #MAGIC} from the client. A frame is its body's length (4 bytes), the number of the
 * request (4 bytes), a code (1 byte) and the body. Texts are UTF-8 after 2 bytes of their length.
 */
final class Frames {
    /** "GTX" and the version of this form. */
    static final int MAGIC = 0x47545801;
    static final int HEADER_LENGTH = 9;
    static final int MAX_REQUEST_BODY = 16 * 1024;
    static final int MAX_READ = 1024 * 1024;
    static final int MAX_REPLY_BODY = MAX_READ + 64 * 1024;
    static final int MAX_REQUESTS = 512;
    static final int MAX_BYTES_ASKED = 64 * 1024 * 1024;

    /** Codes of requests: what they ask. */
    static final byte FIND = 1;
    static final byte LIST = 2;
    static final byte OPEN = 3;
    static final byte READ = 4;
    static final byte CLOSE = 5;
    static final byte CANCEL = 6;
    static final byte WATCH = 7;

    /** Codes of replies: how it went. */
    static final byte OK = 0;
    static final byte NOT_FOUND = 1;
    static final byte NOT_A_FOLDER = 2;
    static final byte FORBIDDEN = 3;
    static final byte WITHDRAWN = 4;
    static final byte FAILED = 5;

    /** Kinds of nodes. */
    static final byte FOLDER = 1;
    static final byte FILE = 2;

    /** Kinds of changes. */
    static final byte ADDED = 1;
    static final byte REMOVED = 2;

    private static final int MAX_TEXT = 0xffff;
    private static final int MAX_HASH = 64;

    private Frames() {}

    /** Beginning of a frame. */
    record Header(int bodyLength, int number, byte code) {
        static Header decode(ByteBuffer bytes, int maxBody) throws ProtocolException {
            Header header = new Header(bytes.getInt(), bytes.getInt(), bytes.get());
            if (header.bodyLength < 0 || header.bodyLength > maxBody) {
                throw new ProtocolException("a frame of " + header.bodyLength + " bytes");
            }
            return header;
        }
    }

    /** Header for a body that is put behind it. */
    static void putHeader(ByteBuffer to, int number, byte code, int bodyLength) {
        to.putInt(bodyLength).putInt(number).put(code);
    }

    /** Whole frame with the bytes between a body's position and limit. */
    static ByteBuffer frame(int number, byte code, ByteBuffer body) {
        return ByteBuffer.allocate(HEADER_LENGTH + body.remaining()).putInt(body.remaining())
                .putInt(number).put(code).put(body).flip();
    }

    /** Fills the buffer; {@link EOFException} when the other side has gone. */
    static void readFully(SocketChannel channel, ByteBuffer into) throws IOException {
        while (into.hasRemaining()) {
            if (channel.read(into) < 0) {
                throw new EOFException("the connection ended");
            }
        }
        into.flip();
    }

    static int textLength(String text) {
        return 2 + text.getBytes(StandardCharsets.UTF_8).length;
    }

    static void putText(ByteBuffer to, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MAX_TEXT) {
            throw new IllegalArgumentException("a text of " + bytes.length + " bytes");
        }
        to.putShort((short) bytes.length).put(bytes);
    }

    static String text(ByteBuffer from) throws ProtocolException {
        return new String(bytes(from, length(from, Short.toUnsignedInt(from.getShort()))),
                StandardCharsets.UTF_8);
    }

    static void putHash(ByteBuffer to, InfoHash hash) {
        byte[] bytes = hash.bytes();
        to.put((byte) bytes.length).put(bytes);
    }

    static InfoHash hash(ByteBuffer from) throws ProtocolException {
        try {
            return InfoHash.of(bytes(from, length(from, Byte.toUnsignedInt(from.get()))));
        } catch (IllegalArgumentException e) {
            throw new ProtocolException("an info-hash that is none");
        }
    }

    private static int length(ByteBuffer from, int length) throws ProtocolException {
        if (length > from.remaining()) {
            throw new ProtocolException("a text of " + length + " bytes in " + from.remaining());
        }
        return length;
    }

    private static byte[] bytes(ByteBuffer from, int length) {
        byte[] bytes = new byte[length];
        from.get(bytes);
        return bytes;
    }

    /** Most that a node takes. */
    static int maxLength(ExportedNode node) {
        int common = 1 + textLength(node.name()) + Long.BYTES;
        return node instanceof ExportedNode.File file
                ? common + Long.BYTES + 1 + MAX_HASH + textLength(file.path())
                : common;
    }

    static void putNode(ByteBuffer to, ExportedNode node) {
        to.put(node instanceof ExportedNode.File ? FILE : FOLDER);
        putText(to, node.name());
        to.putLong(node.modified().toEpochMilli());
        if (node instanceof ExportedNode.File file) {
            to.putLong(file.size());
            putHash(to, file.infoHash());
            putText(to, file.path());
        }
    }

    static ExportedNode node(ByteBuffer from) throws ProtocolException {
        byte kind = from.get();
        String name = text(from);
        Instant modified = Instant.ofEpochMilli(from.getLong());
        return switch (kind) {
            case FOLDER -> new ExportedNode.Folder(name, modified);
            case FILE -> new ExportedNode.File(name, modified, from.getLong(), hash(from),
                    text(from));
            default -> throw new ProtocolException("a node of kind " + kind);
        };
    }

    /** Decoder of a body. */
    interface Decoder<T> {
        T decode(ByteBuffer body) throws ProtocolException;
    }

    /** Decodes a body that may be cut off. */
    static <T> T decode(ByteBuffer body, Decoder<T> decoder) throws ProtocolException {
        try {
            return decoder.decode(body);
        } catch (BufferUnderflowException e) {
            throw new ProtocolException("a frame that is cut off");
        }
    }
}
