package org.gridtorrent.engine.download;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;
import org.gridtorrent.engine.storage.PieceStore;
import org.jspecify.annotations.Nullable;

/**
 * Readers that stream the content while it is downloaded. The pieces that each reads next have
 * deadlines in the picker: the one it waits for at once, the others one after the other. Confined to
 * the swarm's thread.
 */
public final class StreamingReaders {
    /** Bounded, because every pick looks at all pieces with deadlines. */
    private static final int MAX_READERS = 64;
    /** Between the deadlines of consecutive pieces. */
    private static final long STEP_NS = 250_000_000L;

    private final Downloader downloader;
    private final IntPredicate verified;
    private final PieceStore store;
    private final Map<Long, Reader> readers = new HashMap<>();
    /** Why no more pieces will come. */
    private @Nullable IOException failure;
    private CompletableFuture<Void> flushed = CompletableFuture.completedFuture(null);
    /** Deadlines that the picker has. */
    private Map<Integer, Long> deadlines = new HashMap<>();

    /** State of one reader. */
    private static final class Reader {
        private ReadRequest request;
        private Map<Integer, Long> deadlines = new HashMap<>();

        Reader(ReadRequest request) {
            this.request = request;
        }
    }

    public StreamingReaders(Downloader downloader, IntPredicate verified, PieceStore store) {
        this.downloader = downloader;
        this.verified = verified;
        this.store = store;
    }

    /** A reader waits for a piece; it fails at once when the piece will not come. */
    public void request(ReadRequest request, long nowNs) {
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
        if (failure == null) {
            updateDeadlines();
        } else {
            failWaiting(failure);
        }
    }

    public void close(long reader) {
        if (readers.remove(reader) != null) {
            updateDeadlines();
        }
    }

    /** More pieces are verified. */
    public void piecesVerified() {
        readers.values().forEach(this::completeIfVerified);
        updateDeadlines();
    }

    /** Has the store sync at once when a piece that a reader waits for is complete; one sync at a time. */
    public void syncSooner() {
        if (flushed.isDone() && readers.values().stream().anyMatch(this::isWaitingForSync)) {
            flushed = store.flush();
        }
    }

    private boolean isWaitingForSync(Reader reader) {
        int piece = reader.request.piece();
        return !verified.test(piece) && downloader.picker().isReceived(piece);
    }

    /** Verified pieces were lost. */
    public void piecesLost(long nowNs) {
        readers.values().forEach(reader -> advance(reader, nowNs));
        updateDeadlines();
    }

    /** Pieces keep their deadlines while the reader moves on, except the one that it waits for. */
    private void advance(Reader reader, long nowNs) {
        ReadRequest request = reader.request;
        Map<Integer, Long> next = new HashMap<>();
        for (int piece = request.piece(); piece <= request.last(); piece++) {
            long deadlineNs = nowNs + (piece - request.piece()) * STEP_NS;
            Long before = reader.deadlines.get(piece);
            next.put(piece,
                    before == null || before - deadlineNs > 0 ? Long.valueOf(deadlineNs) : before);
        }
        reader.deadlines = next;
        completeIfVerified(reader);
    }

    private void completeIfVerified(Reader reader) {
        if (verified.test(reader.request.piece())) {
            reader.request.ready().complete(store);
        }
    }

    /** Passes changed deadlines to the picker. */
    private void updateDeadlines() {
        Map<Integer, Long> wanted = new HashMap<>();
        for (Reader reader : readers.values()) {
            reader.deadlines.forEach((piece, deadlineNs) -> {
                if (!verified.test(piece)) {
                    wanted.merge(piece, deadlineNs, Math::min);
                }
            });
        }
        deadlines.keySet().stream().filter(piece -> !wanted.containsKey(piece))
                .forEach(downloader::clearDeadline);
        wanted.forEach((piece, deadlineNs) -> {
            if (!deadlineNs.equals(deadlines.get(piece))) {
                downloader.picker().setDeadline(piece, deadlineNs);
            }
        });
        deadlines = wanted;
    }

    /** No more pieces will come: readers fail, unless their piece is there. */
    public void fail(IOException why) {
        failure = why;
        failWaiting(why);
    }

    private void failWaiting(IOException why) {
        List<Reader> waiting = readers.values().stream()
                .filter(reader -> !verified.test(reader.request.piece())).toList();
        waiting.forEach(reader -> {
            readers.remove(reader.request.reader());
            reader.request.ready().completeExceptionally(why);
        });
        updateDeadlines();
    }
}
