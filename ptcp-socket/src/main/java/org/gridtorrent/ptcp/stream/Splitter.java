package org.gridtorrent.ptcp.stream;

import java.io.IOException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
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
 * The packet splitter: cuts what is written into sub-packets and keeps each until the peer has it.
 *
 * <p>Whichever stream is free takes the next one: first what a dead stream had not delivered, then what
 * is new, as far as the peer's window goes, and when there is neither, a copy of what is late elsewhere
 * ({@link InFlightSubPackets}). A number is given when a sender takes the sub-packet; what was written meanwhile
 * is gathered in the last one of the queue until that is full, so that many small writes over a slow
 * line become few sub-packets.
 *
 * <p>At most {@code maxBuffers} are held, queued or under way; of those only a few per stream are queued,
 * so that the same buffers, still in the processor's cache, are used again. A writer waits for one.
 *
 * <p>Thread-safe; writers take turns.
 */
public final class Splitter {
    private static final int QUEUED_PER_STREAM = 2;
    private static final int QUEUED_AT_LEAST = 16;

    private final ReentrantLock turn = new ReentrantLock();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition mayWrite = lock.newCondition();
    private final Condition allDelivered = lock.newCondition();
    private final ArrayDeque<ByteBuffer> queue = new ArrayDeque<>();

    private final IdleSenders idle;
    private final InFlightSubPackets inFlight = new InFlightSubPackets(this::free);
    private final BufferPool pool;
    private final int payloadLength;
    private final int maxBuffers;
    private final LongConsumer blocked;
    private final LongSupplier nanoTime;
    private int streams;
    private int heldBuffers;
    private long nextNumber;
    private long limit;
    private long blockedAt = -1;

    private boolean ended;
    private @Nullable IOException failure;

    /**
     * @param limit sub-packets that the peer takes at first
     * @param blocked told the peer's limit when it keeps something back
     */
    public Splitter(
            BufferPool pool,
            int payloadLength,
            int maxBuffers,
            long limit,
            LongConsumer blocked,
            LongSupplier nanoTime) {
        this.pool = pool;
        this.payloadLength = payloadLength;
        this.maxBuffers = maxBuffers;
        this.limit = limit;
        this.blocked = blocked;
        this.nanoTime = nanoTime;
        this.idle = new IdleSenders(nanoTime);
    }

    /** Queues all of the source, waiting for room; on return the source may be used again. */
    public void write(ByteBuffer source) throws IOException {
        turn.lock();
        try {
            while (source.hasRemaining()) {
                if (!append(source)) {
                    ByteBuffer buffer = takeReserved().limit(payloadLength);
                    move(source, buffer);
                    enqueue(buffer);
                }
            }
        } finally {
            turn.unlock();
        }
    }

    /** The buffer for which {@link #append} made room. */
    private ByteBuffer takeReserved() {
        boolean taken = false;
        try {
            ByteBuffer buffer = pool.take();
            taken = true;
            return buffer;
        } finally {
            if (!taken) {
                giveRoomBack();
            }
        }
    }

    private void giveRoomBack() {
        lock.lock();
        try {
            heldBuffers--;
            wakeWriter();
        } finally {
            lock.unlock();
        }
    }

