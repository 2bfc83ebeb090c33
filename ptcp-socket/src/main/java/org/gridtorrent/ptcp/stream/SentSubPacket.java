package org.gridtorrent.ptcp.stream;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Numbered sub-packet, kept until the peer has confirmed it so that it can be sent again.
 *
 * <p>Guarded by the splitter's lock; only the payload's bytes are read outside it.
 */
public final class SentSubPacket {
    private final long number;
    private final ByteBuffer payload;

    /** Live streams that carry it: several when it was late and copied. */
    private final List<StreamSendState> carriers = new ArrayList<>(1);

    private int writing;
    private boolean delivered;
    private long sentNanos;

    SentSubPacket(long number, ByteBuffer payload) {
        this.number = number;
        this.payload = payload;
    }

    public long number() {
        return number;
    }

    public int length() {
        return payload.limit();
    }

    /** A view for one sender; two streams may write the sub-packet at once. */
    public ByteBuffer payload() {
        return payload.duplicate();
    }

    ByteBuffer buffer() {
        return payload;
    }

    void assignedTo(StreamSendState stream, long nowNanos) {
        carriers.add(stream);
        writing++;
        sentNanos = nowNanos;
    }

    void writeFinished() {
        writing--;
    }

    void markDelivered() {
        delivered = true;
    }

    void removeCarrier(StreamSendState stream) {
        carriers.remove(stream);
    }

    boolean hasCarrier() {
        return !carriers.isEmpty();
    }

    boolean isDelivered() {
        return delivered;
    }

    /** Whether no thread will read the payload again. */
    boolean isReleasable() {
        return delivered && writing == 0;
    }

    /** Live streams that carry it. */
    int carriers() {
        return carriers.size();
    }

    /** Whether other streams carry it, and this one does not. */
    boolean mayBeCopiedTo(StreamSendState stream) {
        return !delivered && hasCarrier() && !carriers.contains(stream);
    }

    /** Time when it was assigned last. */
    long sentNanos() {
        return sentNanos;
    }
}
