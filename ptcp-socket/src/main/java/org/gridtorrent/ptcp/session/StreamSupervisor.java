package org.gridtorrent.ptcp.session;

import java.io.IOException;
import java.net.SocketException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.gridtorrent.ptcp.net.Channel;
import org.gridtorrent.ptcp.net.WireFormat;
import org.gridtorrent.ptcp.stream.Splitter;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a session's streams as many as they should be, and notices what died without a word.
 *
 * <p>The side that connected opens what is missing, with a growing pause while that fails, and lets the
 * newest retire when there are too many; the other side says how many it wants. Each side counts a stream
 * as dead that confirms nothing while the peer is heard on the control channel, and the session as lost
 * when that is silent for too long.
 *
 * <p>One virtual thread runs it; it wakes several times a second while data flows, and seldom otherwise.
 */
public final class StreamSupervisor {
    /** The factor by which the time between two looks is longer while no data flows. */
    private static final int IDLE_FACTOR = 10;

    private static final int MOST_DOUBLINGS = 6;

    /** A stream is dead only after so many of its usual delivery times on top of the fixed time. */
    private static final int DELIVERIES_UNTIL_DEAD = 8;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final DataStreams streams;
    private final Splitter splitter;
    private final ControlSender control;
    private final KeepAlive keepAlive;
    private final SessionTimeouts timeouts;
    private final @Nullable DataChannelOpener opener;
    private final StreamCountTuner tuner;
    private final int maxStreams;
    private final Consumer<IOException> onLoss;
    private boolean stopped;
    private boolean stirred;
    private int nextStream;
    private int joining;
    private int wantedByPeer;
    private int wishLimit;
    private int wanted;
    private int failures;
    private long joinNotBeforeNanos = System.nanoTime();
    private long streamSeenNanos = System.nanoTime();
    private long lastDeliveredBytes;

    /**
     * @param opener how to open a channel, for the side that connects
     * @param agreed the first streams of which are being opened already
     * @param tunedMax to how many the count may tune itself
     * @param onLoss told when the session cannot go on
     */
    StreamSupervisor(
            DataStreams streams,
            Splitter splitter,
            ControlSender control,
            KeepAlive keepAlive,
            SessionTimeouts timeouts,
            @Nullable DataChannelOpener opener,
            SessionParameters agreed,
            int tunedMax,
            Consumer<IOException> onLoss) {
        this.streams = streams;
        this.splitter = splitter;
        this.control = control;
        this.keepAlive = keepAlive;
        this.timeouts = timeouts;
        this.opener = opener;
        this.tuner = new StreamCountTuner(agreed.streams(), tunedMax);
        this.nextStream = agreed.streams();
        this.joining = agreed.streams();
        this.wanted = agreed.streams();
        this.maxStreams = agreed.maxStreams();
        this.wishLimit = tunedMax > agreed.streams() ? tunedMax : 0;
        this.onLoss = onLoss;
    }

