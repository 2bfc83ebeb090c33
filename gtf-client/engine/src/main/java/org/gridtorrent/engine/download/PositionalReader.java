package org.gridtorrent.engine.download;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.gridtorrent.engine.download.ReadAhead.PieceRange;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.storage.PieceStore;
import org.jspecify.annotations.Nullable;

/**
 * Reader of one file at any position: what it reads is fetched first, and what it will read next is fetched
 * ahead ({@link ReadSessions}).
 *
 * <p>Thread-safe; any number of reads at a time. A read waits for its own pieces only, and holds no thread
 * while it waits. Pieces that are here are read on the caller's thread, others on virtual threads.
 */
public final class PositionalReader implements AutoCloseable {
    private static final Executor READERS = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("positional-read-", 0).factory());
    private static final int MAX_ATTEMPTS = 5;

    private final long id = ReaderIds.next();
    private final PieceLayout layout;
    private final ReadRequests requests;
    private final long start;
    private final long end;
    private final ReadSessions sessions = new ReadSessions();
    private List<PieceRange> ahead = List.of();
    private volatile @Nullable PieceStore store;
    private volatile boolean closed;

    /** Reads the content's bytes from {@code start} to before {@code end}. */
    public PositionalReader(PieceLayout layout, ReadRequests requests, long start, long end) {
        this.layout = layout;
        this.requests = requests;
        this.start = start;
        this.end = end;
    }

    /** Bytes of the file. */
    public long length() {
        return end - start;
    }

    /**
     * Reads as many bytes as the buffer has room for, fewer at the end of the file.
     *
     * <p>The buffer is the reader's until the future completes, with the number of bytes, or -1 at the end of
     * the file. It fails with an {@link IOException}: no piece comes any more, the bytes of all holders are
     * false, or the cache has no room. Cancelling it ends the wait.
     */
    public CompletableFuture<Integer> readAsync(long position, ByteBuffer into) {
        if (position < 0) {
            throw new IllegalArgumentException("position " + position);
        }
        if (closed) {
            return CompletableFuture.failedFuture(new IOException("the reader is closed"));
        }
        long from = Math.min(start + position, end);
        int length = (int) Math.min(into.remaining(), end - from);
        if (length == 0) {
            return CompletableFuture.completedFuture(into.hasRemaining() ? -1 : 0);
        }
        Read read = new Read(blocks(from, length), into);
        read.begin();
        noteRead(position, length);
        return read.result;
    }

    /**
     * The same for a thread that waits; an interrupt ends the read with an {@link InterruptedIOException}.
     */
    public int read(long position, ByteBuffer into) throws IOException {
        CompletableFuture<Integer> result = readAsync(position, into);
        try {
            return result.get();
        } catch (InterruptedException e) {
            result.cancel(true);
            Thread.currentThread().interrupt();
            var interrupted = new InterruptedIOException("interrupted while waiting for bytes");
            interrupted.initCause(e);
            throw interrupted;
        } catch (ExecutionException e) {
            throw failure(e);
        }
    }

    private static IOException failure(Throwable e) {
        Throwable cause = e;
        while ((cause instanceof ExecutionException || cause instanceof CompletionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof IOException failure
                ? failure
                : new IOException(String.valueOf(cause.getMessage()), cause);
    }

    /** One block of each piece. */
    private List<Block> blocks(long from, int length) {
        List<Block> blocks = new ArrayList<>();
        for (long next = from; next < from + length;) {
            int piece = layout.pieceAt(next);
            int offset = (int) (next - layout.pieceOffset(piece));
            int part = (int) Math.min(from + length - next, layout.pieceLength(piece) - offset);
            blocks.add(new Block(piece, offset, part));
            next += part;
        }
        return blocks;
    }

    /** Tells the swarm where this file is read on, when that is another piece than before. */
    private synchronized void noteRead(long position, int length) {
        sessions.read(position, length);
        List<PieceRange> ranges = sessions.positions().stream().map(next -> start + next)
                .filter(next -> next < end)
                .map(next -> new PieceRange(layout.pieceAt(next), layout.pieceAt(end - 1)))
                .toList();
        if (!ranges.equals(ahead) && !closed) {
            ahead = ranges;
            requests.readAhead(new ReadAhead(id, ranges));
        }
    }

    /** One read: waits for its pieces, then copies their bytes. */
    private final class Read {
        private final List<Block> blocks;
        private final ByteBuffer into;
        private final CompletableFuture<Integer> result = new CompletableFuture<>();
        private final List<ReadRequest> waiting = new ArrayList<>();
        private int attempts;

        Read(List<Block> blocks, ByteBuffer into) {
            this.blocks = blocks;
            this.into = into;
        }

        void begin() {
            if (isAllHere()) {
                copy();
            } else {
                request();
            }
            var _ = result.whenComplete((_, _) -> cancelWaiting());
        }

        private boolean isAllHere() {
            PieceStore here = store;
            return here != null && blocks.stream().allMatch(block -> here.has(block.piece()));
        }

        private void request() {
            List<ReadRequest> asked = blocks.stream()
                    .filter(block -> !isHere(block.piece()))
                    .map(block -> new ReadRequest(id, block.piece(), new CompletableFuture<>()))
                    .toList();
            synchronized (waiting) {
                waiting.addAll(asked);
            }
            asked.forEach(requests::request);
            var _ = CompletableFuture
                    .allOf(asked.stream().map(ReadRequest::ready)
                            .toArray(CompletableFuture[]::new))
                    .whenCompleteAsync((_, failure) -> ready(asked, failure), READERS);
        }

        private boolean isHere(int piece) {
            PieceStore here = store;
            return here != null && here.has(piece);
        }

        private void ready(List<ReadRequest> asked, @Nullable Throwable failure) {
            if (result.isDone()) {
                return;
            }
            if (failure != null) {
                result.completeExceptionally(failure(failure));
                return;
            }
            synchronized (waiting) {
                waiting.removeAll(asked);
            }
            if (!asked.isEmpty()) {
                store = asked.getFirst().ready().join();
            }
            copy();
        }

        private void copy() {
            PieceStore from = Objects.requireNonNull(store);
            int start = into.position();
            int limit = into.limit();
            try {
                int copied = 0;
                for (Block block : blocks) {
                    from.read(block, into.limit(start + copied + block.length()));
                    copied += block.length();
                }
                into.limit(limit);
                result.complete(copied);
            } catch (IOException | IllegalArgumentException e) {
                into.limit(limit).position(start);
                retry(from, e);
            }
        }

        /** A piece was evicted meanwhile, or found damaged. The store reports it before it is requested again. */
        private void retry(PieceStore from, Exception cause) {
            attempts++;
            if (attempts == MAX_ATTEMPTS) {
                result.completeExceptionally(
                        new IOException("cannot be read: " + cause.getMessage(), cause));
                return;
            }
            var _ = from.flush().whenCompleteAsync((_, _) -> request(), READERS);
        }

        private void cancelWaiting() {
            synchronized (waiting) {
                waiting.forEach(requests::cancel);
                waiting.clear();
            }
        }
    }

    /** Ends its read-ahead; reads that wait fail. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            requests.readerClosed(id);
        }
    }
}
