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
final class StreamingReaders {
    /** Every pick looks at all pieces with deadlines. */
    private static final int MAX_READERS = 64;
    /** Between the deadlines of pieces that follow each other. */
    private static final long STEP_NS = 250_000_000L;

    private final Downloader downloader;
    private final IntPredicate had;
    private final PieceStore store;
    private final Map<Long, Reader> readers = new HashMap<>();
    private CompletableFuture<Void> flushed = CompletableFuture.completedFuture(null);
    /** As the picker knows them. */
    private Map<Integer, Long> deadlines = new HashMap<>();

    /** What one reader wants. */
    private static final class Reader {
        private SwarmEvent.ReadRequested request;
        private Map<Integer, Long> deadlines = new HashMap<>();

        Reader(SwarmEvent.ReadRequested request) {
            this.request = request;
        }
    }

    StreamingReaders(Downloader downloader, IntPredicate had, PieceStore store) {
        this.downloader = downloader;
        this.had = had;
        this.store = store;
    }

    void reads(SwarmEvent.ReadRequested request, long nowNs) {
        Reader reader = readers.get(request.reader());
        if (reader == null && readers.size() >= MAX_READERS) {
            request.ready().completeExceptionally(new IOException(
                    "more than " + MAX_READERS + " readers at a time; close one"));
            return;
        }
        if (reader == null) {
            reader = new Reader(request);
            readers.put(request.reader(), reader);
        }
        reader.request = request;
        advance(reader, nowNs);
        settle();
    }

    void ended(long reader) {
        if (readers.remove(reader) != null) {
            settle();
        }
    }

    /** Some pieces have come. */
    void had() {
        readers.values().forEach(this::tell);
        settle();
    }

    /** What somebody waits for and has come need not wait for its batch to fill; one sync at a time. */
    void hurry() {
        if (flushed.isDone() && readers.values().stream().anyMatch(this::onlySyncIsLeft)) {
            flushed = store.flush();
        }
    }

    private boolean onlySyncIsLeft(Reader reader) {
        int piece = reader.request.piece();
        return !had.test(piece) && downloader.whole(piece);
    }

    /** Some pieces are gone. */
    void lost(long nowNs) {
        readers.values().forEach(reader -> advance(reader, nowNs));
        settle();
    }

    /** Pieces keep their deadlines while the reader moves on, but for the one it waits for. */
    private void advance(Reader reader, long nowNs) {
        SwarmEvent.ReadRequested request = reader.request;
        Map<Integer, Long> next = new HashMap<>();
        for (int piece = request.piece(); piece <= request.last(); piece++) {
            long deadlineNs = nowNs + (piece - request.piece()) * STEP_NS;
            Long before = reader.deadlines.get(piece);
            next.put(piece,
                    before == null || before - deadlineNs > 0 ? Long.valueOf(deadlineNs) : before);
        }
        reader.deadlines = next;
        tell(reader);
    }

    private void tell(Reader reader) {
        if (had.test(reader.request.piece())) {
            reader.request.ready().complete(store);
        }
    }

    /** Tells the picker what changed. */
    private void settle() {
        Map<Integer, Long> wanted = new HashMap<>();
        for (Reader reader : readers.values()) {
            reader.deadlines.forEach((piece, deadlineNs) -> {
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
        List<Reader> waiting = readers.values().stream()
                .filter(reader -> !had.test(reader.request.piece())).toList();
        waiting.forEach(reader -> {
            readers.remove(reader.request.reader());
            reader.request.ready().completeExceptionally(why);
        });
        settle();
    }
}
