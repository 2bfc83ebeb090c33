package org.gridtorrent.engine.wire;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.metainfo.Metainfo;

/**
 * Cuts a peer's byte stream into messages, and refuses what no honest peer sends: every frame's
 * length is checked against its kind before anything is allocated for it, every piece index and
 * block against the torrent's layout. Messages of unknown kinds are skipped. Its memory follows what
 * flows: a peer that says little takes little. A block that comes packet by packet is let come for a
 * while before it is read on: to wake for each packet costs more than to take it. For one thread.
 */
public final class MessageReader implements AutoCloseable {
    /** The largest request that is answered; stock clients ask for 16 KiB. */
    static final int MAX_REQUEST_LENGTH = 128 * 1024;
    static final int MAX_EXTENDED_LENGTH = 64 * 1024;
    private static final int MAX_UNKNOWN_LENGTH = 64 * 1024;
    /** What a connection takes that says little. */
    private static final int SMALL = 4 * 1024;
    /** After so many reads that brought little, a borrowed buffer is for others. */
    private static final int QUIET_READS = 4;
    /** A read that brought less of a block than this, though there was room, is rested after. */
    private static final int LITTLE = 8 * 1024;
    private static final long REST_NS = 2_000_000;
    /** Small messages would otherwise come by the ten thousand, and take many times what they are. */
    static final int MOST_AT_ONCE = 1024;
    private static final int LENGTH_PREFIX = 4;
    private static final int BLOCK_HEADER = 9;

    /** The greatest content that there can be. */
    private static final PieceLayout WIDEST = new PieceLayout(
            (long) Metainfo.MAX_PIECE_COUNT * Metainfo.MAX_PIECE_LENGTH,
            Metainfo.MAX_PIECE_LENGTH);

    private final InputStream in;
    private final PieceLayout layout;
    private final boolean isKnown;
    private byte[] buffer = new byte[SMALL];
    private ByteBuffer view = ByteBuffer.wrap(buffer);
    private boolean borrowed;
    private int quietReads;
    private boolean trickling;
    private int start;
    private int end;

    public MessageReader(InputStream in, PieceLayout layout) {
        this(in, layout, true);
    }

    /**
     * For a content whose layout is not known: what no content can have is refused. What it reads is
     * to be checked against the layout later ({@link LayoutValidator}).
     */
    public static MessageReader ofUnknownContent(InputStream in) {
        return new MessageReader(in, WIDEST, false);
    }

    private MessageReader(InputStream in, PieceLayout layout, boolean isKnown) {
        this.in = in;
        this.layout = layout;
        this.isKnown = isKnown;
    }

    /**
     * Blocks until at least one whole message has come, and gives what has, up to a thousand. Throws {@link
     * EOFException} at the stream's end and {@link ProtocolException} at what is not the protocol.
     */
    public List<PeerMessage> readBatch() throws IOException {
        List<PeerMessage> batch = new ArrayList<>();
        while (true) {
            boolean progressed = parseBuffered(batch);
            if (progressed && !batch.isEmpty()) {
                return batch;
            }
            fill();
        }
    }

    private void fill() throws IOException {
        int needed = end - start < LENGTH_PREFIX
                ? LENGTH_PREFIX
                : LENGTH_PREFIX + view.getInt(start);
        if (end == buffer.length) {
            grow(needed);
        } else if (start == end && isQuiet()) {
            use(new byte[SMALL], false);
        }
        moveTo(buffer);
        if (trickling && needed > LITTLE) {
            LockSupport.parkNanos(REST_NS);
        }
        int read = in.read(buffer, end, buffer.length - end);
        if (read < 0) {
            throw new EOFException("the peer closed the connection");
        }
        end += read;
        trickling = read < LITTLE && end < buffer.length;
        quietReads = read < SMALL / 2 ? quietReads + 1 : 0;
    }

    /** The buffer was filled to its end: nobody gets a larger one for what it merely says that it sends. */
    private void grow(int needed) {
        Optional<byte[]> large = borrowed || needed > WireBufferPool.LENGTH
                ? Optional.empty()
                : WireBufferPool.SHARED.borrow();
        int own = Math.max(needed, WireBufferPool.OWN_LENGTH);
        if (large.isPresent()) {
            use(large.get(), true);
        } else if (own > buffer.length) {
            use(new byte[own], false);
        }
    }

    private boolean isQuiet() {
        return buffer.length > SMALL && quietReads >= (borrowed ? QUIET_READS : 1);
    }

    /** Goes on in this buffer. */
    private void use(byte[] next, boolean isBorrowed) {
        moveTo(next);
        if (borrowed) {
            WireBufferPool.SHARED.giveBack(buffer);
        }
        buffer = next;
        view = ByteBuffer.wrap(next);
        borrowed = isBorrowed;
        quietReads = 0;
    }

    /** What is not parsed yet comes to stand at the beginning. */
    private void moveTo(byte[] next) {
        System.arraycopy(buffer, start, next, 0, end - start);
        end -= start;
        start = 0;
    }

    /** Nothing more is read; others may have what it borrowed. */
    @Override
    public void close() {
        start = end;
        use(new byte[0], false);
    }

    /** Parses what is whole; says whether anything was. */
    private boolean parseBuffered(List<PeerMessage> batch) throws ProtocolException {
        boolean progressed = false;
        while (end - start >= LENGTH_PREFIX && batch.size() < MOST_AT_ONCE) {
            int length = view.getInt(start);
            if (length == 0) {
                start += LENGTH_PREFIX;
                batch.add(new PeerMessage.KeepAlive());
                progressed = true;
                continue;
            }
            checkLength(length);
            if (end - start < LENGTH_PREFIX + length) {
                return progressed;
            }
            parse(start + LENGTH_PREFIX, length, batch);
            start += LENGTH_PREFIX + length;
            progressed = true;
        }
        return progressed;
    }

