package org.gridtorrent.ptcp.stream;

import java.net.ProtocolException;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.Consumer;
import org.gridtorrent.ptcp.net.WireFormat;

/**
 * Send state of one data channel: what it was given, what the peer has confirmed, and how fast it is.
 *
 * <p>The peer confirms bytes, not sub-packets, so that even a very slow stream shows that it is alive. A stream
 * gets no more than it will deliver soon at the rate that it has shown, because what waits in the buffers of a
 * slow stream delays the reader. Guarded by the splitter's lock.
 */
public final class StreamSendState {
    /** Delivery time to assume before the first confirmation. */
    private static final long UNKNOWN_DELIVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Weight of the newest delivery time in the average, as in TCP's round trip (RFC 6298). */
    private static final double GAIN = 1.0 / 8;

    /**
     * A stream may have out what it delivers in its shortest delivery time and in this time. With less, late
     * confirmations let it run dry; with more, what waits on slow streams fills the peer's window.
     */
    private static final long QUEUE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** TCP starts slowly again after so long a pause (RFC 5681 says a retransmission timeout). */
    private static final long LONG_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The delivery time counts twice while the rate exceeds the fastest one before by this factor. */
    private static final double GROWING = 1.1;

    /** Bytes that any stream may have out, so that TCP's slow start never waits for more. */
    private static final long MIN_OUT_BYTES = 4 * WireFormat.PAYLOAD_LENGTH;

    /** Shortest time over which a rate is measured, because confirmations come in bursts. */
    private static final long RATE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Share of the last rate that a single slow measurement leaves. */
    private static final double RATE_KEPT = 0.9;

    private final Condition maySend;
    private final ArrayDeque<Assignment> assignments = new ArrayDeque<>();
    private long assignedBytes;
    private long confirmedBytes;
    private long progressNanos;
    private double deliveryNanos;
    private long shortestDeliveryNanos = Long.MAX_VALUE;
    private double bytesPerNano;
    private double fastestBytesPerNano;
    private boolean growing = true;
    private long rateSinceNanos;
    private long rateSinceBytes;
    private volatile boolean retiring;
    private boolean closed;
    private boolean idle;
    private boolean waitsForRoom;
    private long idleSinceNanos;

    private record Assignment(SentSubPacket packet, long endOffset, long sentNanos) {}

    StreamSendState(Condition maySend, long nowNanos) {
        this.maySend = maySend;
        progressNanos = nowNanos;
    }

    /** Signalled when there may be a sub-packet for the stream. */
    Condition maySend() {
        return maySend;
    }

    /** Whether it may be given more before it delivers some. */
    boolean hasRoom() {
        return outBytes() < Math.max(MIN_OUT_BYTES,
                bytesPerNano * horizonNanos());
    }

    boolean waitsForRoom() {
        return waitsForRoom;
    }

    void waitsForRoom(boolean waits) {
        waitsForRoom = waits;
    }

    private double horizonNanos() {
        return (growing ? 2.0 : 1.0) * shortestDeliveryNanos + QUEUE_NANOS;
    }

    void markIdle(long nowNanos) {
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
        if (assignments.isEmpty()) {
            progressNanos = nowNanos;
            restartRateAfterPause(nowNanos);
        }
        assignedBytes += SubPacketHeader.LENGTH + packet.length();
        assignments.add(new Assignment(packet, assignedBytes, nowNanos));
        packet.assignedTo(this, nowNanos);
    }

    /**
     * Takes an ACK.
     *
     * @param bytes of this stream that the peer has, in all
     * @param delivered gets each sub-packet that is complete there
     */
    void confirm(long bytes, long nowNanos, Consumer<SentSubPacket> delivered)
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
        Assignment first;
        while ((first = assignments.peek()) != null && first.endOffset <= bytes) {
            assignments.remove();
            measureDelivery(nowNanos - first.sentNanos);
            first.packet.removeCarrier(this);
            delivered.accept(first.packet);
        }
    }

    /** After a long pause TCP starts slowly again, so the old rate says nothing; a short one counts. */
    private void restartRateAfterPause(long nowNanos) {
        if (nowNanos - rateSinceNanos > LONG_PAUSE_NANOS) {
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
        boolean longEnough = bytesPerNano == 0 || nanos >= shortestDeliveryNanos;
        if (longEnough && nanos >= RATE_NANOS) {
            double rate = (double) (confirmedBytes - rateSinceBytes) / nanos;
            growing = rate > GROWING * fastestBytesPerNano;
            fastestBytesPerNano = Math.max(rate, fastestBytesPerNano);
            bytesPerNano = Math.max(rate, RATE_KEPT * bytesPerNano);
            beginRate(nowNanos);
        }
    }

    private void measureDelivery(long nanos) {
        shortestDeliveryNanos = Math.min(shortestDeliveryNanos, nanos);
        deliveryNanos = deliveryNanos == 0
                ? nanos
                : deliveryNanos + GAIN * (nanos - deliveryNanos);
    }

    /** Closes the stream and hands on what it has not delivered, lowest number first. */
    void close(Consumer<SentSubPacket> undelivered) {
        closed = true;
        Assignment assignment;
        while ((assignment = assignments.poll()) != null) {
            assignment.packet.removeCarrier(this);
            undelivered.accept(assignment.packet);
        }
    }

    void retire() {
        retiring = true;
    }

    /** Whether the stream may still get new sub-packets. */
    boolean takesNew() {
        return !closed && !retiring;
    }

    public boolean isRetiring() {
        return retiring;
    }

    /** Whether the peer has everything that the stream was given. */
    boolean isDrained() {
        return assignments.isEmpty();
    }

    /** Bytes that it was given and the peer has not confirmed. */
    long outBytes() {
        return assignedBytes - confirmedBytes;
    }

    public boolean hasDelivered() {
        return confirmedBytes > 0;
    }

    /** Average time from the assignment of a sub-packet to its confirmation. */
    long deliveryNanos() {
        return deliveryNanos == 0 ? UNKNOWN_DELIVERY_NANOS : (long) deliveryNanos;
    }

    /** {@link Long#MAX_VALUE} before the first confirmation. */
    long shortestDeliveryNanos() {
        return shortestDeliveryNanos;
    }

    /** Time since the last progress while something is out; 0 if nothing is. */
    long stalledNanos(long nowNanos) {
        return assignments.isEmpty() ? 0 : nowNanos - progressNanos;
    }
}
