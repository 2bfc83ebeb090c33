package org.gridtorrent.ptcp.stream;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A sub-packet from the moment it has a number until the peer has it: the only copy of these bytes that
 * could be sent again. Guarded by the splitter's lock; only the payload's content is read outside.
 */
public final class SentSubPacket {
    private final long number;
    private final ByteBuffer payload;

    /** Live streams it was given to: more than one when a slow one is being helped. */
    private final List<StreamSendState> carriers = new ArrayList<>(1);

    private int writers;
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

    /** A view of its own for whoever writes it, since two streams may do so at once. */
    public ByteBuffer payload() {
        return payload.duplicate();
    }

    ByteBuffer buffer() {
        return payload;
    }

    void givenTo(StreamSendState stream, long nowNanos) {
        carriers.add(stream);
        writers++;
        sentNanos = nowNanos;
    }

    void writtenBy() {
        writers--;
    }

    void confirmed() {
        delivered = true;
    }

    void lostBy(StreamSendState stream) {
        carriers.remove(stream);
    }

    boolean isCarried() {
        return !carriers.isEmpty();
    }

    boolean isDelivered() {
        return delivered;
    }

    /** Nobody will look at the payload again. */
    boolean isDisposable() {
        return delivered && writers == 0;
    }

    boolean mayBeHelpedBy(StreamSendState stream) {
        return !delivered && carriers.size() == 1 && !carriers.contains(stream);
    }

    long sentNanos() {
        return sentNanos;
    }
}
