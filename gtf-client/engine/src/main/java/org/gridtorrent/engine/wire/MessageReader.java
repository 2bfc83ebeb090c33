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
import org.gridtorrent.engine.memory.BufferPool;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.metainfo.Metainfo;

/**
 * Reader of peer messages, strict: it rejects whatever no honest peer sends.
 *
 * <p>The length of every frame is checked against its message id before memory is allocated for it, and every piece index
 * and block against the torrent's layout. Messages with unknown ids are skipped. The buffer follows the traffic: an idle
 * peer takes little memory. While a block arrives packet by packet, the reader pauses before it reads on, since to
 * wake for each packet costs more than to read it.
 *
 * <p>For one thread; {@link #readBatch} blocks.
 */
public final class MessageReader implements AutoCloseable {
    /** The longest request that is served; other clients request 16 KiB. */
    static final int MAX_REQUEST_LENGTH = 128 * 1024;
    static final int MAX_EXTENDED_LENGTH = 64 * 1024;
    private static final int MAX_UNKNOWN_LENGTH = 64 * 1024;
    /** Buffer of a busy connection that gets none of the pool: enough for a frame with a block. */
    static final int SMALL_LENGTH = 32 * 1024;
    /** Buffer of an idle connection. */
    private static final int MIN_BUFFER_LENGTH = 4 * 1024;
    /** Short reads after which a pooled buffer is released. */
    private static final int QUIET_READS = 4;
    /** A read of part of a block that is shorter than this is followed by a pause. */
    private static final int SHORT_READ = 8 * 1024;
    private static final long SHORT_READ_PAUSE_NS = 2_000_000;
    /** Messages in a batch: small ones take many times their length as objects. */
    static final int MAX_BATCH = 1024;
    private static final int LENGTH_PREFIX = 4;
    private static final int BLOCK_HEADER = 9;

    /** The layout of the largest possible torrent. */
    private static final PieceLayout LARGEST_LAYOUT = new PieceLayout(
            (long) Metainfo.MAX_PIECE_COUNT * Metainfo.MAX_PIECE_LENGTH,
            Metainfo.MAX_PIECE_LENGTH);

    private final InputStream in;
    private final PieceLayout layout;
    private final boolean layoutKnown;
    private byte[] buffer = new byte[MIN_BUFFER_LENGTH];
    private ByteBuffer view = ByteBuffer.wrap(buffer);
    private boolean pooled;
    private int quietReads;
    private boolean trickling;
    private int start;
    private int end;

    public MessageReader(InputStream in, PieceLayout layout) {
        this(in, layout, true);
    }

    /**
     * A reader for a torrent whose layout is not known yet. Its messages are to be checked later by {@link
     * LayoutValidator}.
     */
    public static MessageReader withoutLayout(InputStream in) {
        return new MessageReader(in, LARGEST_LAYOUT, false);
    }

    private MessageReader(InputStream in, PieceLayout layout, boolean layoutKnown) {
        this.in = in;
        this.layout = layout;
        this.layoutKnown = layoutKnown;
    }

    /**
     * Blocks until at least one message is complete, and returns all that are, up to {@value #MAX_BATCH}. Throws {@link
     * EOFException} at the end of the stream and {@link ProtocolException} on a violation of the protocol.
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
            switchTo(new byte[MIN_BUFFER_LENGTH], false);
        }
        moveUnparsedTo(buffer);
        if (trickling && needed > SHORT_READ) {
            LockSupport.parkNanos(SHORT_READ_PAUSE_NS);
        }
        int read = in.read(buffer, end, buffer.length - end);
        if (read < 0) {
            throw new EOFException("the peer closed the connection");
        }
        end += read;
        trickling = read < SHORT_READ && end < buffer.length;
        quietReads = read < MIN_BUFFER_LENGTH / 2 ? quietReads + 1 : 0;
    }

    /** Only called when the buffer is full: a peer gets no larger one for merely announcing a long frame. */
    private void grow(int needed) {
        Optional<byte[]> large = pooled || needed > BufferPool.WIRE_BUFFER_LENGTH
                ? Optional.empty()
                : BufferPool.SHARED.acquireWireBuffer();
        int own = Math.max(needed, SMALL_LENGTH);
        if (large.isPresent()) {
            switchTo(large.get(), true);
        } else if (own > buffer.length) {
            switchTo(new byte[own], false);
        }
    }

    private boolean isQuiet() {
        return buffer.length > MIN_BUFFER_LENGTH && quietReads >= (pooled ? QUIET_READS : 1);
    }

    private void switchTo(byte[] next, boolean isPooled) {
        moveUnparsedTo(next);
        if (pooled) {
            BufferPool.SHARED.releaseWireBuffer(buffer);
        }
        buffer = next;
        view = ByteBuffer.wrap(next);
        pooled = isPooled;
        quietReads = 0;
    }

    private void moveUnparsedTo(byte[] next) {
        System.arraycopy(buffer, start, next, 0, end - start);
        end -= start;
        start = 0;
    }

    /** Releases the buffer. */
    @Override
    public void close() {
        start = end;
        switchTo(new byte[0], false);
    }

    /** Parses the complete messages in the buffer; returns whether there was one. */
    private boolean parseBuffered(List<PeerMessage> batch) throws ProtocolException {
        boolean progressed = false;
        while (end - start >= LENGTH_PREFIX && batch.size() < MAX_BATCH) {
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
            case MessageId.BITFIELD -> layoutKnown
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
                // Unknown ids, such as DHT's port, are skipped.
            }
        }
    }

    private PeerMessage pieceMessage(int body, int length) throws ProtocolException {
        Block block = blockAt(body, length - BLOCK_HEADER, PieceLayout.BLOCK_LENGTH);
        return new PeerMessage.Piece(block,
                copyOf(body + 8, block.length()));
    }

    /** A copy in an array of the pool, which the receiver recycles; the swarm counts its bytes. */
    private byte[] copyOf(int start, int length) {
        byte[] copy = BufferPool.SHARED.array(length);
        System.arraycopy(buffer, start, copy, 0, length);
        return copy;
    }

    private PeerMessage bitfield(int body, int length) throws ProtocolException {
        byte[] bits = Arrays.copyOfRange(buffer, body, body + length);
        int spare = layoutKnown ? length * 8 - layout.pieceCount() : 0;
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
