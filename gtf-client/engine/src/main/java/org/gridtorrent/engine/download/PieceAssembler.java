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
import org.gridtorrent.engine.memory.BufferPool;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.storage.PieceSink;
import org.jspecify.annotations.Nullable;

/**
 * Assembles blocks into segments for the store: short pieces whole, long pieces in parts of 1 MiB. The
 * segments of a piece are submitted in their order, as soon as they are complete.
 *
 * <p>While the memory pool is full, a block without a segment is submitted by itself. If the store has
 * nothing to write either, so that waiting would free nothing, half of the held bytes are submitted
 * incomplete. So memory is bounded for any piece length and any order of blocks, and no held byte waits
 * for a block that cannot arrive.
 *
 * <p>Confined to the swarm's thread.
 */
final class PieceAssembler {
    static final int SEGMENT_LENGTH = 1 << 20;

    private final PieceLayout layout;
    private final PieceSink store;
    private final BufferPool memory;
    private final SequencedMap<Integer, Assembled> pieces = new LinkedHashMap<>();
    /** To be submitted, in this order. */
    private final Deque<Ready> ready = new ArrayDeque<>();
    private long held;
    private boolean closed;

    /** Data for the store, and what to run when it is written. */
    private record Ready(Block part, ByteBuffer data, Runnable done) {}

    /** A piece that is not completely submitted. */
    private static final class Assembled {
        private final @Nullable Segment[] segments;
        /** The first segment that is not completely submitted. */
        private int next;
        /** Submitted out of order: holding the other segments back is of no use. */
        private boolean outOfOrder;
        /** Bytes submitted in order from the start of the piece. */
        private int ordered;

        Assembled(int segmentCount) {
            segments = new Segment[segmentCount];
        }
    }

    /** A segment with at least one block. */
    private static final class Segment {
        private final int length;
        private byte @Nullable [] bytes;
        /** Indexes of the blocks in the bytes. */
        private final BitSet present = new BitSet();
        /** Bytes received, submitted or not. */
        private int received;

        Segment(int length) {
            this.length = length;
        }

        boolean isComplete() {
            return received == length;
        }
    }

    PieceAssembler(PieceLayout layout, PieceSink store) {
        this.layout = layout;
        this.store = store;
        this.memory = store.bufferPool();
    }

    /** A block that was not received before. Its array is recycled. */
    void put(Block block, byte[] data) {
        if (closed) {
            BufferPool.SHARED.recycle(data);
            return;
        }
        Assembled piece = pieces.computeIfAbsent(block.piece(), this::begin);
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
                BufferPool.SHARED.recycle(data); // where the reader took it
            });
        } else {
            copy(segment, block, data);
            BufferPool.SHARED.recycle(data);
        }
        if (segment.isComplete()) {
            advance(block.piece(), piece, index);
        }
    }

    private Assembled begin(int piece) {
        return new Assembled(Math.ceilDiv(layout.pieceLength(piece), SEGMENT_LENGTH));
    }

    private int segmentLength(int piece, int index) {
        return Math.min(SEGMENT_LENGTH, layout.pieceLength(piece) - index * SEGMENT_LENGTH);
    }

    private void copy(Segment segment, Block block, byte[] data) {
        if (segment.bytes == null) {
            // All of one length, so that they can be reused.
            segment.bytes = memory.allocate(Math.min(SEGMENT_LENGTH, layout.pieceLength()));
            held += segment.bytes.length;
        }
        int offset = block.offset() % SEGMENT_LENGTH;
        System.arraycopy(data, 0, segment.bytes, offset, data.length);
        segment.present.set(offset / PieceLayout.BLOCK_LENGTH);
    }

    /** Submits complete segments, in order as long as that is of use. */
    private void advance(int number, Assembled piece, int index) {
        if (piece.outOfOrder) {
            send(number, piece, index);
        }
        while (piece.next < piece.segments.length) {
            Segment segment = piece.segments[piece.next];
            if (segment == null || !segment.isComplete()) {
                return;
            }
            send(number, piece, piece.next);
            piece.next++;
        }
        pieces.remove(number);
    }

    /** Submits what the segment holds, one part for each run of blocks. */
    private void send(int number, Assembled piece, int index) {
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

    private void toStore(Assembled piece, Block part, ByteBuffer data, Runnable done) {
        if (part.offset() == piece.ordered) {
            piece.ordered += part.length();
        } else {
            piece.outOfOrder = true;
        }
        ready.add(new Ready(part, data, done));
    }

    /** Submits what is ready to the store; false when it has no room for all of it. */
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

    /** Drops what was received of the piece. */
    void drop(int number) {
        Assembled piece = pieces.remove(number);
        if (piece != null) {
            free(piece);
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

    private void free(Assembled piece) {
        for (Segment segment : piece.segments) {
            if (segment != null && segment.bytes != null) {
                held -= segment.bytes.length;
                memory.free(segment.bytes);
            }
        }
    }

    /** Drops what the store has not begun to write; returns the pieces. */
    Set<Integer> dropUnwritten() {
        Set<Integer> dropped = new HashSet<>(store.dropQueued());
        ready.forEach(each -> dropped.add(each.part().piece()));
        dropped.forEach(this::drop);
        return dropped;
    }

    /** Drops everything; later blocks are ignored. */
    void close() {
        closed = true;
        List.copyOf(pieces.keySet()).forEach(this::drop);
        ready.forEach(each -> each.done().run());
        ready.clear();
    }
}
