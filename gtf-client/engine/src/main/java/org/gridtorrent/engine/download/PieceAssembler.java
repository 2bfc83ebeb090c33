package org.gridtorrent.engine.download;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.storage.DiskBufferPool;
import org.gridtorrent.engine.storage.PieceSink;
import org.gridtorrent.engine.wire.BlockPool;
import org.jspecify.annotations.Nullable;

/**
 * Puts blocks together for the store, in segments: whole pieces where these are short, of a long
 * piece a mebibyte. Segments of a piece go to the store in their order, as soon as they are whole.
 *
 * <p>While the memory for pieces is all taken, a block for which no segment has been begun goes to
 * the store by itself; and if the store has nothing to write, so that waiting would free nothing,
 * half of what is held goes there unfinished. So memory is bounded, however long pieces are and
 * whatever order blocks come in, and what is held never waits for a block that cannot come.
 *
 * <p>For the owner's thread.
 */
final class PieceAssembler {
    static final int SEGMENT_LENGTH = 1 << 20;

    private final PieceLayout layout;
    private final PieceSink store;
    private final DiskBufferPool memory;
    private final SequencedMap<Integer, Growing> pieces = new LinkedHashMap<>();
    /** What the store is to be given, in this order. */
    private final Deque<Ready> ready = new ArrayDeque<>();
    private long held;
    private boolean closed;

    /** Bytes for the store, and what is to be done when it has written them. */
    private record Ready(Block part, ByteBuffer data, Runnable done) {}

    /** A piece of which not everything has gone to the store. */
    private static final class Growing {
        private final @Nullable Segment[] segments;
        /** The first that has not gone to the store whole. */
        private int next;
        /** What went there does not follow in order: to hold the rest back is of no use. */
        private boolean disordered;
        /** Bytes from the piece's beginning that went there in order. */
        private int ordered;

        Growing(int segmentCount) {
            segments = new Segment[segmentCount];
        }
    }

    /** A segment of which something has come. */
    private static final class Segment {
        private final int length;
        private byte @Nullable [] bytes;
        /** The blocks that are in the bytes. */
        private final BitSet present = new BitSet();
        /** Bytes that came, wherever they are now. */
        private int received;

        Segment(int length) {
            this.length = length;
        }

        boolean isWhole() {
            return received == length;
        }
    }

    PieceAssembler(PieceLayout layout, PieceSink store) {
        this.layout = layout;
        this.store = store;
        this.memory = store.bufferPool();
    }

    /** A block came, which had not come before. The array is used for others afterwards. */
    void put(Block block, byte[] data) {
        if (closed) {
            return;
        }
        Growing piece = pieces.computeIfAbsent(block.piece(), this::begin);
        int index = block.offset() / SEGMENT_LENGTH;
        Segment segment = piece.segments[index];
        if (segment == null) {
            segment = new Segment(segmentLength(block.piece(), index));
            piece.segments[index] = segment;
        }
        segment.received += block.length();
        if (segment.bytes == null && memory.isFull()) {
            memory.reserve(data.length);
            toStore(piece, block, ByteBuffer.wrap(data), () -> {
                memory.release(data.length);
                BlockPool.SHARED.release(data);
            });
        } else {
            copy(segment, block, data);
            BlockPool.SHARED.release(data);
        }
        if (segment.isWhole()) {
            advance(block.piece(), piece, index);
        }
    }

    private Growing begin(int piece) {
        return new Growing(Math.ceilDiv(layout.pieceLength(piece), SEGMENT_LENGTH));
    }

    private int segmentLength(int piece, int index) {
        return Math.min(SEGMENT_LENGTH, layout.pieceLength(piece) - index * SEGMENT_LENGTH);
    }

    private void copy(Segment segment, Block block, byte[] data) {
        if (segment.bytes == null) {
            // All of one length, so that they can be used again.
            segment.bytes = memory.allocate(Math.min(SEGMENT_LENGTH, layout.pieceLength()));
            held += segment.bytes.length;
        }
        int offset = block.offset() % SEGMENT_LENGTH;
        System.arraycopy(data, 0, segment.bytes, offset, data.length);
        segment.present.set(offset / PieceLayout.BLOCK_LENGTH);
    }