    /** Adds to the last sub-packet if no sender has it yet; otherwise makes room for a new one. */
    private boolean append(ByteBuffer source) throws IOException {
        lock.lock();
        try (TimedWait wait = new TimedWait(TimedWait.FOREVER)) {
            while (true) {
                requireOpen();
                ByteBuffer last = queue.peekLast();
                if (last != null && last.hasRemaining()) {
                    move(source, last);
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
        return Math.max(QUEUED_AT_LEAST, QUEUED_PER_STREAM * streams);
    }

    private void enqueue(ByteBuffer buffer) throws IOException {
        lock.lock();
        try {
            if (failure != null || ended) {
                discard(buffer);
            }
            requireOpen();
            queue.add(buffer);
            idle.wakeOne();
        } finally {
            lock.unlock();
        }
    }

    /** The account of a stream that may take sub-packets from now on. */
    public StreamSendState open() {
        lock.lock();
        try {
            streams++;
            return new StreamSendState(lock.newCondition(), nanoTime.getAsLong());
        } finally {
            lock.unlock();
        }
    }

    /** The next sub-packet for a stream that is free; null when it is to carry no more. */
    @Nullable
    public SentSubPacket take(StreamSendState stream) throws InterruptedException {
        lock.lock();
        try {
            SentSubPacket packet = null;
            while (stream.takesMore() && (packet = poll(stream)) == null) {
                idle.await(stream, queue.isEmpty(),
                        inFlight.nanosUntilLate(stream, isFull(), nanoTime.getAsLong()));
            }
            return packet;
        } finally {
            lock.unlock();
        }
    }

    /** What the stream should carry now; null if there is nothing for it at the moment. */
    @Nullable
    SentSubPacket poll(StreamSendState stream) {
        lock.lock();
        try {
            long now = nanoTime.getAsLong();
            if (!stream.hasRoom()) {
                return null;
            }
            SentSubPacket packet = inFlight.again(stream, isFull(), now);
            if (packet == null && !queue.isEmpty() && nextNumber < limit) {
                packet = new SentSubPacket(nextNumber++, queue.remove().flip());
                inFlight.begin(packet, stream, now);
                idle.wakeWatcher();
                wakeWriter();
            } else if (packet == null) {
                stream.rest(now);
                tellBlocked();
            }
            return packet;
        } finally {
            lock.unlock();
        }
    }

    /** There is something to send, and the peer's window has no room for it. */
    private boolean isFull() {
        return !queue.isEmpty() && nextNumber >= limit;
    }

    private void tellBlocked() {
        if (isFull() && blockedAt != limit) {
            blockedAt = limit;
            blocked.accept(limit);
        }
    }

    /** Only when there is room for several: waking it for each would cost more than the work. */
    private void wakeWriter() {
        if (queue.size() <= maxQueued() / 2) {
            mayWrite.signal();
        }
    }

    /** The sender has done with the sub-packet: the kernel has it, or the stream died. */
    public void written(SentSubPacket packet) {
        lock.lock();
        try {
            inFlight.written(packet);
        } finally {
            lock.unlock();
        }
    }

    private void free(SentSubPacket packet) {
        discard(packet.buffer());
    }

    private void discard(ByteBuffer buffer) {
        pool.release(buffer);
        heldBuffers--;
        wakeWriter();
    }

    /** The peer has so many bytes of the stream. */
    public void confirm(StreamSendState stream, long bytes) throws ProtocolException {
        lock.lock();
        try {
            inFlight.confirm(stream, bytes, nanoTime.getAsLong());
            idle.confirmed(stream);
            signalIfDelivered();
        } finally {
            lock.unlock();
        }
    }

    /** The stream is no more: what it has not delivered goes over others. */
    public void abandon(StreamSendState stream) {
        lock.lock();
        try {
            streams--;
            inFlight.abandon(stream);
            idle.dismiss(stream);
            idle.wakeAll();
        } finally {
            lock.unlock();
        }
    }

    /** The stream takes nothing new; what it was given stays its to deliver. */
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

    public boolean isDrained(StreamSendState stream) {
        lock.lock();
        try {
            return stream.isDrained();
        } finally {
            lock.unlock();
        }
    }

    /** For how long the stream has confirmed nothing, beyond what it usually takes. */
    public long overdueNanos(StreamSendState stream, int deliveries) {
        lock.lock();
        try {
            long stalled = stream.stalledNanos(nanoTime.getAsLong());
            return stalled - deliveries * stream.deliveryNanos();
        } finally {
            lock.unlock();
        }
    }

    /** The peer has room for sub-packets below the limit; an older, smaller limit changes nothing. */
    public void grant(long newLimit) {
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

    /** Nothing more is written; what is queued still goes. Returns how many sub-packets there are. */
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

    /** Writers get the failure from now on; what was not delivered is dropped. */
    public void fail(IOException cause) {
        lock.lock();
        try {
            if (failure == null) {
                failure = cause;
            }
            ByteBuffer queued;
            while ((queued = queue.poll()) != null) {
                discard(queued);
            }
            inFlight.forgetAll();
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

    /** Waits until the peer has everything, whoever interrupts; false if the time is over before. */
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

    /** Bytes that the peer has confirmed: what goodput is measured by. */
    public long deliveredBytes() {
        lock.lock();
        try {
            return inFlight.deliveredBytes();
        } finally {
            lock.unlock();
        }
    }

    /** Time that senders spent waiting for something to be written, all streams added up. */
    public long starvedNanos() {
        lock.lock();
        try {
            return idle.starvedNanos();
        } finally {
            lock.unlock();
        }
    }

    /** Sub-packets that were sent on a second stream. */
    public long resent() {
        lock.lock();
        try {
            return inFlight.resent();
        } finally {
            lock.unlock();
        }
    }

    /** Bytes of buffers that are held at the moment. */
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

    private static void move(ByteBuffer source, ByteBuffer target) {
        int length = Math.min(source.remaining(), target.remaining());
        target.put(target.position(), source, source.position(), length);
        target.position(target.position() + length);
        source.position(source.position() + length);
    }
}
