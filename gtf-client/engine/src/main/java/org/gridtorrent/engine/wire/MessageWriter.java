package org.gridtorrent.engine.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.gridtorrent.engine.piece.Block;

/**
 * Lays messages out in one buffer and sends it when full or flushed. While it rests it takes no
 * memory. For one thread.
 */
public final class MessageWriter implements AutoCloseable {
    private static final int HEADER = 13;
    private static final byte[] NONE = new byte[0];

    private final OutputStream out;
    private byte[] buffer = NONE;
    private ByteBuffer view = ByteBuffer.wrap(NONE);
    private boolean borrowed;

    public MessageWriter(OutputStream out) {
        this.out = out;
    }

    /** Where a block's bytes come from: fills the buffer from its position to its limit. */
    @FunctionalInterface
    public interface BlockSource {
        void read(Block block, ByteBuffer into) throws IOException;
    }

    public void write(PeerMessage message) throws IOException {
        switch (message) {
            case PeerMessage.KeepAlive() -> room(4).putInt(0);
            case PeerMessage.Choke() -> bare(MessageId.CHOKE);
            case PeerMessage.Unchoke() -> bare(MessageId.UNCHOKE);
            case PeerMessage.Interested() -> bare(MessageId.INTERESTED);
            case PeerMessage.NotInterested() -> bare(MessageId.NOT_INTERESTED);
            case PeerMessage.HaveAll() -> bare(MessageId.HAVE_ALL);
            case PeerMessage.HaveNone() -> bare(MessageId.HAVE_NONE);
            case PeerMessage.Have(int piece) -> piece(MessageId.HAVE, piece);
            case PeerMessage.Suggest(int piece) -> piece(MessageId.SUGGEST, piece);
            case PeerMessage.AllowedFast(int piece) -> piece(MessageId.ALLOWED_FAST, piece);
            case PeerMessage.Request(Block block) -> block(MessageId.REQUEST, block);
            case PeerMessage.Cancel(Block block) -> block(MessageId.CANCEL, block);
            case PeerMessage.Reject(Block block) -> block(MessageId.REJECT, block);
            case PeerMessage.BitfieldBytes(byte[] bytes) ->
                room(5 + bytes.length).putInt(1 + bytes.length)
                        .put((byte) MessageId.BITFIELD).put(bytes);
            case PeerMessage.Extended(int id, byte[] payload) ->
                room(6 + payload.length).putInt(2 + payload.length)
                        .put((byte) MessageId.EXTENDED).put((byte) id).put(payload);
            case PeerMessage.Piece(Block block, byte[] data) ->
                putPieceHeader(room(HEADER + data.length), block).put(data);
        }
    }

    /**
     * A piece message whose data goes from its source into the buffer without a stop between. When
     * the source fails nothing of the message remains, and the writer can be used on.
     */
    public void writePiece(Block block, BlockSource source) throws IOException {
        ByteBuffer target = room(HEADER + block.length());
        int begin = target.position();
        int end = begin + HEADER + block.length();
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
        return target.putInt(HEADER - 4 + block.length()).put((byte) MessageId.PIECE)
                .putInt(block.piece()).putInt(block.offset());
    }

    private void bare(int id) throws IOException {
        room(5).putInt(1).put((byte) id);
    }

    private void piece(int id, int piece) throws IOException {
        room(9).putInt(5).put((byte) id).putInt(piece);
    }

    private void block(int id, Block block) throws IOException {
        room(17).putInt(13).put((byte) id).putInt(block.piece()).putInt(block.offset())
                .putInt(block.length());
    }

    /** Sends what is laid out, and lets others have the buffer until there is more to say. */
    public void rest() throws IOException {
        try {
            flush();
        } finally {
            use(NONE, false);
        }
    }

    /** Nothing more is sent; what is laid out is dropped. */
    @Override
    public void close() {
        use(NONE, false);
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
        Optional<byte[]> large = borrowed || length > WireBufferPool.LENGTH
                ? Optional.empty()
                : WireBufferPool.SHARED.borrow();
        if (large.isPresent()) {
            use(large.get(), true);
        } else {
            use(new byte[Math.max(length, WireBufferPool.OWN_LENGTH)], false);
        }
    }

    private void use(byte[] next, boolean isBorrowed) {
        if (borrowed) {
            WireBufferPool.SHARED.giveBack(buffer);
        }
        buffer = next;
        view = ByteBuffer.wrap(next);
        borrowed = isBorrowed;
    }
}
