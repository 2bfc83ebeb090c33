package org.gridtorrent.ptcp.stream;

import java.io.IOException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.gridtorrent.ptcp.net.Deadline;
import org.gridtorrent.ptcp.net.SocketInterrupts;
import org.gridtorrent.ptcp.net.TimedWait;
import org.gridtorrent.ptcp.net.WireFormat;
import org.jspecify.annotations.Nullable;

/**
 * Packet splitter: cuts written bytes into sub-packets and keeps each until the peer has confirmed it.
 *
 * <p>Each free stream takes the next sub-packet. What a dead stream has not delivered comes first, then new bytes
 * as far as the peer's window and {@link AheadLimit} go, and then a copy of what is late on another stream
 * ({@link InFlightSubPackets}). A sub-packet gets its number when a sender takes it. Until then further writes
 * fill the last one of the queue, so that many small writes over a slow line become few sub-packets.
 *
 * <p>On a long line a stream whose TCP window is still small, or small again, takes round trips for a whole
 * sub-packet, and what was written is often no more than a few of them. So while little is in flight there,
 * sub-packets are short, and the stream that has the least out takes the next.
 *
 * <p>At most {@code maxBuffers} are held, queued or in flight, and a writer waits for a free one. Only a few for
 * each stream are queued, so that the same buffers are used again while they are in the processor's cache.
 *
 * <p>Thread-safe. Writers take turns; {@code lock} guards everything else.
 */
public final class Splitter {
    private static final int QUEUED_PER_STREAM = 2;
    private static final int MIN_QUEUED = 16;

    /** With its header no more than TCP sends at once on a new connection: ten segments (RFC 6928). */
    private static final int SHORT_LENGTH = 14_336;

    /** Short sub-packets in flight for each stream, beyond which sub-packets are whole. */
    private static final int SHORT_PER_STREAM = 2;

    /** Shortest delivery time of a long line; below it, short sub-packets would cost more than they save. */
    private static final long LONG_LINE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final ReentrantLock writerTurn = new ReentrantLock();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition mayWrite = lock.newCondition();
    private final Condition allDelivered = lock.newCondition();
    private final ArrayDeque<ByteBuffer> queue = new ArrayDeque<>();

    private final IdleSenders idle;
    private final AheadLimit ahead;
    private final InFlightSubPackets inFlight = new InFlightSubPackets(
            packet -> release(packet.buffer()));
    private final BufferPool pool;
    private final int payloadLength;
    private final int maxBuffers;
    private final LongConsumer onBlocked;
    private final LongSupplier nanoTime;
    /** Without those that were removed. */
    private final Set<StreamSendState> streams = new LinkedHashSet<>();
    private int heldBuffers;
    private long nextNumber;
    private long limit;
    private long blockedAt = -1;

    private boolean ended;
    private @Nullable IOException failure;

    /**
     * @param limit sub-packets that the peer takes at first
     * @param onBlocked gets the peer's limit when the window keeps something back
     */
    public Splitter(
            BufferPool pool,
            int payloadLength,
            int maxBuffers,
            long limit,
            LongConsumer onBlocked,
            LongSupplier nanoTime) {
        this.pool = pool;
        this.payloadLength = payloadLength;
        this.maxBuffers = maxBuffers;
        this.limit = limit;
        this.onBlocked = onBlocked;
        this.nanoTime = nanoTime;
        this.idle = new IdleSenders(nanoTime);
        this.ahead = new AheadLimit(nanoTime.getAsLong());
    }

    /** Queues all of the source, waiting for room. Afterwards the caller may use the source again. */
    public void write(ByteBuffer source) throws IOException {
        writerTurn.lock();
        try {
            while (source.hasRemaining()) {
                if (!appendOrReserve(source)) {
                    ByteBuffer buffer = takeReserved().limit(nextLength());
                    BufferPool.copy(source, buffer);
                    enqueue(buffer);
                }
            }
        } finally {
            writerTurn.unlock();
        }
    }

