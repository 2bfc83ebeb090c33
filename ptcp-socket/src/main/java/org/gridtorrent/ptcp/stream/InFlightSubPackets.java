package org.gridtorrent.ptcp.stream;

import java.net.ProtocolException;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sub-packets in flight: numbered, and not confirmed by the peer yet.
 *
 * <p>A sub-packet goes to another stream in two cases. If its stream has died it is lost, and the next free
 * stream sends it. If it is late and another stream has been idle for as long, the idle stream sends a copy,
 * and the peer drops what arrives after the first. A copy may be late too, because its stream became slow; each
 * further copy waits twice as long as the one before. So slow and stalled streams delay neither the reader nor
 * the end of the transfer while one stream is fast.
 *
 * <p>Guarded by the splitter's lock.
 */
final class InFlightSubPackets {
    /** A sub-packet is late after so many delivery times of the stream that would send the copy. */
    private static final double LATE_DELIVERIES = 3;

    private static final long MIN_LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The same while the window is full: then everything waits for the oldest, and a copy costs little. */
    private static final double LATE_DELIVERIES_WHEN_FULL = 1.5;

    private static final long MIN_LATE_WHEN_FULL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** The wait for one more copy doubles so often at most. */
    private static final int MAX_DOUBLINGS = 6;

    private final ArrayDeque<SentSubPacket> byNumber = new ArrayDeque<>();
    private final PriorityQueue<SentSubPacket> lost = new PriorityQueue<>(
            Comparator.comparingLong(SentSubPacket::number));
    private final Consumer<SentSubPacket> onReleasable;
    private long bytes;
    private long deliveredBytes;
    private long resent;
    private long shortestDeliveryNanos = Long.MAX_VALUE;

    /** @param onReleasable gets each sub-packet once, when its buffer is free again */
    InFlightSubPackets(Consumer<SentSubPacket> onReleasable) {
        this.onReleasable = onReleasable;
    }

    void add(SentSubPacket packet, StreamSendState stream, long nowNanos) {
        byNumber.add(packet);
        bytes += packet.length();
        stream.assign(packet, nowNanos);
    }

    /** Assigns a lost or late sub-packet to the stream; null if there is none. */
    @Nullable
    SentSubPacket resend(StreamSendState stream, boolean windowFull, long nowNanos) {
        SentSubPacket packet = pollLost();
        if (packet == null) {
            Copy copy = nextCopy(stream, windowFull, nowNanos);
            packet = copy != null && copy.nanosUntilLate <= 0 ? copy.packet : null;
        }
        if (packet != null) {
            resent++;
            stream.assign(packet, nowNanos);
        }
        return packet;
    }

    private @Nullable SentSubPacket pollLost() {
        SentSubPacket packet;
        do {
            packet = lost.poll();
        } while (packet != null && packet.isDelivered());
        return packet;
    }

    /**
     * Time until this idle stream may copy a late sub-packet; {@link Long#MAX_VALUE} for never.
     *
     * @param windowFull whether nothing new may be sent until the peer has the oldest
     */
    long nanosUntilLate(StreamSendState stream, boolean windowFull, long nowNanos) {
        Copy copy = nextCopy(stream, windowFull, nowNanos);
        return copy == null ? Long.MAX_VALUE : copy.nanosUntilLate;
    }

    /** Sub-packet that an idle stream may copy once it is late. */
    private record Copy(SentSubPacket packet, long nanosUntilLate) {}

    /**
     * The oldest late sub-packet for this idle stream, or the one that is late first; null if there is none.
     *
     * <p>The search ends at the first that was never copied: what follows was sent later.
     */
    private @Nullable Copy nextCopy(StreamSendState stream, boolean windowFull, long nowNanos) {
        Copy next = null;
        if (stream.isIdle()) {
            for (SentSubPacket packet : byNumber) {
                if (packet.mayBeCopiedTo(stream)) {
                    long nanos = nanosUntilLate(packet, stream, windowFull, nowNanos);
                    if (next == null || nanos < next.nanosUntilLate) {
                        next = new Copy(packet, nanos);
                    }
                    if (nanos <= 0 || packet.carriers() == 1) {
                        break;
                    }
                }
            }
        }
        return next;
    }

    private static long nanosUntilLate(SentSubPacket packet, StreamSendState stream,
            boolean windowFull, long nowNanos) {
        long outNanos = nowNanos - packet.sentNanos();
        long lateAfter = windowFull
                ? lateAfter(stream, LATE_DELIVERIES_WHEN_FULL, MIN_LATE_WHEN_FULL_NANOS)
                : lateAfter(stream, LATE_DELIVERIES, MIN_LATE_NANOS);
        long waited = windowFull ? outNanos : Math.min(outNanos, stream.idleNanos(nowNanos));
        return (lateAfter << Math.min(MAX_DOUBLINGS, packet.carriers() - 1)) - waited;
    }

    private static long lateAfter(StreamSendState stream, double deliveries, long leastNanos) {
        return Math.max(leastNanos, (long) (deliveries * stream.deliveryNanos()));
    }

    /** Notes that a sender is done with the sub-packet, whether the write succeeded or not. */
    void writeFinished(SentSubPacket packet) {
        packet.writeFinished();
        if (packet.isReleasable()) {
            onReleasable.accept(packet);
        }
    }

    void confirm(StreamSendState stream, long bytes, long nowNanos) throws ProtocolException {
        stream.confirm(bytes, nowNanos, this::delivered);
        shortestDeliveryNanos = Math.min(shortestDeliveryNanos, stream.shortestDeliveryNanos());
        removeDelivered();
    }

    private void delivered(SentSubPacket packet) {
        if (!packet.isDelivered()) {
            deliveredBytes += packet.length();
            release(packet);
        }
    }

    private void release(SentSubPacket packet) {
        packet.markDelivered();
        if (packet.isReleasable()) {
            onReleasable.accept(packet);
        }
    }

    private void removeDelivered() {
        SentSubPacket first;
        while ((first = byNumber.peek()) != null && first.isDelivered()) {
            byNumber.remove();
            bytes -= first.length();
        }
    }

    /** Marks as lost what only this stream carried, and closes the stream. */
    void removeStream(StreamSendState stream) {
        stream.close(packet -> {
            if (!packet.isDelivered() && !packet.hasCarrier()) {
                lost.add(packet);
            }
        });
    }

    /** Drops everything; the session is over. */
    void clear() {
        lost.clear();
        bytes = 0;
        SentSubPacket packet;
        while ((packet = byNumber.poll()) != null) {
            if (!packet.isDelivered()) {
                release(packet);
            }
        }
    }

    boolean isEmpty() {
        return byNumber.isEmpty();
    }

    /** Payload bytes from the oldest sub-packet that the peer lacks to the newest, delivered ones included. */
    long bytes() {
        return bytes;
    }

    /** Payload bytes that the peer has confirmed. */
    long deliveredBytes() {
        return deliveredBytes;
    }

    /** Shortest time from the assignment of a sub-packet to its confirmation; 0 before the first one. */
    long shortestDeliveryNanos() {
        return shortestDeliveryNanos == Long.MAX_VALUE ? 0 : shortestDeliveryNanos;
    }

    /** Times that a sub-packet was assigned to one more stream. */
    long resent() {
        return resent;
    }
}
