package org.gridtorrent.engine.storage;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Pieces written and not yet synced, which share the next sync. For the writer's thread, but for {@link #turn}. */
final class UnsyncedBatch {
    private final StoreLimits limits;
    private final List<Integer> pieces = new ArrayList<>();
    private final Set<Integer> touched = new HashSet<>();
    private long bytes;
    private long firstNs;
    private final AtomicInteger turn = new AtomicInteger();

    UnsyncedBatch(StoreLimits limits) {
        this.limits = limits;
    }

    boolean isEmpty() {
        return pieces.isEmpty() && touched.isEmpty();
    }

    /** A copy, in the order of writing. */
    List<Integer> pieces() {
        return List.copyOf(pieces);
    }

    /** Whether this batch wrote to the file, so that its stamp says nothing of others. */
    boolean touched(int file) {
        return touched.contains(file);
    }

    /** To be called before anything is written for it. */
    void open() {
        if (turn.get() % 2 == 0) {
            turn.incrementAndGet();
        }
    }

    /**
     * Odd while files may have been written to and their stamps not recorded; a number that is even
     * and still the same later tells that they were not. For any thread.
     */
    int turn() {
        return turn.get();
    }

    /** So many bytes were written to these files. */
    void wrote(int length, int[] files) {
        begin();
        bytes += length;
        for (int file : files) {
            touched.add(file);
        }
    }

    /** All of the piece was written, in this batch or before, and matches. */
    void add(int piece) {
        begin();
        pieces.add(piece);
    }

    private void begin() {
        if (isEmpty()) {
            firstNs = System.nanoTime();
        }
    }

    /** The files that this batch wrote to. */
    Set<Integer> touched() {
        return Set.copyOf(touched);
    }

    boolean isDue() {
        return !isEmpty() && (bytes >= limits.syncBytes() || restNs() <= 0);
    }

    /** How long it may still wait; for one that is not empty. */
    long restNs() {
        return limits.syncInterval().toNanos() - (System.nanoTime() - firstNs);
    }

    void clear() {
        pieces.clear();
        touched.clear();
        bytes = 0;
        if (turn.get() % 2 != 0) {
            turn.incrementAndGet();
        }
    }
}
