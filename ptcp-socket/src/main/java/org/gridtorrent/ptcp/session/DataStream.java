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
 * One data channel: its sender, its receiver and what each has to account for.
 *
 * <p>A virtual thread runs {@link #send}, another {@link #receive}; the control sender's asks how much
 * arrived.
 */
public final class DataStream {
    private static final long RETIRE_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * When a read brought less of a sub-packet than this, more is let come before the next: with many
     * streams over a long line, to wake for each packet costs more than to take it.
     */
    private static final int LITTLE_BYTES = 8 * 1024;

    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final int id;
    private final Channel channel;
    private final Splitter splitter;
    private final Merger merger;
    private final BufferPool pool;
    private final StreamSendState sendState;
    private final AtomicBoolean unconfirmed = new AtomicBoolean();
    private final AtomicLong arrivedBytes = new AtomicLong();
    private volatile boolean retireSaid;
    private volatile long retireSaidNanos;
    private volatile boolean retireHeard;

    DataStream(int id, Channel channel, Splitter splitter, Merger merger, BufferPool pool) {
        this.id = id;
        this.channel = channel;
        this.splitter = splitter;
        this.merger = merger;
        this.pool = pool;
        this.sendState = splitter.openStream();
    }

    /** Never used for another one in the same session. */
    int id() {
        return id;
    }

    Channel channel() {
        return channel;
    }

    StreamSendState sendState() {
        return sendState;
    }

    /** The sender: takes sub-packets whenever the stream is free, until it is to carry no more. */
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

    /** The receiver: hands what arrives to the merger; ends with the channel. */
    void receive(ControlSender control) throws IOException {
        ByteBuffer header = ByteBuffer.allocateDirect(SubPacketHeader.LENGTH);
        while (true) {
            while (header.hasRemaining()) {
                arrived(control, read(header));
            }
            SubPacketHeader next = SubPacketHeader.decode(header.flip());
            // Reads on into the next header: one system call a sub-packet, not two.
            ByteBuffer payload = pool.take(next.length());
            header.clear();
            long untold = fill(control, payload, header);
            merger.offer(next.number(), payload.flip());
            // Not before: a peer that has everything confirmed may end the session at once.
            arrived(control, untold);
        }
    }

    /** Returns how many bytes the last read brought, of which the peer is not told yet. */
    private long fill(ControlSender control, ByteBuffer payload, ByteBuffer header)
            throws IOException {
        boolean filled = false;
        try {
            long untold = read(payload, header);
            while (payload.hasRemaining()) {
                arrived(control, untold);
                if (untold < LITTLE_BYTES) {
                    LockSupport.parkNanos(REST_NANOS);
                }
                untold = read(payload, header);
            }
            filled = true;
            return untold;
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
        control.confirm(this);
    }

    /** True for the first arrival after the last confirmation. */
    boolean wantsConfirmation() {
        return !unconfirmed.get() && unconfirmed.compareAndSet(false, true);
    }

    /** Tells the peer how much arrived. */
    ControlFrame confirmation() {
        unconfirmed.set(false);
        return new ControlFrame(ControlFrame.Type.ACK, id, arrivedBytes.get());
    }

    /** Whether it ever carried anything. */
    boolean hasWorked() {
        return arrivedBytes.get() > 0 || sendState.hasDelivered();
    }

    /** The peer sends no more on it, and this side has confirmed all. */
    void retireHeard() {
        retireHeard = true;
        splitter.retire(sendState);
    }

    /**
     * True when this side has nothing more to send or to have confirmed on it, and again from time to
     * time: the peer may not have admitted the stream yet when it first hears of its end.
     */
    boolean mayRetire(long nowNanos) {
        boolean due = retireSaid
                ? nowNanos - retireSaidNanos >= RETIRE_AGAIN_NANOS
                : sendState.isRetiring() && splitter.isDrained(sendState);
        if (due) {
            retireSaid = true;
            retireSaidNanos = nowNanos;
        }
        return due;
    }

    boolean isRetiring() {
        return sendState.isRetiring();
    }

    boolean isRetired() {
        return retireSaid && retireHeard;
    }

    /** Its end now is no loss: nothing that this side sent on it is missing. */
    boolean mayEnd() {
        return retireSaid;
    }
}
