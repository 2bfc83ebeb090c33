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
 * Writes what the other parts have to tell the peer on the control channel.
 *
 * <p>Of what is about the session only the newest is kept, and how much of a stream arrived is looked up
 * when it is told; so nobody waits here, and a hundred sub-packets that come within a moment make one
 * frame. Between two writes there is a pause: at full speed a message for each would cost more than
 * the sub-packets. On a long line it is a part of the round trip: the fewer packets the control channel
 * has, the more seldom one is lost, and all that is told after it waits. One virtual thread runs it.
 */
public final class ControlSender {
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(2);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(50);
    private static final int PAUSES_A_ROUND_TRIP = 16;
    private static final int FRAMES_A_WRITE = 64;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Channel channel;
    private final RttEstimator rtt;
    private final Map<ControlFrame.Type, Long> newest = new EnumMap<>(ControlFrame.Type.class);
    private final ArrayDeque<ControlFrame> aboutStreams = new ArrayDeque<>();
    private final ArrayDeque<DataStream> unconfirmed = new ArrayDeque<>();
    private boolean finishing;
    private boolean stopped;

    ControlSender(Channel channel, RttEstimator rtt) {
        this.channel = channel;
        this.rtt = rtt;
    }

    /** A value of the session; one that was not told yet is replaced. */
    void say(ControlFrame.Type type, long value) {
        change(() -> newest.put(type, value));
    }

    void sayAbout(ControlFrame.Type type, int stream) {
        change(() -> aboutStreams.add(ControlFrame.about(type, stream)));
    }

    /** Something arrived on the stream. */
    void confirm(DataStream stream) {
        if (stream.wantsConfirmation()) {
            change(() -> unconfirmed.add(stream));
        }
    }

    /** After what is still to be said, the peer reads the end of the control channel. */
    void finish() {
        change(() -> finishing = true);
    }

    /** Ends the thread without another word. */
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
        ByteBuffer buffer = ByteBuffer.allocateDirect(FRAMES_A_WRITE * ControlFrame.LENGTH);
        while (collect(buffer.clear())) {
            channel.write(buffer.flip());
            Thread.sleep(pause());
        }
        if (!stopped) {
            channel.shutdownOutput();
        }
    }

    private Duration pause() {
        return Duration.ofNanos(Math.clamp(rtt.roundTripNanos() / PAUSES_A_ROUND_TRIP,
                SHORTEST_PAUSE.toNanos(), LONGEST_PAUSE.toNanos()));
    }

    /** Waits for something to say and encodes it; false when all is said. */
    private boolean collect(ByteBuffer buffer) throws InterruptedException {
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

    /** What does not fit is encoded next time. */
    private void encode(ByteBuffer buffer) {
        while (!unconfirmed.isEmpty() && buffer.remaining() >= ControlFrame.LENGTH) {
            unconfirmed.remove().confirmation().encode(buffer);
        }
        while (!aboutStreams.isEmpty() && buffer.remaining() >= ControlFrame.LENGTH) {
            aboutStreams.remove().encode(buffer);
        }
        var values = newest.entrySet().iterator();
        while (values.hasNext() && buffer.remaining() >= ControlFrame.LENGTH) {
            var value = values.next();
            ControlFrame.of(value.getKey(), value.getValue()).encode(buffer);
            values.remove();
        }
    }
}
