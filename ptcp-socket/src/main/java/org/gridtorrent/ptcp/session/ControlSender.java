package org.gridtorrent.ptcp.session;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.gridtorrent.ptcp.net.Channel;

/**
 * Writes control frames, coalesced, on the control channel.
 *
 * <p>For frame types of the whole session, a newer value replaces one that is not written yet. The number in an
 * ACK is read when the frame is written. So no caller blocks, and many sub-packets that arrive together need
 * one ACK.
 *
 * <p>The sender pauses between writes, because a write for each sub-packet would cost more than the
 * sub-packet itself. On a long line the pause is a fraction of the round trip: fewer packets on the control
 * channel mean fewer losses, each of which delays all later frames. One virtual thread runs it.
 */
final class ControlSender {
    private static final Duration MIN_PAUSE = Duration.ofMillis(2);
    private static final Duration MAX_PAUSE = Duration.ofMillis(50);
    private static final int PAUSES_PER_ROUND_TRIP = 16;
    private static final int FRAMES_PER_WRITE = 64;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Channel channel;
    private final RttEstimator rtt;
    private final Map<ControlFrame.Type, Long> sessionValues = new EnumMap<>(
            ControlFrame.Type.class);
    private final ArrayDeque<ControlFrame> streamFrames = new ArrayDeque<>();
    private final ArrayDeque<DataStream> unacknowledged = new ArrayDeque<>();
    private boolean finishing;
    private boolean stopped;

    ControlSender(Channel channel, RttEstimator rtt) {
        this.channel = channel;
        this.rtt = rtt;
    }

    /** Sends a value of the session; replaces one of the same type that was not written yet. */
    void send(ControlFrame.Type type, long value) {
        change(() -> sessionValues.put(type, value));
    }

    void sendForStream(ControlFrame.Type type, int stream) {
        change(() -> streamFrames.add(ControlFrame.ofStream(type, stream)));
    }

    /** Sends an ACK for what has arrived on the stream. */
    void acknowledge(DataStream stream) {
        if (stream.beginAck()) {
            change(() -> unacknowledged.add(stream));
        }
    }

    /** Writes what waits, then ends the channel's output. */
    void finish() {
        change(() -> finishing = true);
    }

    /** Ends the thread; what waits is not written. */
    void stop() {
        change(() -> stopped = true);
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    void run() throws IOException, InterruptedException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(FRAMES_PER_WRITE * ControlFrame.LENGTH);
        while (awaitFrames(buffer.clear())) {
            channel.write(buffer.flip());
            Thread.sleep(pause());
        }
        if (!stopped) {
            channel.shutdownOutput();
        }
    }

    private Duration pause() {
        return Duration.ofNanos(Math.clamp(rtt.roundTripNanos() / PAUSES_PER_ROUND_TRIP,
                MIN_PAUSE.toNanos(), MAX_PAUSE.toNanos()));
    }

    /** Waits for frames and encodes them; false when there will be no more. */
    private boolean awaitFrames(ByteBuffer buffer) throws InterruptedException {
        lock.lock();
        try {
            while (true) {
                if (stopped) {
                    return false;
                }
                encode(buffer);
                if (buffer.position() > 0) {
                    return true;
                }
                if (finishing) {
                    return false;
                }
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Encodes as many frames as fit; the rest follows next time. */
    private void encode(ByteBuffer buffer) {
        while (!unacknowledged.isEmpty() && buffer.remaining() >= ControlFrame.LENGTH) {
            unacknowledged.remove().ack().encode(buffer);
        }
        while (!streamFrames.isEmpty() && buffer.remaining() >= ControlFrame.LENGTH) {
            streamFrames.remove().encode(buffer);
        }
        var values = sessionValues.entrySet().iterator();
        while (values.hasNext() && buffer.remaining() >= ControlFrame.LENGTH) {
            var value = values.next();
            ControlFrame.of(value.getKey(), value.getValue()).encode(buffer);
            values.remove();
        }
    }
}
