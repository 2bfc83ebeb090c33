package org.gridtorrent.engine.swarm;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;
import org.gridtorrent.engine.storage.PieceStore;

/**
 * Those who read the content while it comes: each waits for one piece and wants the next ones soon
 * after. Their pieces have deadlines in the picker: at once for what is waited for, then one after
 * the other. For the owner's thread.
 */
final class Readings {
    /** Every pick looks at all pieces with deadlines. */
    private static final int MAX_READERS = 64;
    /** Between the deadlines of pieces that follow each other. */
    private static final long STEP_NS = 250_000_000L;

    private final Downloader downloader;
    private final IntPredicate had;
    private final PieceStore store;
    private final Map<Long, Reading> readings = new HashMap<>();
    private CompletableFuture<Void> flushed = CompletableFuture.completedFuture(null);
    /** As the picker knows them. */
    private Map<Integer, Long> deadlines = new HashMap<>();

    /** What one reader wants. */
    private static final class Reading {
        private SwarmEvent.Reads wish;
        private Map<Integer, Long> deadlines = new HashMap<>();

        Reading(SwarmEvent.Reads wish) {
            this.wish = wish;
        }
    }

    Readings(Downloader downloader, IntPredicate had, PieceStore store) {
        this.downloader = downloader;
        this.had = had;
        this.store = store;
    }

    void reads(SwarmEvent.Reads wish, long nowNs) {
        Reading reading = readings.get(wish.reader());
        if (reading == null && readings.size() >= MAX_READERS) {
            wish.ready().completeExceptionally(new IOException(
                    "more than " + MAX_READERS + " readers at a time; close one"));
            return;
        }
        if (reading == null) {
            reading = new Reading(wish);
            readings.put(wish.reader(), reading);
        }
        reading.wish = wish;
        advance(reading, nowNs);
        settle();
    }

    void ended(long reader) {
        if (readings.remove(reader) != null) {
            settle();
        }
    }

    /** Some pieces have come. */
    void had() {
        readings.values().forEach(this::tell);
        settle();
    }

    /** What somebody waits for and has come need not wait for its batch to fill; one sync at a time. */
    void hurry() {
        if (flushed.isDone() && readings.values().stream().anyMatch(this::onlySyncIsLeft)) {
            flushed = store.flush();
        }
    }

    private boolean onlySyncIsLeft(Reading reading) {
        int piece = reading.wish.piece();
        return !had.test(piece) && downloader.whole(piece);
    }

    /** Some pieces are gone. */
    void lost(long nowNs) {
        readings.values().forEach(reading -> advance(reading, nowNs));
        settle();
    }

    /** Pieces keep their deadlines while the reader moves on, but for the one it waits for. */
    private void advance(Reading reading, long nowNs) {
        SwarmEvent.Reads wish = reading.wish;
        Map<Integer, Long> next = new HashMap<>();
        for (int piece = wish.piece(); piece <= wish.last(); piece++) {
            long deadlineNs = nowNs + (piece - wish.piece()) * STEP_NS;
            Long before = reading.deadlines.get(piece);
            next.put(piece,
                    before == null || before - deadlineNs > 0 ? Long.valueOf(deadlineNs) : before);
        }
        reading.deadlines = next;
        tell(reading);
    }

    private void tell(Reading reading) {
        if (had.test(reading.wish.piece())) {
            reading.wish.ready().complete(store);
        }
    }

    /** Tells the picker what changed. */
    private void settle() {
        Map<Integer, Long> wanted = new HashMap<>();
        for (Reading reading : readings.values()) {
            reading.deadlines.forEach((piece, deadlineNs) -> {
                if (!had.test(piece)) {
                    wanted.merge(piece, deadlineNs, Math::min);
                }
            });
        }
        deadlines.keySet().stream().filter(piece -> !wanted.containsKey(piece))
                .forEach(downloader::noDeadline);
        wanted.forEach((piece, deadlineNs) -> {
            if (!deadlineNs.equals(deadlines.get(piece))) {
                downloader.deadline(piece, deadlineNs);
            }
        });
        deadlines = wanted;
    }

    /** Whoever waits for a piece that is not there is told that it will not come. */
    void failUnlessHad(IOException why) {
        List<Reading> waiting = readings.values().stream()
                .filter(reading -> !had.test(reading.wish.piece())).toList();
        waiting.forEach(reading -> {
            readings.remove(reading.wish.reader());
            reading.wish.ready().completeExceptionally(why);
        });
        settle();
    }
}
