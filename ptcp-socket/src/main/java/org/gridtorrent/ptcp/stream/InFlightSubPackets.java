package org.gridtorrent.ptcp.stream;

import java.net.ProtocolException;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The sub-packets that have a number and that the peer has not confirmed yet.
 *
 * <p>Two things bring one to a second stream. Its stream died: it is lost, and whoever is free next
 * takes it. Or its stream is late while another has had nothing to do for as long: the idle one helps
 * with a copy, and the peer throws away whichever comes second. So a stalled stream holds up neither the reader, whose
 * next sub-packet it may have, nor the end. Guarded by the splitter's lock.
 */
public final class InFlightSubPackets {
    /** A sub-packet is late after so many typical deliveries of the stream that could help. */
    private static final double LATE_AFTER_DELIVERIES = 3;

    private static final long LATE_AT_LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The same while the window is full, when all wait for the oldest: then a copy costs little. */
    private static final double LATE_AFTER_DELIVERIES_IF_FULL = 1.5;

    private static final long LATE_AT_LEAST_IF_FULL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final ArrayDeque<SentSubPacket> byNumber = new ArrayDeque<>();
    private final PriorityQueue<SentSubPacket> lost = new PriorityQueue<>(
            Comparator.comparingLong(SentSubPacket::number));
    private final Consumer<SentSubPacket> disposable;
    private long deliveredBytes;
    private long resent;

    /** @param disposable gets each sub-packet whose buffer is free again, once */
    InFlightSubPackets(Consumer<SentSubPacket> disposable) {
        this.disposable = disposable;
    }

    void begin(SentSubPacket packet, StreamSendState stream, long nowNanos) {
        byNumber.add(packet);
        stream.assign(packet, nowNanos);
    }

    /** A lost or late sub-packet for this stream to carry, given to it; null if there is none. */
    @Nullable
    SentSubPacket again(StreamSendState stream, boolean full, long nowNanos) {
        SentSubPacket packet = nextLost();
        if (packet == null && nanosUntilLate(stream, full, nowNanos) <= 0) {
            packet = oldestToHelp(stream);
        }
        if (packet != null) {
            resent++;
            stream.assign(packet, nowNanos);
        }
        return packet;
    }

    private @Nullable SentSubPacket nextLost() {
        SentSubPacket packet;
        do {
            packet = lost.poll();
        } while (packet != null && packet.isDelivered());
        return packet;
    }

    private @Nullable SentSubPacket oldestToHelp(StreamSendState stream) {
        for (SentSubPacket packet : byNumber) {
            if (packet.mayBeHelpedBy(stream)) {
                return packet;
            }
        }
        return null;
    }

    /**
     * When this idle stream may help with something late; {@link Long#MAX_VALUE} for never.
     *
     * @param full whether nothing new may be sent before the peer has the oldest
     */
    long nanosUntilLate(StreamSendState stream, boolean full, long nowNanos) {
        SentSubPacket first = stream.isIdle() ? oldestToHelp(stream) : null;
        if (first == null) {
            return Long.MAX_VALUE;
        }
        long outNanos = nowNanos - first.sentNanos();
        return full
                ? lateAfter(stream, LATE_AFTER_DELIVERIES_IF_FULL, LATE_AT_LEAST_IF_FULL_NANOS)
                        - outNanos
                : lateAfter(stream, LATE_AFTER_DELIVERIES, LATE_AT_LEAST_NANOS)
                        - Math.min(outNanos, stream.idleNanos(nowNanos));
    }

    private static long lateAfter(StreamSendState stream, double deliveries, long leastNanos) {
        return Math.max(leastNanos, (long) (deliveries * stream.deliveryNanos()));
    }

    /** The stream's part in writing it is over, for better or worse. */
    void written(SentSubPacket packet) {
        packet.writtenBy();
        if (packet.isDisposable()) {
            disposable.accept(packet);
        }
    }

    void confirm(StreamSendState stream, long bytes, long nowNanos) throws ProtocolException {
        stream.confirm(bytes, nowNanos, this::delivered);
        forgetDelivered();
    }

    private void delivered(SentSubPacket packet) {
        if (!packet.isDelivered()) {
            deliveredBytes += packet.length();
            dispose(packet);
        }
    }

    private void dispose(SentSubPacket packet) {
        packet.confirmed();
        if (packet.isDisposable()) {
            disposable.accept(packet);
        }
    }

    private void forgetDelivered() {
        SentSubPacket first;
        while ((first = byNumber.peek()) != null && first.isDelivered()) {
            byNumber.remove();
        }
    }

    /** The stream is no more: what only it carried is lost. */
    void abandon(StreamSendState stream) {
        stream.close(packet -> {
            if (!packet.isDelivered() && !packet.isCarried()) {
                lost.add(packet);
            }
        });
    }

    /** Nobody wants them any more. */
    void forgetAll() {
        lost.clear();
        SentSubPacket packet;
        while ((packet = byNumber.poll()) != null) {
            if (!packet.isDelivered()) {
                dispose(packet);
            }
        }
    }

    boolean isEmpty() {
        return byNumber.isEmpty();
    }

    boolean hasLost() {
        return !lost.isEmpty();
    }

    long deliveredBytes() {
        return deliveredBytes;
    }

    /** Sub-packets that were given to a second stream. */
    long resent() {
        return resent;
    }
}
