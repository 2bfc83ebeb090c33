package org.gridtorrent.engine.download;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.gridtorrent.engine.download.ReadAhead.PieceRange;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.storage.PieceStore;
import org.jspecify.annotations.Nullable;

/**
 * Readers of a content that is being downloaded. Pieces that a reader waits for have deadlines in the picker that
 * passed long ago, so that they come first; those that it reads next, as far as the read-ahead reaches, have later
 * ones, one after the other.
 *
 * <p>The read-ahead of a session is what keeps all holders busy ({@link Downloader#readAheadLength}), from the
 * first read on, within its share of the {@link ReadAheadBudget}. Confined to the swarm's thread.
 */
public final class StreamingReaders {
    private static final int MAX_READERS = 1024;
    /** Between the deadlines of consecutive pieces, while the rate is not known. */
    private static final long MAX_STEP_NS = 250_000_000L;
    /** Bounded, because every pick looks at all pieces with deadlines. */
    private static final int MAX_PIECES_AHEAD = 4096;

    private final PieceLayout layout;
    private final Downloader downloader;
    private final IntPredicate verified;
    private final PieceStore store;
    private final ReadAheadBudget budget;
    private final long maxReadAhead;
    /** By piece, the longest first. */
    private final SequencedMap<Integer, WaitingPiece> waiting = new LinkedHashMap<>();
    /** By reader. */
    private final Map<Long, List<PieceRange>> ahead = new HashMap<>();
    private int sessions;
    /** Why no more pieces will come. */
    private @Nullable IOException failure;
    /** Why no pieces come now. */
    private @Nullable IOException obstacle;
    private CompletableFuture<Void> flushed = CompletableFuture.completedFuture(null);
    /** Deadlines that the picker has. */
    private Map<Integer, Long> deadlines = new HashMap<>();
    private boolean changed;

    /** Piece that readers wait for. */
    private record WaitingPiece(long sinceNs, List<ReadRequest> requests) {}

    /** @param maxReadAhead bytes that a session reads ahead at most */
    public StreamingReaders(PieceLayout layout, Downloader downloader, IntPredicate verified,
            PieceStore store, ReadAheadBudget budget, long maxReadAhead) {
        this.layout = layout;
        this.downloader = downloader;
        this.verified = verified;
        this.store = store;
        this.budget = budget;
        this.maxReadAhead = maxReadAhead;
    }

    /** A reader waits for a piece; it fails at once when the piece will not come. */
    public void request(ReadRequest request, long nowNs) {
        IOException why = failure == null ? obstacle : failure;
        if (verified.test(request.piece())) {
            request.ready().complete(store);
        } else if (why != null) {
            request.ready().completeExceptionally(why);
        } else {
            waiting.computeIfAbsent(request.piece(),
                    _ -> new WaitingPiece(nowNs, new ArrayList<>(1))).requests().add(request);
            changed = true;
        }
    }

    /** Nobody waits for the request any more. */
    public void cancel(ReadRequest request) {
        removeWaiting(each -> each.equals(request));
    }

    /** A reader says where it goes on. */
    public void readAhead(ReadAhead next) {
        if (!ahead.containsKey(next.reader()) && ahead.size() >= MAX_READERS) {
            return;
        }
        List<PieceRange> before = ahead.put(next.reader(), next.ranges());
        addSessions(next.ranges().size() - (before == null ? 0 : before.size()));
        changed = true;
    }

    private void addSessions(int change) {
        sessions += change;
        budget.add(change);
    }

    public void close(long reader) {
        List<PieceRange> before = ahead.remove(reader);
        addSessions(before == null ? 0 : -before.size());
        var closed = new IOException("the reader is closed");
        removeWaiting(each -> each.reader() == reader)
                .forEach(each -> each.ready().completeExceptionally(closed));
        changed = true;
    }

    private List<ReadRequest> removeWaiting(Predicate<ReadRequest> which) {
        List<ReadRequest> removed = new ArrayList<>();
        for (WaitingPiece piece : waiting.values()) {
            piece.requests().stream().filter(which).forEach(removed::add);
            piece.requests().removeIf(which);
        }
        changed |= waiting.values().removeIf(piece -> piece.requests().isEmpty());
        return removed;
    }

