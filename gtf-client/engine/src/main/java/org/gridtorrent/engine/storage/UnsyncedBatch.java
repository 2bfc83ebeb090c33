package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.gridtorrent.engine.storage.FileLayout.Span;

/** Pieces written and not yet synced, which share the next sync. For the writer's thread, but for {@link #turn}. */
final class UnsyncedBatch {
    private final StoreLimits limits;
    private final List<Integer> pieces = new ArrayList<>();
    private final Map<Integer, Written> touched = new HashMap<>();
    private long bytes;
    private long firstNs;
    private final AtomicInteger turn = new AtomicInteger();

    /** Which file it is that was written to, and how far it reaches at least. */
    private record Written(long inode, long end) {}

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
        return touched.containsKey(file);
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

    /** These were written. */
    void wrote(List<Span> spans, Storage storage) throws IOException {
        begin();
        for (Span span : spans) {
            bytes += span.length();
            long end = span.position() + span.length();
            Written before = touched.get(span.file());
            touched.put(span.file(), before == null
                    ? first(storage.stamp(span.file()), end)
                    : new Written(before.inode, Math.max(before.end, end)));
        }
    }

    private static Written first(Optional<FileStamp> stamp, long end) {
        return stamp.map(now -> new Written(now.inode(), Math.max(now.length(), end)))
                .orElseGet(() -> new Written(0, end));
    }

    /**
     * Whether the file was cut, replaced or deleted since this batch wrote to it; not, whether it was
     * overwritten, since writing changes its stamp too.
     */
    boolean isDisturbed(int file, Storage storage) throws IOException {
        Written written = touched.get(file);
        if (written == null) {
            return false;
        }
        Optional<FileStamp> now = storage.stamp(file);
        return now.isEmpty() || now.get().inode() != written.inode
                || now.get().length() < written.end;
    }

    /** The files of which this is so. */
    Set<Integer> disturbed(Storage storage) throws IOException {
        var disturbed = new HashSet<Integer>();
        for (int file : touched.keySet()) {
            if (isDisturbed(file, storage)) {
                disturbed.add(file);
            }
        }
        return disturbed;
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
        return Set.copyOf(touched.keySet());
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
