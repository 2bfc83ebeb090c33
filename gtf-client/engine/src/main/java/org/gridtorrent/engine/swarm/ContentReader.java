package org.gridtorrent.engine.swarm;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.storage.PieceStore;

/**
 * Part of a content, read while it comes: what is read next is fetched next, whatever is selected.
 * A read waits for its piece to be verified and synced, as long as the swarm runs; interrupting the
 * thread ends it with an {@link InterruptedIOException}. To be closed, for else its next pieces stay
 * wanted. Not buffered; for one thread.
 */
public final class ContentReader extends InputStream {
    /** What lies so far ahead of the reader (bytes) is wanted soon. */
    private static final long AHEAD = 16L << 20;
    private static final int MAX_PIECES_AHEAD = 32;
    private static final int MAX_ATTEMPTS = 5;
    private static final long STOPPED_CHECK_MS = 500;
    private static final int NONE = -1;
    private static final AtomicLong NEXT_ID = new AtomicLong();

    private final long id = NEXT_ID.getAndIncrement();
    private final PieceLayout layout;
    private final Consumer<SwarmEvent> mailbox;
    private final BooleanSupplier isRunning;
    private final long end;
    private long patienceNs = Long.MAX_VALUE;
    private long position;
    private boolean closed;
    /** Tells of the piece that is read from; done when it is there. */
    private CompletableFuture<PieceStore> ready = new CompletableFuture<>();
    private int piece = NONE;

    /** Reads the content's bytes from {@code position} to before {@code end}. */
    ContentReader(PieceLayout layout, Consumer<SwarmEvent> mailbox, BooleanSupplier isRunning,
            long position, long end) {
        this.layout = layout;
        this.mailbox = mailbox;
        this.isRunning = isRunning;
        this.position = position;
        this.end = end;
    }

    /** From now on a read that waits longer for its piece ends with a {@link SocketTimeoutException}. */
    public void waitAtMost(Duration patience) {
        patienceNs = patience.toNanos();
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

    /** Goes on further behind, without waiting for what lies between. */
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
                // Its file was changed by somebody else. What the store finds out about that is told
                // to the swarm before we ask for the piece again.
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
        return settle(ready, wanted);
    }

    private <T> T settle(CompletableFuture<T> future, int wanted) throws IOException {
        long beganNs = System.nanoTime();
        while (true) {
            try {
                return future.get(STOPPED_CHECK_MS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                if (!isRunning.getAsBoolean()) {
                    throw new IOException(Swarm.STOPPED, e);
                }
                if (System.nanoTime() - beganNs > patienceNs) {
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
        long ahead = Math.clamp(AHEAD / layout.pieceLength(), 1, MAX_PIECES_AHEAD);
        int last = (int) Math.min(wanted + ahead, layout.pieceAt(end - 1));
        ready = new CompletableFuture<>();
        piece = wanted;
        mailbox.accept(new SwarmEvent.ReadRequested(id, wanted, last, ready));
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            mailbox.accept(new SwarmEvent.ReaderClosed(id));
        }
    }
}
