package org.gridtorrent.engine.window;

import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.gridtorrent.engine.piece.PieceLayout;

/**
 * Request window of a peer from which is read: one and three quarters of what the peer delivers in a round trip until
 * the line is full, then one and a half; 4 MiB at first.
 *
 * <p>A block tells the rate of delivery, as in BBR (Cardwell et al., "BBR: Congestion-Based Congestion Control",
 * 2016): what was delivered between its request and its arrival, by that time. Times the shortest delay, this never
 * exceeds what fits into the line, also when a loss holds blocks up and all of them arrive at once. So what is under way, with
 * its headers, fits into the line and a buffer as large as that. A longer window would overflow the buffer of a long
 * line, and a loss there stops a reader for round trips. The line is full when a round brings less than a quarter
 * more than the ones before; the greatest of the last {@value #ROUNDS} rounds counts in which the whole window was
 * requested. A reader requests little for a while and then much: rounds in which less was requested, and pauses,
 * change nothing.
 *
 * <p>For one thread. Lengths are in bytes.
 */
public final class ReadWindow implements RequestWindow {
    private static final long INITIAL = 4L << 20;
    /** Once the line is known to be full. */
    private static final long MIN = 256 * 1024;
    private static final long COLLAPSED = 64 * 1024;
    private static final int ROUNDS = 10;
    /** On a short line, blocks come in bursts. */
    private static final long MIN_ROUND_NS = 50_000_000L;
    private static final int ENTRIES_A_ROUND = 64;
    private static final int MAX_ENTRIES = 1024;
    /** Requests are sent when such a part of the window is free. */
    private static final int BATCHES = 16;

    private final long[] delivered = new long[ROUNDS];
    private int rounds;
    private long max;
    private long window;
    private long shortestDelayNs = Long.MAX_VALUE;
    /** Bytes delivered so far, by the time. */
    private final NavigableMap<Long, Long> history = new TreeMap<>();
    private long total;
    private long roundBeganNs;
    private long roundBest;
    private boolean full;
    private boolean growing = true;
    /** Whether the line was full once. */
    private boolean known;

    /** The window never exceeds {@code max}: what the peer queues, and what we can store. */
    public ReadWindow(long max) {
        this.window = INITIAL;
        setMax(max);
    }

    @Override
    public void setMax(long newMax) {
        max = Math.max(newMax, 1);
        window = Math.min(known ? window : Math.max(window, INITIAL), max);
    }

    @Override
    public long length() {
        return window;
    }

    @Override
    public long room(long outstanding) {
        long room = window - outstanding;
        return room < PieceLayout.BLOCK_LENGTH && outstanding > 0 ? 0 : Math.max(room, 1);
    }

    @Override
    public long batch() {
        return window / BATCHES;
    }

    @Override
    public void requested(long outstanding) {
        full = window - outstanding < PieceLayout.BLOCK_LENGTH;
    }

    @Override
    public void received(int length, long delayNs, long nowNs) {
        boolean isFirst = shortestDelayNs == Long.MAX_VALUE;
        shortestDelayNs = Math.min(shortestDelayNs, delayNs);
        long roundNs = Math.max(shortestDelayNs, MIN_ROUND_NS);
        if (isFirst) {
            roundBeganNs = nowNs;
        } else if (nowNs - roundBeganNs > roundNs) {
            endRound();
            roundBeganNs = nowNs;
        }
        long sinceRequest = total + length - totalAt(nowNs - delayNs);
        note(length, nowNs, roundNs);
        roundBest = Math.max(roundBest,
                (long) ((double) sinceRequest * roundNs / Math.max(delayNs, roundNs)));
        long best = best();
        boolean exceeds = roundBest > best + best / 4;
        long most = Math.max(roundBest, best);
        long wanted = most + (growing || exceeds ? 3 * most / 4 : most / 2);
        window = Math.min(max, Math.max(known ? MIN : INITIAL, wanted));
    }

    private long totalAt(long timeNs) {
        Map.Entry<Long, Long> then = history.floorEntry(timeNs);
        if (then == null) {
            then = history.firstEntry();
        }
        return then == null ? 0 : then.getValue();
    }

    private void note(int length, long nowNs, long roundNs) {
        total += length;
        Map.Entry<Long, Long> last = history.lastEntry();
        if (last != null && nowNs - last.getKey() < roundNs / ENTRIES_A_ROUND) {
            history.put(last.getKey(), total);
        } else {
            history.put(nowNs, total);
        }
        if (history.size() > MAX_ENTRIES) {
            history.pollFirstEntry();
        }
    }

    private void endRound() {
        long best = best();
        if (full || roundBest > best) {
            growing = roundBest > best + best / 4;
            known |= !growing;
            delivered[rounds++ % ROUNDS] = roundBest;
        }
        roundBest = 0;
    }

    private long best() {
        return Arrays.stream(delivered).max().orElse(0);
    }

    /** Without effect: blocks tell all. */
    @Override
    public void adjust(long rate, long outstanding, long timeLeftNs) {
        // Rounds are shorter than the time over which the rate is measured.
    }

    /** Everything: a peer holds few blocks back. */
    @Override
    public long keep() {
        return Long.MAX_VALUE;
    }

    @Override
    public void collapse() {
        Arrays.fill(delivered, 0);
        growing = true;
        window = Math.min(COLLAPSED, max);
    }
}
