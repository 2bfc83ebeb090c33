package org.gridtorrent.engine.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.gridtorrent.engine.memory.BufferPool;
import org.gridtorrent.engine.piece.Block;

/**
 * Writer of peer messages, which buffers them until the buffer is full or flushed.
 *
 * <p>It takes no memory while it has nothing to send. For one thread; writes block.
 */
public final class MessageWriter implements AutoCloseable {
    private static final int PIECE_HEADER = 13;
    private static final byte[] NO_BUFFER = new byte[0];

    private final OutputStream out;
    private byte[] buffer = NO_BUFFER;
    private ByteBuffer view = ByteBuffer.wrap(NO_BUFFER);
    private boolean pooled;

    public MessageWriter(OutputStream out) {
        this.out = out;
    }

    /** Source of a block's bytes: fills the buffer from its position to its limit. */
    @FunctionalInterface
    public interface BlockSource {
        void read(Block block, ByteBuffer into) throws IOException;
    }

    public void write(PeerMessage message) throws IOException {
        switch (message) {
            case PeerMessage.KeepAlive() -> room(4).putInt(0);
            case PeerMessage.Choke() -> writeEmpty(MessageId.CHOKE);
            case PeerMessage.Unchoke() -> writeEmpty(MessageId.UNCHOKE);
            case PeerMessage.Interested() -> writeEmpty(MessageId.INTERESTED);
            case PeerMessage.NotInterested() -> writeEmpty(MessageId.NOT_INTERESTED);
            case PeerMessage.HaveAll() -> writeEmpty(MessageId.HAVE_ALL);
            case PeerMessage.HaveNone() -> writeEmpty(MessageId.HAVE_NONE);
            case PeerMessage.Have(int piece) -> writePieceIndex(MessageId.HAVE, piece);
            case PeerMessage.Suggest(int piece) -> writePieceIndex(MessageId.SUGGEST, piece);
            case PeerMessage.AllowedFast(int piece) ->
                writePieceIndex(MessageId.ALLOWED_FAST, piece);
            case PeerMessage.Request(Block block) -> writeBlock(MessageId.REQUEST, block);
            case PeerMessage.Cancel(Block block) -> writeBlock(MessageId.CANCEL, block);
            case PeerMessage.Reject(Block block) -> writeBlock(MessageId.REJECT, block);
            case PeerMessage.BitfieldBytes(byte[] bytes) ->
                room(5 + bytes.length).putInt(1 + bytes.length)
                        .put((byte) MessageId.BITFIELD).put(bytes);
            case PeerMessage.Extended(int id, byte[] payload) ->
                room(6 + payload.length).putInt(2 + payload.length)
                        .put((byte) MessageId.EXTENDED).put((byte) id).put(payload);
            case PeerMessage.Piece(Block block, byte[] data) ->
                putPieceHeader(room(PIECE_HEADER + data.length), block).put(data);
        }
    }

    /**
     * Writes a piece message whose data goes directly from its source into the buffer. When
     * the source fails, nothing of the message remains, and the writer can still be used.
     */
    public void writePiece(Block block, BlockSource source) throws IOException {
        ByteBuffer target = room(PIECE_HEADER + block.length());
        int begin = target.position();
        int end = begin + PIECE_HEADER + block.length();
        boolean complete = false;
        try {
            putPieceHeader(target, block);
            source.read(block, target.limit(end));
            complete = true;
        } finally {
            target.limit(target.capacity()).position(complete ? end : begin);
        }
    }

    public void flush() throws IOException {
        if (view.position() > 0) {
            out.write(buffer, 0, view.position());
            view.clear();
        }
        out.flush();
    }

    private static ByteBuffer putPieceHeader(ByteBuffer target, Block block) {
        return target.putInt(PIECE_HEADER - 4 + block.length()).put((byte) MessageId.PIECE)
                .putInt(block.piece()).putInt(block.offset());
    }

    private void writeEmpty(int id) throws IOException {
        room(5).putInt(1).put((byte) id);
    }

    private void writePieceIndex(int id, int piece) throws IOException {
        room(9).putInt(5).put((byte) id).putInt(piece);
    }

    private void writeBlock(int id, Block block) throws IOException {
        room(17).putInt(13).put((byte) id).putInt(block.piece()).putInt(block.offset())
                .putInt(block.length());
    }

    /** Flushes, and releases the buffer until the next message. */
    public void flushAndRelease() throws IOException {
        try {
            flush();
        } finally {
            switchTo(NO_BUFFER, false);
        }
    }

    /** Drops buffered messages and releases the buffer. */
    @Override
    public void close() {
        switchTo(NO_BUFFER, false);
    }

    private ByteBuffer room(int length) throws IOException {
        if (view.remaining() < length) {
            flush();
            if (view.remaining() < length) {
                grow(length);
            }
        }
        return view;
    }

    private void grow(int length) {
        Optional<byte[]> large = pooled || length > BufferPool.WIRE_BUFFER_LENGTH
                ? Optional.empty()
                : BufferPool.SHARED.acquireWireBuffer();
        if (large.isPresent()) {
            switchTo(large.get(), true);
        } else {
            switchTo(new byte[Math.max(length, MessageReader.SMALL_LENGTH)], false);
        }
    }

    private void switchTo(byte[] next, boolean isPooled) {
        if (pooled) {
            BufferPool.SHARED.releaseWireBuffer(buffer);
        }
        buffer = next;
        view = ByteBuffer.wrap(next);
        pooled = isPooled;
    }
}