    /** Something changed that should not wait for the next look around. */
    void stir() {
        lock.lock();
        try {
            stirred = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    void stop() {
        lock.lock();
        try {
            stopped = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** The peer would like so many. */
    void wantedByPeer(int count) {
        lock.lock();
        try {
            wantedByPeer = count;
        } finally {
            lock.unlock();
        }
        stir();
    }

    /** From now on so many, instead of what is measured. */
    void fix(int count) {
        lock.lock();
        try {
            tuner.fix(count);
            wishLimit = 0;
        } finally {
            lock.unlock();
        }
        stir();
    }

    /** One that was being opened has come, or has not. */
    void joined(boolean came) {
        lock.lock();
        try {
            joining--;
            if (!came) {
                countFailure();
            }
        } finally {
            lock.unlock();
        }
        stir();
    }

    private void countFailure() {
        long pause = timeouts.look().toNanos() << Math.min(MOST_DOUBLINGS, failures++);
        long jitter = ThreadLocalRandom.current().nextLong(pause / 2 + 1);
        joinNotBeforeNanos = System.nanoTime() + pause / 2 + jitter;
    }

    void run() throws InterruptedException {
        while (awaitTurn()) {
            look(System.nanoTime());
        }
    }

    /** One turn. */
    void look(long now) {
        streams.finishRetiring();
        watch(now);
        lock.lock();
        try {
            tune(now);
            if (opener == null) {
                tellWanted();
            } else {
                adjust(opener);
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean awaitTurn() throws InterruptedException {
        lock.lock();
        try {
            long delivered = splitter.deliveredBytes();
            boolean busy = delivered != lastDeliveredBytes || isUnfinished();
            lastDeliveredBytes = delivered;
            long left = timeouts.look().toNanos() * (busy ? 1 : IDLE_FACTOR);
            while (!stirred && !stopped && left > 0) {
                left = changed.awaitNanos(left);
            }
            stirred = false;
            return !stopped;
        } finally {
            lock.unlock();
        }
    }

    /** There is something to see to soon: to be confirmed, to be opened, or to be closed. */
    boolean isUnfinished() {
        lock.lock();
        try {
            // The peer may never grant what this side can only wish for.
            int aim = opener == null ? streams.working().size() : wanted;
            return streams.all().size() != aim || splitter.heldBytes() > 0;
        } finally {
            lock.unlock();
        }
    }

    /** Looks for what died in silence. */
    private void watch(long now) {
        boolean stalled = false;
        for (DataStream stream : streams.all()) {
            long overdue = splitter.overdueNanos(stream.sendState(), DELIVERIES_UNTIL_DEAD);
            long limit = timeouts.stallAfter().toNanos();
            stalled |= overdue > limit / 4;
            if (overdue > limit && keepAlive.wasHeardWithin(limit / 2, now)) {
                streams.drop(stream);
            }
        }
        boolean measures = splitter.heldBytes() > 0;
        if (keepAlive.isPingDue(stalled || measures, now)) {
            control.say(ControlFrame.Type.PING, keepAlive.ping(now));
        }
        if (keepAlive.isLost(now)) {
            onLoss.accept(new SocketException("nothing was heard from the peer for "
                    + timeouts.lostAfter().toSeconds() + " s"));
        }
        if (!streams.all().isEmpty()) {
            streamSeenNanos = now;
        } else if (now - streamSeenNanos > timeouts.noStreamAfter().toNanos()) {
            onLoss.accept(new SocketException("no data channel could be opened for "
                    + timeouts.noStreamAfter().toSeconds() + " s"));
        }
    }

    private void tune(long now) {
        tuner.observe(new StreamCountTuner.Observation(now, splitter.deliveredBytes(),
                splitter.appLimitedNanos(),
                streams.working().size(), keepAlive.rtt().roundTripNanos()));
    }

    private void tellWanted() {
        int count = Math.min(maxStreams, tuner.count());
        if (count != wanted) {
            wanted = count;
            control.say(ControlFrame.Type.STREAMS, count);
        }
    }

    private void adjust(DataChannelOpener opener) {
        wanted = Math.min(maxStreams, Math.max(tuner.count(), Math.min(wishLimit, wantedByPeer)));
        // One that has just come may count as being opened still: that is no reason to retire any.
        for (int surplus = streams.working().size() - wanted; surplus > 0; surplus--) {
            streams.newestWorking().ifPresent(streams::retire);
        }
        while (mayJoin()) {
            joining++;
            join(opener, nextStream++);
        }
    }

    /** Those that retire are there until the peer has agreed, and it takes only so many. */
    private boolean mayJoin() {
        return streams.working().size() + joining < wanted
                && streams.all().size() + joining < maxStreams
                && System.nanoTime() - joinNotBeforeNanos >= 0
                && nextStream <= WireFormat.MAX_STREAM_ID;
    }

    private void join(DataChannelOpener opener, int stream) {
        Thread.ofVirtual().name("ptcp-join-" + stream).start(() -> {
            boolean came = false;
            try {
                Channel channel = opener.join(stream, timeouts.join());
                came = streams.add(stream, channel);
                if (!came) {
                    channel.close(true);
                }
            } catch (IOException e) {
                // It is counted as a failure and tried again later.
            } finally {
                joined(came);
            }
        });
    }

    /** A stream is no more; one that never carried anything says that opening another may be vain. */
    void ended(DataStream stream) {
        lock.lock();
        try {
            if (stream.hasWorked()) {
                failures = 0;
            } else {
                countFailure();
            }
        } finally {
            lock.unlock();
        }
        stir();
    }
}
