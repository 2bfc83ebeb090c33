package org.gridtorrent.ptcp.session;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.gridtorrent.ptcp.net.Channel;
import org.gridtorrent.ptcp.stream.BufferPool;
import org.gridtorrent.ptcp.stream.Merger;
import org.gridtorrent.ptcp.stream.SentSubPacket;
import org.gridtorrent.ptcp.stream.Splitter;
import org.gridtorrent.ptcp.stream.StreamSendState;
import org.gridtorrent.ptcp.stream.SubPacketHeader;

/**
 * Data channel with its sender, its receiver and the state of its retirement.
 *
 * <p>One virtual thread runs {@link #send}, another one {@link #receive}. The control sender's thread asks how
 * much has arrived.
 */
final class DataStream {
    private static final long RETIRE_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * After a shorter read within a sub-packet the receiver pauses, so that more arrives before the next read:
     * with many streams over a long line a wake-up for each packet costs more than its bytes.
     */
    private static final int SHORT_READ_BYTES = 8 * 1024;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final int id;
    private final Channel channel;
    private final Splitter splitter;
    private final Merger merger;
    private final BufferPool pool;
    private final StreamSendState sendState;
    private final AtomicBoolean ackPending = new AtomicBoolean();
    private final AtomicLong arrivedBytes = new AtomicLong();
    private volatile boolean retireSent;
    private volatile long retireSentNanos;
    private volatile boolean retireReceived;

    DataStream(int id, Channel channel, Splitter splitter, Merger merger, BufferPool pool) {
        this.id = id;
        this.channel = channel;
        this.splitter = splitter;
        this.merger = merger;
        this.pool = pool;
        this.sendState = splitter.openStream();
    }

    /** Unique in the session, also after the stream's end. */
    int id() {
        return id;
    }

    Channel channel() {
        return channel;
    }

    StreamSendState sendState() {
        return sendState;
    }

    /** Sends sub-packets until the stream gets no more. */
    void send() throws IOException, InterruptedException {
        ByteBuffer header = ByteBuffer.allocateDirect(SubPacketHeader.LENGTH);
        SentSubPacket packet;
        while ((packet = splitter.take(sendState)) != null) {
            try {
                new SubPacketHeader(packet.number(), packet.length()).encode(header.clear());
                channel.write(header.flip(), packet.payload());
            } finally {
                splitter.writeFinished(packet);
            }
        }
    }

    /** Hands sub-packets to the merger until the channel ends. */
    void receive(ControlSender control) throws IOException {
        ByteBuffer header = ByteBuffer.allocateDirect(SubPacketHeader.LENGTH);
        while (true) {
            while (header.hasRemaining()) {
                arrived(control, read(header));
            }
            SubPacketHeader next = SubPacketHeader.decode(header.flip());
            // The read goes on into the next header: one system call a sub-packet, not two.
            ByteBuffer payload = pool.take(next.length());
            header.clear();
            long unacknowledged = fill(control, payload, header);
            merger.offer(next.number(), payload.flip());
            // Not earlier: a peer that has everything confirmed may end the session at once.
            arrived(control, unacknowledged);
        }
    }

    /** Returns the bytes of the last read, which are not acknowledged yet. */
    private long fill(ControlSender control, ByteBuffer payload, ByteBuffer header)
            throws IOException {
        boolean filled = false;
        try {
            long unacknowledged = read(payload, header);
            while (payload.hasRemaining()) {
                arrived(control, unacknowledged);
                if (unacknowledged < SHORT_READ_BYTES) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
                unacknowledged = read(payload, header);
            }
            filled = true;
            return unacknowledged;
        } finally {
            if (!filled) {
                pool.release(payload);
            }
        }
    }

    private long read(ByteBuffer... targets) throws IOException {
        long count = channel.read(targets);
        if (count < 0) {
            throw new EOFException("it was closed");
        }
        return count;
    }

    private void arrived(ControlSender control, long count) {
        arrivedBytes.addAndGet(count);
        control.acknowledge(this);
    }

    /** Whether an ACK has to be queued: true for the first arrival after the last ACK. */
    boolean beginAck() {
        return !ackPending.get() && ackPending.compareAndSet(false, true);
    }

    /** The queued ACK, with all bytes that have arrived by now. */
    ControlFrame ack() {
        ackPending.set(false);
        return new ControlFrame(ControlFrame.Type.ACK, id, arrivedBytes.get());
    }

    /** Whether it ever carried anything, in either direction. */
    boolean hasCarriedData() {
        return arrivedBytes.get() > 0 || sendState.hasDelivered();
    }

    /** Takes the peer's RETIRE: it sends no more, and everything that it sent is confirmed. */
    void retireReceived() {
        retireReceived = true;
        splitter.retire(sendState);
    }

    /**
     * Whether to send RETIRE now: when everything sent is confirmed, and again from time to time, because the
     * first may reach the peer before the stream's JOIN. Counts as sent when true.
     */
    boolean takeRetireDue(long nowNanos) {
        boolean due = retireSent
                ? nowNanos - retireSentNanos >= RETIRE_AGAIN_NANOS
                : sendState.isRetiring() && splitter.isDrained(sendState);
        if (due) {
            retireSent = true;
            retireSentNanos = nowNanos;
        }
        return due;
    }

    boolean isRetiring() {
        return sendState.isRetiring();
    }

    boolean isRetired() {
        return retireSent && retireReceived;
    }

    /** Whether the channel's end loses nothing that this side sent. */
    boolean mayEnd() {
        return retireSent;
    }
}
