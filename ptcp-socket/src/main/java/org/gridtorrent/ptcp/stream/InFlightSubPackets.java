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
 * <p>A sub-packet goes to a second stream in two cases. If its stream has died it is lost, and the next free
 * stream sends it. If it is late and another stream has been idle for as long, the idle stream sends a copy,
 * and the peer drops the one that arrives second. So a stalled stream delays neither the reader nor the end
 * of the transfer.
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

    private final ArrayDeque<SentSubPacket> byNumber = new ArrayDeque<>();
    private final PriorityQueue<SentSubPacket> lost = new PriorityQueue<>(
            Comparator.comparingLong(SentSubPacket::number));
    private final Consumer<SentSubPacket> onReleasable;
    private long deliveredBytes;
    private long resent;

    /** @param onReleasable gets each sub-packet once, when its buffer is free again */
    InFlightSubPackets(Consumer<SentSubPacket> onReleasable) {
        this.onReleasable = onReleasable;
    }

    void add(SentSubPacket packet, StreamSendState stream, long nowNanos) {
        byNumber.add(packet);
        stream.assign(packet, nowNanos);
    }

    /** Assigns a lost or late sub-packet to the stream; null if there is none. */
    @Nullable
    SentSubPacket resend(StreamSendState stream, boolean windowFull, long nowNanos) {
        SentSubPacket packet = pollLost();
        if (packet == null && nanosUntilLate(stream, windowFull, nowNanos) <= 0) {
            packet = oldestToCopy(stream);
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

    private @Nullable SentSubPacket oldestToCopy(StreamSendState stream) {
        for (SentSubPacket packet : byNumber) {
            if (packet.mayBeCopiedTo(stream)) {
                return packet;
            }
        }
        return null;
    }

    /**
     * Time until this idle stream may copy a late sub-packet; {@link Long#MAX_VALUE} for never.
     *
     * @param windowFull whether nothing new may be sent until the peer has the oldest
     */
    long nanosUntilLate(StreamSendState stream, boolean windowFull, long nowNanos) {
        SentSubPacket oldest = stream.isIdle() ? oldestToCopy(stream) : null;
        if (oldest == null) {
            return Long.MAX_VALUE;
        }
        long outNanos = nowNanos - oldest.sentNanos();
        return windowFull
                ? lateAfter(stream, LATE_DELIVERIES_WHEN_FULL, MIN_LATE_WHEN_FULL_NANOS)
                        - outNanos
                : lateAfter(stream, LATE_DELIVERIES, MIN_LATE_NANOS)
                        - Math.min(outNanos, stream.idleNanos(nowNanos));
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

    /** Payload bytes that the peer has confirmed. */
    long deliveredBytes() {
        return deliveredBytes;
    }

    /** Sub-packets that were assigned to a second stream. */
    long resent() {
        return resent;
    }
}
