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
 * Supervisor of a session's streams: keeps their number right and drops those that stall.
 *
 * <p>The connecting side opens missing streams, with a growing pause while that fails, and retires the newest when
 * there are too many. The accepting side asks for the number that it wants. Each side drops a stream that confirms
 * nothing while the control channel lives, and breaks the session when that is silent for too long.
 *
 * <p>One virtual thread runs it. It wakes several times a second while data flows, and seldom otherwise.
 */
final class StreamSupervisor {
    /** The interval between two checks is so many times as long while no data flows. */
    private static final int IDLE_FACTOR = 10;

    private static final int MAX_DOUBLINGS = 6;

    /** Usual delivery times that a stream may stall in addition to the fixed time. */
    private static final int STALL_DELIVERIES = 8;

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
    private boolean wakeRequested;
    private int nextStream;
    private int opening;
    private int requestedByPeer;

    /** Streams that a request of the peer may bring; 0 when the application fixed the number. */
    private int requestLimit;

    private int target;
    private int failures;
    private long openNotBeforeNanos = System.nanoTime();
    private long lastStreamNanos = System.nanoTime();
    private long lastDeliveredBytes;

    /**
     * @param opener opens a channel; only the connecting side has one
     * @param agreed what both sides agreed on; its first streams are being opened already
     * @param tunedMax most streams to which the number may tune itself
     * @param onLoss gets the reason why the session cannot go on
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
        this.opening = agreed.streams();
        this.target = agreed.streams();
        this.maxStreams = agreed.maxStreams();
        this.requestLimit = tunedMax > agreed.streams() ? tunedMax : 0;
        this.onLoss = onLoss;
    }

    /** Makes the next check come at once. */
    void wake() {
        lock.lock();
        try {
            wakeRequested = true;
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

    /** Takes the peer's STREAMS: it would like so many. */
    void requestedByPeer(int count) {
        lock.lock();
        try {
            requestedByPeer = count;
        } finally {
            lock.unlock();
        }
        wake();
    }

    /** Fixes the number; it is not tuned any more, and requests of the peer are ignored. */
    void setFixedCount(int count) {
        lock.lock();
        try {
            tuner.setFixedCount(count);
            requestLimit = 0;
        } finally {
            lock.unlock();
        }
        wake();
    }

    /** Takes the outcome of opening one data channel. */
    void openingFinished(boolean added) {
        lock.lock();
        try {
            opening--;
            if (!added) {
                backOff();
            }
        } finally {
            lock.unlock();
        }
        wake();
    }

    private void backOff() {
        long pause = timeouts.checkInterval().toNanos() << Math.min(MAX_DOUBLINGS, failures++);
        long jitter = ThreadLocalRandom.current().nextLong(pause / 2 + 1);
        openNotBeforeNanos = System.nanoTime() + pause / 2 + jitter;
    }

    void run() throws InterruptedException {
        while (awaitCheck()) {
            check(System.nanoTime());
        }
    }

    void check(long now) {
        streams.advanceRetirements();
        boolean streamSuspected = dropStalled(now);
        keepAlive(streamSuspected, now);
        requireStreams(now);
        lock.lock();
        try {
            tune(now);
            if (opener == null) {
                requestStreams();
            } else {
                openOrRetire(opener);
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean awaitCheck() throws InterruptedException {
        lock.lock();
        try {
            long delivered = splitter.deliveredBytes();
            boolean busy = delivered != lastDeliveredBytes || isUnsettled();
            lastDeliveredBytes = delivered;
            long left = timeouts.checkInterval().toNanos() * (busy ? 1 : IDLE_FACTOR);
            while (!wakeRequested && !stopped && left > 0) {
                left = changed.awaitNanos(left);
            }
            wakeRequested = false;
            return !stopped;
        } finally {
            lock.unlock();
        }
    }

    /** Whether something is to be confirmed, opened or closed soon, so that checks must be frequent. */
    boolean isUnsettled() {
        lock.lock();
        try {
            // The accepting side can only ask, and its peer may never agree.
            int expected = opener == null ? streams.active().size() : target;
            return streams.all().size() != expected || splitter.heldBytes() > 0;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether a stream is near the limit, so that a sign of life is needed soon. */
    private boolean dropStalled(long now) {
        boolean suspected = false;
        long limit = timeouts.stallAfter().toNanos();
        for (DataStream stream : streams.all()) {
            long overdue = splitter.overdueNanos(stream.sendState(), STALL_DELIVERIES);
            suspected |= overdue > limit / 4;
            if (overdue > limit && keepAlive.receivedWithin(limit / 2, now)) {
                streams.drop(stream);
            }
        }
        return suspected;
    }

    /** While data is held, each PING also measures the round trip. */
    private void keepAlive(boolean streamSuspected, long now) {
        if (keepAlive.isPingDue(streamSuspected || splitter.heldBytes() > 0, now)) {
            control.send(ControlFrame.Type.PING, keepAlive.ping(now));
        }
        if (keepAlive.isLost(now)) {
            onLoss.accept(new SocketException("nothing was heard from the peer for "
                    + timeouts.lostAfter().toSeconds() + " s"));
        }
    }

    private void requireStreams(long now) {
        if (!streams.all().isEmpty()) {
            lastStreamNanos = now;
        } else if (now - lastStreamNanos > timeouts.noStreamAfter().toNanos()) {
            onLoss.accept(new SocketException("no data channel could be opened for "
                    + timeouts.noStreamAfter().toSeconds() + " s"));
        }
    }

    private void tune(long now) {
        tuner.observe(new StreamCountTuner.Observation(now, splitter.deliveredBytes(),
                splitter.appLimitedNanos(), streams.active().size(),
                keepAlive.rtt().roundTripNanos()));
    }

    private void requestStreams() {
        int count = Math.min(maxStreams, tuner.count());
        if (count != target) {
            target = count;
            control.send(ControlFrame.Type.STREAMS, count);
        }
    }

    private void openOrRetire(DataChannelOpener channels) {
        target = Math.min(maxStreams,
                Math.max(tuner.count(), Math.min(requestLimit, requestedByPeer)));
        // A stream that was just added may still count as being opened; that must not retire another.
        for (int surplus = streams.active().size() - target; surplus > 0; surplus--) {
            streams.newestActive().ifPresent(streams::retire);
        }
        while (mayOpen()) {
            opening++;
            open(channels, nextStream++);
        }
    }

    /** Retiring streams count too: the peer takes only so many. */
    private boolean mayOpen() {
        return streams.active().size() + opening < target
                && streams.all().size() + opening < maxStreams
                && System.nanoTime() - openNotBeforeNanos >= 0
                && nextStream <= WireFormat.MAX_STREAM_ID;
    }

    private void open(DataChannelOpener channels, int stream) {
        Thread.ofVirtual().name("ptcp-join-" + stream).start(() -> {
            boolean added = false;
            try {
                Channel channel = channels.open(stream, timeouts.join());
                added = streams.add(stream, channel);
                if (!added) {
                    channel.close(true);
                }
            } catch (IOException e) {
                // It counts as a failure, and another one is opened after a pause.
            } finally {
                openingFinished(added);
            }
        });
    }

    /** Takes note of a stream's end; if it never carried anything, the next one is opened after a pause. */
    void streamEnded(DataStream stream) {
        lock.lock();
        try {
            if (stream.hasCarriedData()) {
                failures = 0;
            } else {
                backOff();
            }
        } finally {
            lock.unlock();
        }
        wake();
    }
}
