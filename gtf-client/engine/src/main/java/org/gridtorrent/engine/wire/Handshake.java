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

/** The first 68 bytes each way (BEP 3), with the reserved bits of BEP 6 and BEP 10. */
public record Handshake(boolean fast, boolean extensions, InfoHash infoHash, PeerId peerId) {
    private static final byte[] PROTOCOL = "\u0013BitTorrent protocol"
            .getBytes(StandardCharsets.US_ASCII);
    private static final int RESERVED = 8;
    private static final int HASH = 20;
    private static final int LENGTH = PROTOCOL.length + RESERVED + HASH + PeerId.LENGTH;
    private static final int EXTENSIONS_BYTE = 5;
    private static final int EXTENSIONS_BIT = 0x10;
    private static final int FAST_BYTE = 7;
    private static final int FAST_BIT = 0x04;

    /** Our own: everything we speak is offered. */
    public static Handshake ours(InfoHash infoHash, PeerId peerId) {
        return new Handshake(true, true, infoHash, peerId);
    }

    /** Blocks until all of it is there; the caller sets the deadline by closing the stream. */
    public static Handshake read(InputStream in) throws IOException {
        try {
            return readWhole(in);
        } catch (EOFException e) {
            throw new IOException("it closed before its handshake was whole; perhaps it does not"
                    + " share this content", e);
        }
    }

    private static Handshake readWhole(InputStream in) throws IOException {
        DataInputStream data = new DataInputStream(in);
        byte[] protocol = new byte[PROTOCOL.length];
        data.readFully(protocol, 0, 1);
        if (protocol[0] != PROTOCOL[0]) {
            throw new ProtocolException("does not begin like BitTorrent");
        }
        data.readFully(protocol, 1, protocol.length - 1);
        if (!Arrays.equals(protocol, PROTOCOL)) {
            throw new ProtocolException("does not begin like BitTorrent");
        }
        byte[] reserved = new byte[RESERVED];
        data.readFully(reserved);
        byte[] hash = new byte[HASH];
        data.readFully(hash);
        byte[] id = new byte[PeerId.LENGTH];
        data.readFully(id);
        return new Handshake((reserved[FAST_BYTE] & FAST_BIT) != 0,
                (reserved[EXTENSIONS_BYTE] & EXTENSIONS_BIT) != 0, InfoHash.of(hash),
                new PeerId(id));
    }

    public void write(OutputStream out) throws IOException {
        byte[] reserved = new byte[RESERVED];
        reserved[EXTENSIONS_BYTE] |= (byte) (extensions ? EXTENSIONS_BIT : 0);
        reserved[FAST_BYTE] |= (byte) (fast ? FAST_BIT : 0);
        ByteBuffer buffer = ByteBuffer.allocate(LENGTH);
        buffer.put(PROTOCOL).put(reserved).put(infoHash.truncated().bytes())
                .put(peerId.bytes());
        out.write(buffer.array());
        out.flush();
    }
}
