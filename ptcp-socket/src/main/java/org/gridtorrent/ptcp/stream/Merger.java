package org.gridtorrent.ptcp.stream;

import java.io.IOException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import org.gridtorrent.ptcp.net.TimedWait;
import org.gridtorrent.ptcp.net.WireFormat;
import org.jspecify.annotations.Nullable;

/**
 * Packet merger: puts the sub-packets of all streams back into order for the reader.
 *
 * <p>It holds at most a window of sub-packets. The peer may send only numbers below a limit, which rises as the
 * reader consumes. So there is a slot for everything that arrives, a receiver never waits here, and the
 * sub-packet that the reader needs is never stuck behind another one. A new limit goes to the peer each time a
 * quarter of the window was consumed. A sub-packet that comes twice, because its stream died or was late, is
 * dropped.
 *
 * <p>The window begins small. It doubles when the peer says that the limit kept something back while the reader
 * waits, because then the line needs it. A slow reader never makes it grow.
 *
 * <p>Thread-safe. Readers take turns; {@code lock} guards everything else.
 */
public final class Merger {
    private final ReentrantLock readerTurn = new ReentrantLock();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final BufferPool pool;
    private final LongConsumer onLimit;
    private final int maxWindowLength;
    private final ReorderBuffer window;
    private long limit;
    private long announcedLimit;

    /** Limit that was announced when the window grew last: a peer blocked at it has not seen the growth. */
    private long grownAtLimit = -1;

    private long received;
    private long highest = -1;
    private long end = -1;
    private boolean discarding;
    private @Nullable IOException failure;

    /** Whether nothing will be read any more. */
    private volatile boolean unwanted;

    /** Sub-packet that the reader whose turn it is copies from. */
    private @Nullable ByteBuffer head;

    /** @param onLimit gets each new limit, for the peer */
    public Merger(
            BufferPool pool, int windowLength, int maxWindowLength, LongConsumer onLimit) {
        this.pool = pool;
        this.maxWindowLength = maxWindowLength;
        this.onLimit = onLimit;
        this.window = new ReorderBuffer(windowLength);
        this.limit = windowLength;
        this.announcedLimit = windowLength;
    }

