package org.gridtorrent.engine.wire;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.gridtorrent.metainfo.InfoHash;

/** BitTorrent handshake, the first 68 bytes each way (BEP 3), with the reserved bits of BEP 6 and 10. */
public record Handshake(boolean fast, boolean extensions, InfoHash infoHash, PeerId peerId) {
    private static final byte[] PROTOCOL = "\u0013BitTorrent protocol"
            .getBytes(StandardCharsets.US_ASCII);
    /** An encrypted handshake looks like random bytes; peers that demand one close a plain one. */
    private static final String DEMANDS_ENCRYPTION = "demands encryption (MSE), which this program does not use: that"
            + " peer has to allow unencrypted connections";
    private static final int RESERVED_LENGTH = 8;
    private static final int HASH_LENGTH = 20;
    private static final int LENGTH = PROTOCOL.length + RESERVED_LENGTH + HASH_LENGTH
            + PeerId.LENGTH;
    private static final int EXTENSIONS_BYTE = 5;
    private static final int EXTENSIONS_BIT = 0x10;
    private static final int FAST_BYTE = 7;
    private static final int FAST_BIT = 0x04;

    /** Our handshake, which offers all supported extensions. */
    public static Handshake ours(InfoHash infoHash, PeerId peerId) {
        return new Handshake(true, true, infoHash, peerId);
    }

    /** Blocks until the handshake is complete. For a timeout the caller closes the stream. */
    public static Handshake read(InputStream in) throws IOException {
        try {
            return readFully(in);
        } catch (EOFException e) {
            throw new IOException("it closed before its handshake was whole; perhaps it does not"
                    + " share this content, or " + DEMANDS_ENCRYPTION, e);
        }
    }

    private static Handshake readFully(InputStream in) throws IOException {
        DataInputStream data = new DataInputStream(in);
        byte[] protocol = new byte[PROTOCOL.length];
        data.readFully(protocol, 0, 1);
        if (protocol[0] == PROTOCOL[0]) {
            data.readFully(protocol, 1, protocol.length - 1);
        }
        if (!Arrays.equals(protocol, PROTOCOL)) {
            throw new ProtocolException(
                    "does not begin like BitTorrent; perhaps it " + DEMANDS_ENCRYPTION);
        }
        byte[] reserved = new byte[RESERVED_LENGTH];
        data.readFully(reserved);
        byte[] hash = new byte[HASH_LENGTH];
        data.readFully(hash);
        byte[] id = new byte[PeerId.LENGTH];
        data.readFully(id);
        return new Handshake((reserved[FAST_BYTE] & FAST_BIT) != 0,
                (reserved[EXTENSIONS_BYTE] & EXTENSIONS_BIT) != 0, InfoHash.of(hash),
                new PeerId(id));
    }

    public void write(OutputStream out) throws IOException {
        out.write(bytes());
        out.flush();
    }

    public byte[] bytes() {
        byte[] reserved = new byte[RESERVED_LENGTH];
        reserved[EXTENSIONS_BYTE] |= (byte) (extensions ? EXTENSIONS_BIT : 0);
        reserved[FAST_BYTE] |= (byte) (fast ? FAST_BIT : 0);
        ByteBuffer buffer = ByteBuffer.allocate(LENGTH);
        buffer.put(PROTOCOL).put(reserved).put(infoHash.truncated().bytes())
                .put(peerId.bytes());
        return buffer.array();
    }
}
