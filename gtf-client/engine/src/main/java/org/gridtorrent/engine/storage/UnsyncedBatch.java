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
import org.jspecify.annotations.Nullable;

/**
 * Pieces written and not yet recorded: those that the sync at work takes along, which are sealed, and
 * those that share the next one. For the writer's thread, but for {@link #turn}.
 */
final class UnsyncedBatch {
    /** Of the time that writing takes, syncs may take about an eighth. */
    private static final int TIMES_A_SYNC = 8;
    /** The shortest time between two syncs, as a part of the longest. */
    private static final int SHORTEST = 8;

    private final StoreLimits limits;
    private final List<Integer> pieces = new ArrayList<>();
    /** The files that were written to, and those of them that are sealed; one may be both. */
    private final Map<Integer, Written> touched = new HashMap<>();
    private final Map<Integer, Written> sealedTouched = new HashMap<>();
    /** So many of the pieces, the first ones. */
    private int sealed;
    /** Whether something was written that the sync at work does not take along. */
    private boolean open;
    private long bytes;
    private long firstNs;
    private long intervalNs;
    private final AtomicInteger turn = new AtomicInteger();

    /** Which file it is that was written to, and how far it reaches at least. */
    private record Written(long inode, long end) {}

    UnsyncedBatch(StoreLimits limits) {
        this.limits = limits;
        tookNs(0);
    }

    boolean isEmpty() {
        return pieces.isEmpty() && touched.isEmpty() && sealedTouched.isEmpty();
    }

    /** A copy, in the order of writing. */
    List<Integer> pieces() {
        return List.copyOf(pieces);
    }

    /** Whether this batch wrote to the file, so that its stamp says nothing of others. */
    boolean touched(int file) {
        return touched.containsKey(file) || sealedTouched.containsKey(file);
    }

    /** To be called before anything is written for it. */
    void turnOdd() {
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
            Written before = written(span.file());
            touched.put(span.file(), before == null
                    ? first(storage.stamp(span.file()), end)
                    : new Written(before.inode, Math.max(before.end, end)));
        }
    }

    private @Nullable Written written(int file) {
        Written latest = touched.get(file);
        return latest == null ? sealedTouched.get(file) : latest;
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
        Written written = written(file);
        if (written == null) {
            return false;
        }
        Optional<FileStamp> now = storage.stamp(file);
        return now.isEmpty() || now.get().inode() != written.inode
                || now.get().length() < written.end;
    }

    /** Those of these files of which this is so. */
    Set<Integer> disturbed(Set<Integer> files, Storage storage) throws IOException {
        var disturbed = new HashSet<Integer>();
        for (int file : files) {
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
        if (!open) {
            open = true;
            firstNs = System.nanoTime();
        }
    }

    /** A sync begins, of all that was written. */
    void seal() {
        sealed = pieces.size();
        sealedTouched.putAll(touched);
        touched.clear();
        open = false;
        bytes = 0;
    }

    /** What was written when the sync began, in that order. */
    List<Integer> sealed() {
        return List.copyOf(pieces.subList(0, sealed));
    }

    /** The files that had been written to. */
    Set<Integer> sealedFiles() {
        return Set.copyOf(sealedTouched.keySet());
    }

    /** What was sealed is recorded. Files may have been written to since. */
    void recorded() {
        pieces.subList(0, sealed).clear();
        sealed = 0;
        sealedTouched.clear();
        if (!open) {
            clear();
        }
    }

    /** A sync took so long: the next waits in proportion. */
    void tookNs(long ns) {
        long longest = limits.syncInterval().toNanos();
        intervalNs = Math.clamp(TIMES_A_SYNC * ns, longest / SHORTEST, longest);
    }

    /** The files that this batch wrote to. */
    Set<Integer> files() {
        var files = new HashSet<>(touched.keySet());
        files.addAll(sealedTouched.keySet());
        return files;
    }

    /** Whether something waits for a sync that has not begun. */
    boolean isOpen() {
        return open;
    }

    boolean isDue() {
        return open && (isFull() || restNs() <= 0);
    }

    /** Whether no more may be written before a sync is over. */
    boolean isFull() {
        return bytes >= limits.syncBytes();
    }

    /** How long what waits for a sync may still wait. */
    long restNs() {
        return intervalNs - (System.nanoTime() - firstNs);
    }

    void clear() {
        pieces.clear();
        sealed = 0;
        open = false;
        touched.clear();
        sealedTouched.clear();
        bytes = 0;
        if (turn.get() % 2 != 0) {
            turn.incrementAndGet();
        }
    }
}