    /** Fills the last queued sub-packet and returns true, or waits, reserves a buffer and returns false. */
    private boolean appendOrReserve(ByteBuffer source) throws IOException {
        lock.lock();
        try (TimedWait wait = new TimedWait(TimedWait.FOREVER)) {
            while (true) {
                requireOpen();
                ByteBuffer last = queue.peekLast();
                if (last != null && last.hasRemaining()) {
                    BufferPool.copy(source, last);
                    return true;
                }
                if (room() > 0) {
                    heldBuffers++;
                    return false;
                }
                wait.await(mayWrite);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Bytes of the sub-packet that is about to be begun. */
    private int nextLength() {
        lock.lock();
        try {
            return isSpread() ? Math.min(SHORT_LENGTH, payloadLength) : payloadLength;
        } finally {
            lock.unlock();
        }
    }

    /** Whether short sub-packets go over all streams. */
    private boolean isSpread() {
        return inFlight.shortestDeliveryNanos() >= LONG_LINE_NANOS
                && inFlight.bytes() < (long) SHORT_PER_STREAM * SHORT_LENGTH * streams.size();
    }

    private ByteBuffer takeReserved() {
        boolean taken = false;
        try {
            ByteBuffer buffer = pool.take();
            taken = true;
            return buffer;
        } finally {
            if (!taken) {
                cancelReservation();
            }
        }
    }

    private void cancelReservation() {
        lock.lock();
        try {
            heldBuffers--;
            wakeWriter();
        } finally {
            lock.unlock();
        }
    }

    /** Sub-packets that can be begun before a writer has to wait. */
    int room() {
        lock.lock();
        try {
            return Math.min(maxBuffers - heldBuffers, maxQueued() - queue.size());
        } finally {
            lock.unlock();
        }
    }

    private int maxQueued() {
        return Math.max(MIN_QUEUED, QUEUED_PER_STREAM * streams.size());
    }

    private void enqueue(ByteBuffer buffer) throws IOException {
        lock.lock();
        try {
            if (failure != null || ended) {
                release(buffer);
            }
            requireOpen();
            queue.add(buffer);
            idle.wakeOne();
        } finally {
            lock.unlock();
        }
    }

    /** Adds a stream, which may take sub-packets from now on. */
    public StreamSendState openStream() {
        lock.lock();
        try {
            StreamSendState stream = new StreamSendState(lock.newCondition(),
                    nanoTime.getAsLong());
            streams.add(stream);
            return stream;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the next sub-packet for a free stream; null when the stream gets no more. */
    public @Nullable SentSubPacket take(StreamSendState stream) throws InterruptedException {
        lock.lock();
        try {
            SentSubPacket packet = null;
            while (stream.takesNew() && (packet = poll(stream)) == null) {
                idle.await(stream, queue.isEmpty(),
                        inFlight.nanosUntilLate(stream, isWindowFull(), nanoTime.getAsLong()));
            }
            return packet;
        } finally {
            lock.unlock();
        }
    }

    /** The sub-packet that the stream should send now; null if there is none at the moment. */
    @Nullable
    SentSubPacket poll(StreamSendState stream) {
        lock.lock();
        try {
            long now = nanoTime.getAsLong();
            if (!stream.hasRoom()) {
                return null;
            }
            SentSubPacket packet = inFlight.resend(stream, isWindowFull(), now);
            if (packet == null && !queue.isEmpty() && !isWindowFull() && !isLeftToAnother(stream)) {
                packet = new SentSubPacket(nextNumber++, queue.remove().flip());
                inFlight.add(packet, stream, now);
                wakeWriter();
            }
            if (packet == null) {
                stream.markIdle(now);
                reportBlocked();
            } else {
                idle.wakeLateWatcher();
            }
            return packet;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Whether another stream, which has less out, takes the next sub-packet. Its sender is woken, and takes it in
     * any case: it has the least out, and leaves it to nobody.
     */
    private boolean isLeftToAnother(StreamSendState stream) {
        if (!isSpread()) {
            return false;
        }
        Optional<StreamSendState> least = streams.stream().filter(StreamSendState::takesNew)
                .min(Comparator.comparingLong(StreamSendState::outBytes))
                .filter(other -> other.outBytes() < stream.outBytes());
        least.ifPresent(idle::wake);
        return least.isPresent();
    }

    /** Whether something is queued that has to wait until the peer has the oldest sub-packet. */
    private boolean isWindowFull() {
        return !queue.isEmpty() && (nextNumber >= limit || inFlight.bytes() >= ahead.bytes());
    }

    private void reportBlocked() {
        if (!queue.isEmpty() && nextNumber >= limit && blockedAt != limit) {
            blockedAt = limit;
            onBlocked.accept(limit);
        }
    }

    /** Wakes a writer once there is room for several sub-packets: a wake-up for each would cost too much. */
    private void wakeWriter() {
        if (queue.size() <= maxQueued() / 2) {
            mayWrite.signal();
        }
    }

    /** Notes that a sender is done with the sub-packet: the kernel has it, or the stream died. */
    public void writeFinished(SentSubPacket packet) {
        lock.lock();
        try {
            inFlight.writeFinished(packet);
        } finally {
            lock.unlock();
        }
    }

    private void release(ByteBuffer buffer) {
        pool.release(buffer);
        heldBuffers--;
        wakeWriter();
    }

    /**
     * Takes an ACK.
     *
     * @param bytes of the stream that the peer has, in all
     */
    public void confirm(StreamSendState stream, long bytes) throws ProtocolException {
        lock.lock();
        try {
            long now = nanoTime.getAsLong();
            boolean wasFull = isWindowFull();
            inFlight.confirm(stream, bytes, now);
            ahead.confirmed(inFlight.deliveredBytes(), now);
            idle.confirmed(stream);
            if (wasFull && !isWindowFull()) {
                idle.wakeAll();
            }
            signalIfDelivered();
        } finally {
            lock.unlock();
        }
    }

    /** Removes a stream; what it has not delivered goes over other streams. */
    public void removeStream(StreamSendState stream) {
        lock.lock();
        try {
            streams.remove(stream);
            inFlight.removeStream(stream);
            idle.dismiss(stream);
            idle.wakeAll();
        } finally {
            lock.unlock();
        }
    }

    /** Gives the stream nothing new from now on; it still has to deliver what it was given. */
    public void retire(StreamSendState stream) {
        lock.lock();
        try {
            stream.retire();
            idle.dismiss(stream);
            idle.wakeOne();
        } finally {
            lock.unlock();
        }
    }

    /** Whether the peer has everything that the stream was given. */
    public boolean isDrained(StreamSendState stream) {
        lock.lock();
        try {
            return stream.isDrained();
        } finally {
            lock.unlock();
        }
    }

    /** Time without a confirmation beyond so many of the stream's usual delivery times. */
    public long overdueNanos(StreamSendState stream, int deliveries) {
        lock.lock();
        try {
            long stalled = stream.stalledNanos(nanoTime.getAsLong());
            return stalled - deliveries * stream.deliveryNanos();
        } finally {
            lock.unlock();
        }
    }

    /** Lets sub-packets below the limit be sent; a limit below the last one changes nothing. */
    public void raiseLimit(long newLimit) {
        lock.lock();
        try {
            if (newLimit > limit) {
                limit = newLimit;
                idle.wakeAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends the output, but sends what is queued; returns how many sub-packets there are in all. */
    public long end() {
        lock.lock();
        try {
            ended = true;
            mayWrite.signalAll();
            signalIfDelivered();
            return nextNumber + queue.size();
        } finally {
            lock.unlock();
        }
    }

    /** Fails all writers from now on, and drops what is not delivered. The first failure stays. */
    public void fail(IOException cause) {
        lock.lock();
        try {
            if (failure == null) {
                failure = cause;
            }
            ByteBuffer queued;
            while ((queued = queue.poll()) != null) {
                release(queued);
            }
            inFlight.clear();
            mayWrite.signalAll();
            signalIfDelivered();
        } finally {
            lock.unlock();
        }
    }

    private void signalIfDelivered() {
        if (isDelivered()) {
            allDelivered.signalAll();
        }
    }

    private boolean isDelivered() {
        return (ended || failure != null) && queue.isEmpty() && inFlight.isEmpty();
    }

    /** Waits until the peer has everything; false if the time is over before. Interrupts do not end the wait. */
    public boolean awaitDelivered(Duration time) {
        boolean interrupted = false;
        Deadline deadline = Deadline.after(time);
        lock.lock();
        try {
            while (!isDelivered() && deadline.nanosLeft() > 0) {
                try {
                    allDelivered.awaitNanos(deadline.nanosLeft());
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            return isDelivered();
        } finally {
            lock.unlock();
            SocketInterrupts.restore(interrupted);
        }
    }

    /** Payload bytes that the peer has confirmed; goodput is measured by them. */
    public long deliveredBytes() {
        lock.lock();
        try {
            return inFlight.deliveredBytes();
        } finally {
            lock.unlock();
        }
    }

    /** Time that senders waited for the application to write, added up over all streams. */
    public long appLimitedNanos() {
        lock.lock();
        try {
            return idle.appLimitedNanos();
        } finally {
            lock.unlock();
        }
    }

    /** Times that a sub-packet was sent on one more stream. */
    public long resent() {
        lock.lock();
        try {
            return inFlight.resent();
        } finally {
            lock.unlock();
        }
    }

    /** Bytes of all held buffers, as if each were full. */
    public long heldBytes() {
        lock.lock();
        try {
            return (long) heldBuffers * WireFormat.PAYLOAD_LENGTH;
        } finally {
            lock.unlock();
        }
    }

    private void requireOpen() throws SocketException {
        if (failure != null) {
            throw new SocketException(failure.getMessage(), failure);
        }
        if (ended) {
            throw new SocketException("Socket output is shutdown");
        }
    }
}
