package org.gridtorrent.ptcp.stream;

import java.util.ArrayDeque;
import java.util.function.LongSupplier;
import org.gridtorrent.ptcp.net.TimedWait;

/**
 * The streams' senders that have nothing to carry at the moment, and how they are woken: for something
 * new, for something that became late elsewhere, or because their own stream has room again. Guarded by
 * the splitter's lock, which the streams' conditions belong to.
 */
public final class IdleSenders {
    /**
     * Those that wait for something to carry. The one that came last goes first: as few as keep up
     * with the writer carry it all, instead of each being woken in turn.
     */
    private final ArrayDeque<StreamSendState> resting = new ArrayDeque<>();

    private final LongSupplier nanoTime;

    /** Those that wait until something under way elsewhere becomes late. */
    private int watchers;

    /** Those that found nothing written when they began to wait. */
    private int starving;

    private long starvedNanos;
    private long starvedUntilNanos;

    IdleSenders(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * Waits until the stream may have something to carry; who calls looks, and perhaps waits again.
     *
     * @param starves whether it waits because nothing was written
     * @param untilLate nanoseconds until it may help another stream; {@link TimedWait#FOREVER} for never
     */
    void await(StreamSendState stream, boolean starves, long untilLate)
            throws InterruptedException {
        int watching = untilLate < TimedWait.FOREVER ? 1 : 0;
        int starved = starves ? 1 : 0;
        boolean hasRoom = stream.hasRoom();
        stream.waitsForRoom(!hasRoom);
        if (hasRoom) {
            resting.add(stream);
        }
        watchers += watching;
        countStarving(starved);
        try {
            TimedWait.await(stream.mayTake(), untilLate);
        } finally {
            watchers -= watching;
            countStarving(-starved);
            resting.remove(stream);
        }
    }

    private void countStarving(int change) {
        long now = nanoTime.getAsLong();
        starvedNanos += starving * (now - starvedUntilNanos);
        starvedUntilNanos = now;
        starving += change;
    }

    /** There is something for one of them. */
    void wakeOne() {
        StreamSendState last = resting.pollLast();
        if (last != null) {
            last.mayTake().signal();
        }
    }

    /** There may be something for each of them. */
    void wakeAll() {
        resting.forEach(stream -> stream.mayTake().signal());
        resting.clear();
    }

    /** One of those that wait for ever must see that there is something now that may become late. */
    void wakeWatcher() {
        if (watchers == 0) {
            wakeOne();
        }
    }

    /** The peer confirmed something of the stream. */
    void confirmed(StreamSendState stream) {
        if (stream.waitsForRoom() && stream.hasRoom()) {
            stream.waitsForRoom(false);
            stream.mayTake().signal();
        }
    }

    /** The stream's sender is to end, and to take no other's place. */
    void dismiss(StreamSendState stream) {
        resting.remove(stream);
        stream.mayTake().signal();
    }

    /** Time spent waiting for something to be written, all streams added up. */
    long starvedNanos() {
        countStarving(0);
        return starvedNanos;
    }
}
