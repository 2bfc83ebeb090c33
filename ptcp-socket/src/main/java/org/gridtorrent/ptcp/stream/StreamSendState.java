package org.gridtorrent.ptcp.stream;

import java.net.ProtocolException;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.Consumer;
import org.gridtorrent.ptcp.net.WireFormat;

/**
 * What one stream was given to carry, in order, and how much of it the peer has confirmed.
 *
 * <p>The peer confirms bytes, not sub-packets, so that even a very slow stream shows that it lives. A
 * stream is given no more than it will deliver soon, at the rate it has shown: what lies in a slow one's
 * buffers would hold up the reader, and with it all others. Guarded by the splitter's lock.
 */
public final class StreamSendState {
    /** Before the first confirmation nothing is known about a stream; a second is a careful guess. */
    private static final long UNKNOWN_DELIVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Weight of the newest delivery in the average, as TCP weighs a round trip (RFC 6298). */
    private static final double NEWEST = 1.0 / 8;

    /** Out at a time, a stream has what it delivers in its shortest delivery, and in this time more. */
    private static final long QUEUE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** While its rate is so much above the fastest before, the delivery counts twice. */
    private static final double GROWS = 1.1;

    /** And at least this, so that TCP's slow start never waits for more to send. */
    private static final long LEAST_OUT_BYTES = 4 * WireFormat.PAYLOAD_LENGTH;

    /** A rate is measured over so long, and over a delivery, at least: confirmations come in bursts. */
    private static final long RATE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Of the last rate, below which a single slow measurement does not bring it. */
    private static final double RATE_KEPT = 0.9;

    private final Condition mayTake;
    private final ArrayDeque<Entry> entries = new ArrayDeque<>();
    private long assignedBytes;
    private long confirmedBytes;
    private long progressNanos;
    private double deliveryNanos;
    private long shortestDeliveryNanos = Long.MAX_VALUE;
    private double bytesPerNano;
    private double fastestBytesPerNano;
    private boolean grows = true;
    private long rateSinceNanos;
    private long rateSinceBytes;
    private volatile boolean retiring;
    private boolean closed;
    private boolean idle;
    private boolean waitsForRoom;
    private long idleSinceNanos;

    private record Entry(SentSubPacket packet, long endOffset, long sentNanos) {}

    StreamSendState(Condition mayTake, long nowNanos) {
        this.mayTake = mayTake;
        progressNanos = nowNanos;
    }

    /** Signalled when there may be something for the stream to carry. */
    Condition mayTake() {
        return mayTake;
    }

    /** Whether it may be given more now, or should deliver first. */
    boolean hasRoom() {
        return assignedBytes - confirmedBytes < Math.max(LEAST_OUT_BYTES,
                bytesPerNano * horizonNanos());
    }

    boolean waitsForRoom() {
        return waitsForRoom;
    }

    void waitsForRoom(boolean waits) {
        waitsForRoom = waits;
    }

    private double horizonNanos() {
        return (grows ? 2.0 : 1.0) * shortestDeliveryNanos + QUEUE_NANOS;
    }

    /** There is nothing for it to do. */
    void rest(long nowNanos) {
        if (!idle) {
            idle = true;
            idleSinceNanos = nowNanos;
        }
    }

    boolean isIdle() {
        return idle;
    }

    long idleNanos(long nowNanos) {
        return nowNanos - idleSinceNanos;
    }

    void assign(SentSubPacket packet, long nowNanos) {
        idle = false;
        if (entries.isEmpty()) {
            progressNanos = nowNanos;
            forgetRest(nowNanos);
        }
        assignedBytes += SubPacketHeader.LENGTH + packet.length();
        entries.add(new Entry(packet, assignedBytes, nowNanos));
        packet.givenTo(this, nowNanos);
    }

    /** The peer has so many bytes of this stream; each sub-packet that is whole there is handed on. */
    void confirm(long bytes, long nowNanos, Consumer<SentSubPacket> whole)
            throws ProtocolException {
        if (bytes > assignedBytes) {
            throw new ProtocolException(
                    "the peer confirms " + bytes + " bytes of " + assignedBytes);
        }
        if (bytes <= confirmedBytes) {
            return;
        }
        confirmedBytes = bytes;
        progressNanos = nowNanos;
        measureRate(nowNanos);
        Entry first;
        while ((first = entries.peek()) != null && first.endOffset <= bytes) {
            entries.remove();
            learn(nowNanos - first.sentNanos);
            first.packet.lostBy(this);
            whole.accept(first.packet);
        }
    }

    /** A long rest is not a slow stream, and TCP begins anew; short ones belong to how fast it is. */
    private void forgetRest(long nowNanos) {
        if (nowNanos - rateSinceNanos > QUEUE_NANOS) {
            fastestBytesPerNano = 0;
            beginRate(nowNanos);
        }
    }

    private void beginRate(long nowNanos) {
        rateSinceNanos = nowNanos;
        rateSinceBytes = confirmedBytes;
    }

    private void measureRate(long nowNanos) {
        long nanos = nowNanos - rateSinceNanos;
        boolean enough = bytesPerNano == 0 || nanos >= shortestDeliveryNanos;
        if (enough && nanos >= RATE_NANOS) {
            double rate = (double) (confirmedBytes - rateSinceBytes) / nanos;
            grows = rate > GROWS * fastestBytesPerNano;
            fastestBytesPerNano = Math.max(rate, fastestBytesPerNano);
            bytesPerNano = Math.max(rate, RATE_KEPT * bytesPerNano);
            beginRate(nowNanos);
        }
    }

    private void learn(long nanos) {
        shortestDeliveryNanos = Math.min(shortestDeliveryNanos, nanos);
        deliveryNanos = deliveryNanos == 0
                ? nanos
                : deliveryNanos + NEWEST * (nanos - deliveryNanos);
    }

    /** The stream is no more; what it has not delivered is handed on, lowest number first. */
    void close(Consumer<SentSubPacket> undelivered) {
        closed = true;
        Entry entry;
        while ((entry = entries.poll()) != null) {
            entry.packet.lostBy(this);
            undelivered.accept(entry.packet);
        }
    }

    /** It takes nothing new from now on. */
    void retire() {
        retiring = true;
    }

    boolean takesMore() {
        return !closed && !retiring;
    }

    public boolean isRetiring() {
        return retiring;
    }

    boolean isDrained() {
        return entries.isEmpty();
    }

    public boolean hasDelivered() {
        return confirmedBytes > 0;
    }

    /** Typical time from taking a sub-packet to its being confirmed. */
    long deliveryNanos() {
        return deliveryNanos == 0 ? UNKNOWN_DELIVERY_NANOS : (long) deliveryNanos;
    }

    /** For how long nothing was confirmed although something is out; 0 if nothing is. */
    long stalledNanos(long nowNanos) {
        return entries.isEmpty() ? 0 : nowNanos - progressNanos;
    }
}