    /** Sends to the store what is whole, in order as long as that is of use. */
    private void advance(int number, Growing piece, int index) {
        if (piece.disordered) {
            send(number, piece, index);
        }
        while (piece.next < piece.segments.length) {
            Segment segment = piece.segments[piece.next];
            if (segment == null || !segment.isWhole()) {
                return;
            }
            send(number, piece, piece.next);
            piece.next++;
        }
        pieces.remove(number);
    }

    /** Sends what the segment holds, in as many parts as there are gaps and one. */
    private void send(int number, Growing piece, int index) {
        Segment segment = piece.segments[index];
        if (segment == null || segment.bytes == null) {
            return;
        }
        byte[] bytes = segment.bytes;
        List<Block> runs = runs(number, index, segment);
        AtomicInteger left = new AtomicInteger(runs.size());
        for (Block run : runs) {
            toStore(piece, run,
                    ByteBuffer.wrap(bytes, run.offset() % SEGMENT_LENGTH, run.length()), () -> {
                        if (left.decrementAndGet() == 0) {
                            memory.free(bytes);
                        }
                    });
        }
        held -= bytes.length;
        segment.bytes = null;
        segment.present.clear();
    }

    private List<Block> runs(int number, int index, Segment segment) {
        List<Block> runs = new ArrayList<>(1);
        BitSet present = segment.present;
        for (int from = present.nextSetBit(0); from >= 0;) {
            int to = present.nextClearBit(from);
            int offset = from * PieceLayout.BLOCK_LENGTH;
            int end = Math.min(to * PieceLayout.BLOCK_LENGTH, segment.length);
            runs.add(new Block(number, index * SEGMENT_LENGTH + offset, end - offset));
            from = present.nextSetBit(to);
        }
        return runs;
    }

    private void toStore(Growing piece, Block part, ByteBuffer data, Runnable done) {
        if (part.offset() == piece.ordered) {
            piece.ordered += part.length();
        } else {
            piece.disordered = true;
        }
        ready.add(new Ready(part, data, done));
    }

    /** Gives the store what is ready. False when it has no room for all of it. */
    boolean submit() {
        if (memory.isFull() && ready.isEmpty() && store.queuedBytes() == 0) {
            spill();
        }
        while (!ready.isEmpty()) {
            Ready first = ready.getFirst();
            if (!store.submit(first.part(), first.data(), first.done())) {
                return false;
            }
            ready.removeFirst();
        }
        return true;
    }

    private void spill() {
        long target = held / 2;
        for (var each : pieces.entrySet()) {
            for (int i = 0; i < each.getValue().segments.length && held > target; i++) {
                send(each.getKey(), each.getValue(), i);
            }
        }
    }

    /** What came of the piece is worth nothing. */
    void drop(int number) {
        Growing piece = pieces.remove(number);
        if (piece != null) {
            giveBack(piece);
        }
        ready.removeIf(each -> {
            boolean of = each.part().piece() == number;
            if (of) {
                each.done().run();
            }
            return of;
        });
        store.clearPiece(number);
    }

    private void giveBack(Growing piece) {
        for (Segment segment : piece.segments) {
            if (segment != null && segment.bytes != null) {
                held -= segment.bytes.length;
                memory.free(segment.bytes);
            }
        }
    }

    /** Drops what the store has not begun to write; gives the pieces, which come anew. */
    Set<Integer> dropUnwritten() {
        Set<Integer> dropped = new HashSet<>(store.dropQueued());
        ready.forEach(each -> dropped.add(each.part().piece()));
        dropped.forEach(this::drop);
        return dropped;
    }

    /** Nothing more is put together. */
    void close() {
        closed = true;
        List.copyOf(pieces.keySet()).forEach(this::drop);
        ready.forEach(each -> each.done().run());
        ready.clear();
    }
}