    /** More pieces are verified. */
    public void piecesVerified(List<Integer> pieces) {
        for (int piece : pieces) {
            WaitingPiece arrived = waiting.remove(piece);
            if (arrived != null) {
                arrived.requests().forEach(each -> each.ready().complete(store));
            }
        }
    }

    /** Has the store sync at once when a piece that a reader waits for is complete; one sync at a time. */
    public void syncSooner() {
        if (flushed.isDone()
                && waiting.keySet().stream().anyMatch(downloader.picker()::isReceived)) {
            flushed = store.flush();
        }
    }

    /** Verified pieces were lost. */
    public void piecesLost() {
        changed = true;
    }

    /** The peers' windows may have changed, and the read-ahead with them. */
    public void tick() {
        changed |= sessions > 0;
    }

    /** Passes changed deadlines to the picker; returns whether any changed. */
    public boolean updateDeadlines(long nowNs) {
        if (!changed) {
            return false;
        }
        changed = false;
        Map<Integer, Long> wanted = new HashMap<>();
        waiting.forEach((piece, each) -> wanted.put(piece,
                each.sinceNs() - Downloader.WAITED_FOR_NS));
        addAhead(wanted, nowNs);
        deadlines.keySet().stream().filter(piece -> !wanted.containsKey(piece))
                .forEach(downloader::clearDeadline);
        boolean anyNew = false;
        for (Map.Entry<Integer, Long> each : wanted.entrySet()) {
            if (!each.getValue().equals(deadlines.get(each.getKey()))) {
                downloader.picker().setDeadline(each.getKey(), each.getValue());
                anyNew = true;
            }
        }
        deadlines = wanted;
        return anyNew;
    }

    /** Pieces keep their deadlines while the reader moves on. */
    private void addAhead(Map<Integer, Long> wanted, long nowNs) {
        if (failure != null || obstacle != null || sessions == 0) {
            return;
        }
        long length = Math.min(Math.min(budget.share(), maxReadAhead),
                downloader.readAheadLength());
        int count = Math.clamp(Math.ceilDiv(length, layout.pieceLength()), 1,
                MAX_PIECES_AHEAD);
        long stepNs = downloader.pieceTimeNs(nowNs, MAX_STEP_NS);
        for (List<PieceRange> ranges : ahead.values()) {
            for (PieceRange range : ranges) {
                int last = Math.min(range.last(), range.first() + count - 1);
                for (int piece = range.first(); piece <= last; piece++) {
                    if (!verified.test(piece)) {
                        long deadlineNs = nowNs + (piece - range.first() + 1) * stepNs;
                        long kept = Math.min(deadlineNs,
                                deadlines.getOrDefault(piece, deadlineNs));
                        wanted.putIfAbsent(piece, kept);
                    }
                }
            }
        }
    }

    /** No pieces come for now: readers that wait fail, and later ones at once, until it is over. */
    public void block(IOException why) {
        obstacle = why;
        failWaiting(why);
    }

    /** Pieces come again. */
    public void unblock() {
        obstacle = null;
        changed = true;
    }

    /** The piece does not come from any peer: readers that wait for it fail. */
    public void fail(int piece, IOException why) {
        WaitingPiece failed = waiting.remove(piece);
        if (failed != null) {
            failed.requests().forEach(each -> each.ready().completeExceptionally(why));
            changed = true;
        }
    }

    /** No more pieces will come: readers that wait fail, and later ones at once. */
    public void fail(IOException why) {
        failure = why;
        failWaiting(why);
    }

    private void failWaiting(IOException why) {
        waiting.values().stream().flatMap(piece -> piece.requests().stream())
                .forEach(each -> each.ready().completeExceptionally(why));
        waiting.clear();
        changed = true;
    }

    /** Gives back what this content has of the budget. */
    public void close(IOException why) {
        fail(why);
        addSessions(-sessions);
        ahead.clear();
    }
}