    private void checkLength(int length) throws ProtocolException {
        int limit = Math.max(Math.max(MAX_UNKNOWN_LENGTH, MAX_EXTENDED_LENGTH),
                bitfieldLength()) + BLOCK_HEADER;
        if (length < 0 || length > limit) {
            throw new ProtocolException("a frame of " + (length & 0xFFFFFFFFL) + " bytes");
        }
        if (end - start > LENGTH_PREFIX) {
            checkLength(buffer[start + LENGTH_PREFIX] & 0xFF, length);
        }
    }

    private void checkLength(int id, int length) throws ProtocolException {
        boolean fits = switch (id) {
            case MessageId.CHOKE, MessageId.UNCHOKE, MessageId.INTERESTED,
                    MessageId.NOT_INTERESTED, MessageId.HAVE_ALL, MessageId.HAVE_NONE ->
                length == 1;
            case MessageId.HAVE, MessageId.SUGGEST, MessageId.ALLOWED_FAST -> length == 5;
            case MessageId.REQUEST, MessageId.CANCEL, MessageId.REJECT -> length == 13;
            case MessageId.BITFIELD -> isKnown
                    ? length == 1 + bitfieldLength()
                    : length > 1 && length <= 1 + bitfieldLength();
            case MessageId.PIECE -> length > BLOCK_HEADER
                    && length <= BLOCK_HEADER + PieceLayout.BLOCK_LENGTH;
            case MessageId.EXTENDED -> length >= 2 && length <= 2 + MAX_EXTENDED_LENGTH;
            default -> length <= 1 + MAX_UNKNOWN_LENGTH;
        };
        if (!fits) {
            throw new ProtocolException("message " + id + " of " + length + " bytes");
        }
    }

    private void parse(int at, int length, List<PeerMessage> batch) throws ProtocolException {
        int id = buffer[at] & 0xFF;
        int body = at + 1;
        switch (id) {
            case MessageId.CHOKE -> batch.add(new PeerMessage.Choke());
            case MessageId.UNCHOKE -> batch.add(new PeerMessage.Unchoke());
            case MessageId.INTERESTED -> batch.add(new PeerMessage.Interested());
            case MessageId.NOT_INTERESTED -> batch.add(new PeerMessage.NotInterested());
            case MessageId.HAVE -> batch.add(new PeerMessage.Have(pieceAt(body)));
            case MessageId.BITFIELD -> batch.add(bitfield(body, length - 1));
            case MessageId.REQUEST -> batch.add(new PeerMessage.Request(
                    blockAt(body, view.getInt(body + 8), MAX_REQUEST_LENGTH)));
            case MessageId.PIECE -> batch.add(pieceMessage(body, length));
            case MessageId.CANCEL -> batch.add(new PeerMessage.Cancel(
                    blockAt(body, view.getInt(body + 8), MAX_REQUEST_LENGTH)));
            case MessageId.SUGGEST -> batch.add(new PeerMessage.Suggest(pieceAt(body)));
            case MessageId.HAVE_ALL -> batch.add(new PeerMessage.HaveAll());
            case MessageId.HAVE_NONE -> batch.add(new PeerMessage.HaveNone());
            case MessageId.REJECT -> batch.add(new PeerMessage.Reject(
                    blockAt(body, view.getInt(body + 8), MAX_REQUEST_LENGTH)));
            case MessageId.ALLOWED_FAST -> batch.add(new PeerMessage.AllowedFast(pieceAt(body)));
            case MessageId.EXTENDED -> batch.add(new PeerMessage.Extended(buffer[body] & 0xFF,
                    Arrays.copyOfRange(buffer, body + 1, at + length)));
            default -> {
                // A kind this engine does not know (DHT's port, for one) concerns it not.
            }
        }
    }

    private PeerMessage pieceMessage(int body, int length) throws ProtocolException {
        Block block = blockAt(body, length - BLOCK_HEADER, PieceLayout.BLOCK_LENGTH);
        return new PeerMessage.Piece(block,
                BlockPool.SHARED.copy(buffer, body + 8, block.length()));
    }

    private PeerMessage bitfield(int body, int length) throws ProtocolException {
        byte[] bits = Arrays.copyOfRange(buffer, body, body + length);
        int spare = isKnown ? length * 8 - layout.pieceCount() : 0;
        if ((bits[length - 1] & ((1 << spare) - 1)) != 0) {
            throw new ProtocolException("a bitfield with spare bits set");
        }
        return new PeerMessage.BitfieldBytes(bits);
    }

    private int pieceAt(int at) throws ProtocolException {
        int piece = view.getInt(at);
        if (piece < 0 || piece >= layout.pieceCount()) {
            throw new ProtocolException("piece " + piece + " of " + layout.pieceCount());
        }
        return piece;
    }

    private Block blockAt(int at, int length, int maxLength) throws ProtocolException {
        int piece = pieceAt(at);
        int offset = view.getInt(at + 4);
        if (offset < 0 || length <= 0 || length > maxLength
                || (long) offset + length > layout.pieceLength(piece)) {
            throw new ProtocolException("block " + offset + "+" + length + " of piece " + piece);
        }
        return new Block(piece, offset, length);
    }

    private int bitfieldLength() {
        return (layout.pieceCount() + 7) / 8;
    }
}
