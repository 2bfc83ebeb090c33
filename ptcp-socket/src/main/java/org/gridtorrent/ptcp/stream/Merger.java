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
 * The packet merger: puts sub-packets from all streams back into order for the reader.
 *
 * <p>It holds at most a window of sub-packets. The peer may send only numbers below a limit that this
 * class grants as the reader consumes, so there is always a place for what arrives: a receiver never
 * waits here, and the sub-packet that the reader needs can never be stuck behind one that has no place.
 * A limit is granted each time a quarter of the window was consumed. One that comes a second time,
 * because a stream died or was late, is thrown away.
 *
 * <p>The window begins small and doubles when the peer says that it kept something back while the reader
 * waits: then it is the line that needs it. A slow reader never makes it grow.
 *
 * <p>Thread-safe; readers take turns.
 */
public final class Merger {
    private final ReentrantLock turn = new ReentrantLock();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final BufferPool pool;
    private final LongConsumer granted;
    private final int maxWindowLength;
    private final ReorderBuffer window;
    private long limit;
    private long announcedLimit;

    /** A peer that was held back at an older limit did not know the wider window yet. */
    private long widenedAtLimit = -1;

    private long received;
    private long highest = -1;
    private long end = -1;
    private boolean discarding;
    private @Nullable IOException failure;

    /** Nothing will be read any more. */
    private volatile boolean unwanted;

    /** The one sub-packet that the reader whose turn it is has in hand. */
    private @Nullable ByteBuffer head;

    /** @param granted told each new limit, for the peer */
    public Merger(BufferPool pool, int windowLength, int maxWindowLength, LongConsumer granted) {
        this.pool = pool;
        this.maxWindowLength = maxWindowLength;
        this.granted = granted;
        this.window = new ReorderBuffer(windowLength);
        this.limit = windowLength;
        this.announcedLimit = windowLength;
    }

    /** Takes a sub-packet from a receiver; its payload is the merger's from now on. */
    public void offer(long number, ByteBuffer payload) throws ProtocolException {
        lock.lock();
        try {
            if (number >= limit || (end >= 0 && number >= end)) {
                pool.release(payload);
                throw new ProtocolException("sub-packet " + number + " lies outside the window");
            }
            if (discarding || failure != null) {
                discard(number, payload);
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

    private void discard(long number, ByteBuffer payload) {
        pool.release(payload);
        highest = Math.max(highest, number);
        limit = Math.max(limit, highest + 1 + window.length());
        announceLimit();
    }

    /** The peer has more than the limit lets it send. */
    public void peerIsBlocked(long atLimit) {
        lock.lock();
        try {
            boolean readerKeepsUp = window.lacksNext();
            if (atLimit > widenedAtLimit && readerKeepsUp && !discarding && failure == null) {
                widen(Math.min(maxWindowLength, 2 * window.length()));
            }
        } finally {
            lock.unlock();
        }
    }

    private void widen(int length) {
        if (length == window.length()) {
            return;
        }
        window.widen(length);
        widenedAtLimit = announcedLimit;
        limit = window.limit();
        announceLimit();
    }

    /**
     * Reads what is there, at least one byte, waiting for it if need be; -1 at the end.
     *
     * @param timeoutNanos {@link TimedWait#FOREVER} for no limit, 0 to take only what is there; the wait for
     *     other readers counts
     */
    public int read(ByteBuffer target, long timeoutNanos) throws IOException {
        long left = TimedWait.lock(turn, timeoutNanos);
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
            turn.unlock();
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
        int length = Math.min(source.remaining(), target.remaining());
        target.put(target.position(), source, source.position(), length);
        target.position(target.position() + length);
        source.position(source.position() + length);
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
            granted.accept(limit);
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

    /** The peer says that its direction consists of so many sub-packets. */
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

    /** Whether everything the peer sends has arrived, or nobody wants it. */
    public boolean isComplete() {
        lock.lock();
        try {
            return discarding || (end >= 0 && received == end);
        } finally {
            lock.unlock();
        }
    }

    /** Bytes of buffers that are held at the moment, as if each were full. */
    public long heldBytes() {
        lock.lock();
        try {
            return (long) (window.held() + (head == null ? 0 : 1)) * WireFormat.PAYLOAD_LENGTH;
        } finally {
            lock.unlock();
        }
    }

    /** Nobody reads any more: what is here and what comes is thrown away, reads see the end. */
    public void discard() {
        lock.lock();
        try {
            if (!discarding) {
                discarding = true;
                limit = Math.max(limit, highest + 1 + window.length());
                drop();
                announceLimit();
            }
        } finally {
            lock.unlock();
        }
        releaseHeadIfUnwanted();
    }

    /** Readers get the failure from now on. */
    public void fail(IOException cause) {
        lock.lock();
        try {
            if (failure == null) {
                failure = cause;
            }
            drop();
        } finally {
            lock.unlock();
        }
        releaseHeadIfUnwanted();
    }

    /** A reader whose turn it is may be copying from it; that one releases it afterwards. */
    private void releaseHeadIfUnwanted() {
        if (unwanted && turn.tryLock()) {
            try {
                releaseHead();
            } finally {
                turn.unlock();
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

    /** Leaves the head alone, which a reader may be copying from. */
    private void drop() {
        unwanted = true;
        window.clear(pool::release);
        arrived.signalAll();
    }
}
