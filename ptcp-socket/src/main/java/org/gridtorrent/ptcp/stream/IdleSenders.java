package org.gridtorrent.ptcp.stream;

import java.util.ArrayDeque;
import java.util.function.LongSupplier;
import org.gridtorrent.ptcp.net.TimedWait;

/**
 * Senders that wait for a sub-packet, and the order in which they are woken.
 *
 * <p>A sender waits for new bytes, for a sub-packet that is late on another stream, or for room on its own
 * stream. Guarded by the splitter's lock, to which the streams' conditions belong.
 */
final class IdleSenders {
    /**
     * Streams with room. The one that came last is woken first, so that as few as keep up with the writer carry
     * everything.
     */
    private final ArrayDeque<StreamSendState> ready = new ArrayDeque<>();

    private final LongSupplier nanoTime;

    /** Senders that wait until a sub-packet of another stream is late. */
    private int lateWatchers;

    /** Senders that found no bytes written when they began to wait. */
    private int appLimited;

    private long appLimitedNanos;
    private long appLimitedUntilNanos;

    IdleSenders(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * Waits until there may be a sub-packet for the stream; the caller checks, and may wait again.
     *
     * @param isAppLimited whether it waits because the application has written nothing
     * @param nanosUntilLate time until it may copy a late sub-packet; {@link TimedWait#FOREVER} for never
     */
    void await(StreamSendState stream, boolean isAppLimited, long nanosUntilLate)
            throws InterruptedException {
        int watching = nanosUntilLate < TimedWait.FOREVER ? 1 : 0;
        int limited = isAppLimited ? 1 : 0;
        boolean hasRoom = stream.hasRoom();
        stream.waitsForRoom(!hasRoom);
        if (hasRoom) {
            ready.add(stream);
        }
        lateWatchers += watching;
        countAppLimited(limited);
        try {
            TimedWait.await(stream.maySend(), nanosUntilLate);
        } finally {
            lateWatchers -= watching;
            countAppLimited(-limited);
            ready.remove(stream);
        }
    }

    private void countAppLimited(int change) {
        long now = nanoTime.getAsLong();
        appLimitedNanos += appLimited * (now - appLimitedUntilNanos);
        appLimitedUntilNanos = now;
        appLimited += change;
    }

    /** Wakes one sender: there is one sub-packet to send. */
    void wakeOne() {
        StreamSendState last = ready.pollLast();
        if (last != null) {
            last.maySend().signal();
        }
    }

    /** Wakes the stream's sender if it waits, for a sub-packet that others leave to it. */
    void wake(StreamSendState stream) {
        if (ready.remove(stream)) {
            stream.maySend().signal();
        }
    }

    /** Wakes all senders: there may be a sub-packet for each. */
    void wakeAll() {
        ready.forEach(stream -> stream.maySend().signal());
        ready.clear();
    }

    /** Makes sure that one sender waits with a timer, now that a sub-packet may become late. */
    void wakeLateWatcher() {
        if (lateWatchers == 0) {
            wakeOne();
        }
    }

    /** Wakes the stream's sender if it waited for room and the peer has confirmed enough. */
    void confirmed(StreamSendState stream) {
        if (stream.waitsForRoom() && stream.hasRoom()) {
            stream.waitsForRoom(false);
            stream.maySend().signal();
        }
    }

    /** Wakes the stream's sender so that it ends; it takes no other sender's place. */
    void dismiss(StreamSendState stream) {
        ready.remove(stream);
        stream.maySend().signal();
    }

    /** Time that senders waited for the application, added up over all streams. */
    long appLimitedNanos() {
        countAppLimited(0);
        return appLimitedNanos;
    }
}
