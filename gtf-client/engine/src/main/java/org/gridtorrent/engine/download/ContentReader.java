package org.gridtorrent.engine.download;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.gridtorrent.engine.download.ReadAhead.PieceRange;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.storage.PieceStore;

/**
 * Stream of a part of a content that is still being downloaded. What it reads next is fetched next,
 * whatever is selected. A read blocks until its piece is verified and synced, while the swarm runs; an
 * interrupt ends it with an {@link InterruptedIOException}. Until the stream is closed, its next pieces
 * stay wanted. Not buffered; for one thread.
 */
public final class ContentReader extends InputStream {
    /** Read-ahead in bytes. */
    private static final long READ_AHEAD = 16L << 20;
    private static final int MAX_PIECES_AHEAD = 32;
    private static final int MAX_ATTEMPTS = 5;
    private static final long STOPPED_CHECK_MS = 500;
    private static final int NONE = -1;

    private final long id = ReaderIds.next();
    private final PieceLayout layout;
    private final ReadRequests requests;
    private final long end;
    private long timeoutNs = Long.MAX_VALUE;
    private long position;
    private boolean closed;
    /** For the current piece. */
    private ReadRequest request = new ReadRequest(id, NONE, new CompletableFuture<>());
    private int piece = NONE;

    /** Reads the content's bytes from {@code position} to before {@code end}. */
    public ContentReader(PieceLayout layout, ReadRequests requests, long position, long end) {
        this.layout = layout;
        this.requests = requests;
        this.position = position;
        this.end = end;
    }

    /** A read that waits longer for its piece ends with a {@link SocketTimeoutException}. */
    public void setTimeout(Duration timeout) {
        timeoutNs = timeout.toNanos();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, into.length);
        if (closed) {
            throw new IOException("the reader is closed");
        }
        if (length == 0 || position >= end) {
            return length == 0 ? 0 : -1;
        }
        Block block = next(length);
        read(block, into, offset);
        position += block.length();
        return block.length();
    }

    /** Skips bytes without waiting for them. */
    @Override
    public long skip(long length) {
        long skipped = Math.clamp(length, 0, end - position);
        position += skipped;
        return skipped;
    }

    private void read(Block block, byte[] into, int offset) throws IOException {
        for (int attempt = 1;; attempt++) {
            PieceStore store = await(block.piece());
            try {
                store.read(block, ByteBuffer.wrap(into, offset, block.length()));
                return;
            } catch (IOException | IllegalArgumentException e) {
                if (attempt == MAX_ATTEMPTS) {
                    throw new IOException("cannot be read: " + e.getMessage(), e);
                }
                // Another program changed the file. The store reports that to the swarm before the
                // piece is requested again.
                piece = NONE;
                settle(store.flush(), block.piece());
            }
        }
    }

    private Block next(int length) {
        int next = layout.pieceAt(position);
        int from = (int) (position - layout.pieceOffset(next));
        int most = (int) Math.min(end - position, layout.pieceLength(next) - from);
        return new Block(next, from, Math.min(length, most));
    }

    private PieceStore await(int wanted) throws IOException {
        if (piece != wanted) {
            ask(wanted);
        }
        return settle(request.ready(), wanted);
    }

    private <T> T settle(CompletableFuture<T> future, int wanted) throws IOException {
        long beganNs = System.nanoTime();
        while (true) {
            try {
                return future.get(STOPPED_CHECK_MS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                if (!requests.isRunning()) {
                    var stopped = new SwarmStoppedException();
                    stopped.addSuppressed(e);
                    throw stopped;
                }
                if (System.nanoTime() - beganNs > timeoutNs) {
                    throw new SocketTimeoutException("piece " + wanted + " does not come in time");
                }
            } catch (ExecutionException e) {
                piece = NONE;
                Throwable why = e.getCause() == null ? e : e.getCause();
                throw new IOException("piece " + wanted + " does not come: " + why.getMessage(), e);
            } catch (InterruptedException e) {
                throw interrupted(e, wanted);
            }
        }
    }

    private static IOException interrupted(InterruptedException e, int wanted) {
        Thread.currentThread().interrupt();
        IOException interrupted = new InterruptedIOException(
                "interrupted while waiting for piece " + wanted);
        interrupted.initCause(e);
        return interrupted;
    }

    private void ask(int wanted) {
        long ahead = Math.clamp(READ_AHEAD / layout.pieceLength(), 1, MAX_PIECES_AHEAD);
        int last = (int) Math.min(wanted + ahead, layout.pieceAt(end - 1));
        if (request.piece() != NONE && !request.ready().isDone()) {
            requests.cancel(request);
        }
        request = new ReadRequest(id, wanted, new CompletableFuture<>());
        piece = wanted;
        requests.request(request);
        requests.readAhead(new ReadAhead(id, List.of(new PieceRange(wanted, last))));
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            requests.readerClosed(id);
        }
    }
}