    /** Takes a sub-packet that arrived; from now on the merger owns its payload. */
    public void offer(long number, ByteBuffer payload) throws ProtocolException {
        lock.lock();
        try {
            if (number >= limit || (end >= 0 && number >= end)) {
                pool.release(payload);
                throw new ProtocolException("sub-packet " + number + " lies outside the window");
            }
            if (discarding || failure != null) {
                drop(number, payload);
                return;
            }
            if (!window.put(number, payload)) {
                pool.release(payload);
                return;
            }
            received++;
            highest = Math.max(highest, number);
            if (number == window.next()) {
                arrived.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    private void drop(long number, ByteBuffer payload) {
        pool.release(payload);
        highest = Math.max(highest, number);
        limit = Math.max(limit, highest + 1 + window.length());
        announceLimit();
    }

    /** Takes the peer's word that the limit keeps something back; the window grows if the reader waits. */
    public void peerBlocked(long atLimit) {
        lock.lock();
        try {
            boolean readerWaits = window.isNextMissing();
            if (atLimit > grownAtLimit && readerWaits && !discarding && failure == null) {
                growWindow(Math.min(maxWindowLength, 2 * window.length()));
            }
        } finally {
            lock.unlock();
        }
    }

    private void growWindow(int length) {
        if (length == window.length()) {
            return;
        }
        window.grow(length);
        grownAtLimit = announcedLimit;
        limit = window.limit();
        announceLimit();
    }

    /**
     * Reads what is there, at least one byte, and waits for it; -1 at the end.
     *
     * @param timeoutNanos {@link TimedWait#FOREVER} for no limit, 0 to take only what is there; includes the wait
     *     for other readers
     */
    public int read(ByteBuffer target, long timeoutNanos) throws IOException {
        long left = TimedWait.lock(readerTurn, timeoutNanos);
        if (left < 0 && timeoutNanos == 0) {
            return -1;
        }
        if (left < 0) {
            throw timedOut();
        }
        try {
            if (!target.hasRemaining()) {
                return 0;
            }
            if (!fetchHead(left)) {
                return -1;
            }
            int start = target.position();
            do {
                copyHead(target);
            } while (target.hasRemaining() && fetchHead(0));
            return target.position() - start;
        } finally {
            readerTurn.unlock();
            releaseHeadIfUnwanted();
        }
    }

    /** Makes the next sub-packet the head; false at the end, or when there is none and no time. */
    private boolean fetchHead(long timeoutNanos) throws IOException {
        lock.lock();
        try (TimedWait wait = new TimedWait(timeoutNanos)) {
            while (true) {
                if (failure != null && timeoutNanos != 0) {
                    throw new SocketException(failure.getMessage(), failure);
                }
                if (discarding || failure != null) {
                    return false;
                }
                if (head != null) {
                    return true;
                }
                head = window.takeNext();
                if (head != null) {
                    return true;
                }
                if (window.next() == end || timeoutNanos == 0) {
                    return false;
                }
                if (wait.isExpired()) {
                    throw timedOut();
                }
                wait.await(arrived);
            }
        } finally {
            lock.unlock();
        }
    }

    private static SocketTimeoutException timedOut() {
        return new SocketTimeoutException("Read timed out");
    }

    private void copyHead(ByteBuffer target) {
        ByteBuffer source = head;
        if (source == null) {
            return;
        }
        BufferPool.copy(source, target);
        if (!source.hasRemaining()) {
            consumeHead(source);
        }
    }

    private void consumeHead(ByteBuffer consumed) {
        lock.lock();
        try {
            head = null;
            pool.release(consumed);
            window.advance();
            if (!discarding) {
                limit = window.limit();
                announceLimit();
            }
        } finally {
            lock.unlock();
        }
    }

    private void announceLimit() {
        boolean worthIt = limit - announcedLimit >= window.length() / 4;
        boolean needed = end < 0 || announcedLimit < end;
        if (worthIt && needed) {
            announcedLimit = limit;
            onLimit.accept(limit);
        }
    }

    /** Bytes that a read would return at once. */
    public int available() {
        lock.lock();
        try {
            if (discarding || failure != null) {
                return 0;
            }
            long bytes = (head == null ? 0 : head.remaining()) + window.contiguousBytes();
            return (int) Math.min(bytes, Integer.MAX_VALUE);
        } finally {
            lock.unlock();
        }
    }

    /** Takes the peer's END: its direction consists of so many sub-packets. */
    public void end(long count) throws ProtocolException {
        lock.lock();
        try {
            if (end >= 0 || count <= highest) {
                throw new ProtocolException("a second or too early END of " + count);
            }
            end = count;
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether everything that the peer sends has arrived, or is discarded. */
    public boolean isComplete() {
        lock.lock();
        try {
            return discarding || (end >= 0 && received == end);
        } finally {
            lock.unlock();
        }
    }

    /** Bytes of all held buffers, as if each were full. */
    public long heldBytes() {
        lock.lock();
        try {
            return (long) (window.count() + (head == null ? 0 : 1)) * WireFormat.PAYLOAD_LENGTH;
        } finally {
            lock.unlock();
        }
    }

    /** Drops what is here and what comes; readers see the end. */
    public void discard() {
        lock.lock();
        try {
            if (!discarding) {
                discarding = true;
                limit = Math.max(limit, highest + 1 + window.length());
                clearWindow();
                announceLimit();
            }
        } finally {
            lock.unlock();
        }
        releaseHeadIfUnwanted();
    }

    /** Fails all readers from now on, and drops what was not read. The first failure stays. */
    public void fail(IOException cause) {
        lock.lock();
        try {
            if (failure == null) {
                failure = cause;
            }
            clearWindow();
        } finally {
            lock.unlock();
        }
        releaseHeadIfUnwanted();
    }

    /** Releases the head unless a reader may copy from it; that reader releases it afterwards. */
    private void releaseHeadIfUnwanted() {
        if (unwanted && readerTurn.tryLock()) {
            try {
                releaseHead();
            } finally {
                readerTurn.unlock();
            }
        }
    }

    private void releaseHead() {
        lock.lock();
        try {
            ByteBuffer unread = head;
            if (unread != null) {
                head = null;
                window.advance();
                pool.release(unread);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Leaves the head, from which a reader may copy. */
    private void clearWindow() {
        unwanted = true;
        window.clear(pool::release);
        arrived.signalAll();
    }
}
