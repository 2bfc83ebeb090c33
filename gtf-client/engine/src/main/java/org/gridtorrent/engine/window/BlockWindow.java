package org.gridtorrent.engine.window;

import org.gridtorrent.engine.piece.PieceLayout;

/**
 * Request window of a peer that is asked for blocks: its bandwidth times its delay.
 *
 * <p>The delay is the shortest time that a block has taken from request to arrival: nearly the line's round
 * trip, as in BBR (Cardwell et al., "BBR: Congestion-Based Congestion Control", 2016).
 *
 * <p>Slow start: while the window is full, it grows by the length of each block that arrives, so it doubles
 * each round trip. Slow start ends when a block takes so long that blocks must be queueing at the peer. A
 * window that is not full, for example because of a rate limit, does not grow and shrinks to what its rate
 * needs (RFC 7661, application-limited senders). Otherwise a peer that falls silent could hold the whole
 * unused window. While nothing is requested it stays as it is, so that the next request finds it.
 *
 * <p>After slow start, the window is the rate times the sum of {@value #DELAYS} delays, {@value #QUEUE_MS} ms
 * and the time of a loss recovery. It suffices for a rate that triples, and a peer that becomes slow holds few
 * blocks back. Loss recovery retransmits one packet each round trip (RFC 6582, 3.2); it counts as
 * {@value #RECOVERY_DELAYS} delays, but at most {@value #RECOVERY_MS} ms, Linux's minimum retransmission
 * timeout.
 *
 * <p>For one thread. Lengths are in bytes, rates in bytes per second.
 */
public final class BlockWindow implements RequestWindow {
    private static final long MIN = 64 * 1024;
    private static final long INITIAL = 512 * 1024;
    private static final int DELAYS = 3;
    private static final long QUEUE_MS = 50;
    private static final long QUEUE_NS = QUEUE_MS * 1_000_000;
    private static final int RECOVERY_DELAYS = 5;
    private static final long RECOVERY_MS = 200;
    private static final long RECOVERY_NS = RECOVERY_MS * 1_000_000;
    private static final long UNKNOWN = Long.MAX_VALUE;
    /** Requests are sent when such a part of the window is free. */
    private static final int BATCHES = 16;

    private long max;
    private long window;
    private long shortestDelayNs = UNKNOWN;
    private boolean slowStart = true;
    private boolean full;

    /** The window never exceeds {@code max}: what the peer queues, and what we can store. */
    public BlockWindow(long max) {
        this.window = INITIAL;
        setMax(max);
    }

    @Override
    public void setMax(long newMax) {
        max = Math.max(newMax, 1);
        window = clamp(window);
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
        shortestDelayNs = Math.min(shortestDelayNs, delayNs);
        slowStart &= delayNs <= horizonNs();
        if (slowStart && full) {
            window = clamp(window + length);
        }
    }

    /** Without effect before the first block, and while nothing is requested, when the rate says nothing. */
    @Override
    public void adjust(long rate, long outstanding, long timeLeftNs) {
        if (shortestDelayNs == UNKNOWN || outstanding == 0) {
            return;
        }
        long needed = clamp((long) ((double) rate * horizonNs() / 1e9));
        if (!slowStart) {
            window = needed;
        } else if (!full) {
            window = Math.min(window, Math.max(needed, INITIAL));
        }
    }

    private long horizonNs() {
        return DELAYS * shortestDelayNs + QUEUE_NS + recoveryNs();
    }

    private long recoveryNs() {
        return Math.min(RECOVERY_NS, RECOVERY_DELAYS * shortestDelayNs);
    }

    /** Everything: a peer holds few blocks back. */
    @Override
    public long keep() {
        return Long.MAX_VALUE;
    }

    @Override
    public void collapse() {
        window = Math.min(MIN, max);
        slowStart = true;
    }

    private long clamp(long length) {
        return Math.max(Math.min(MIN, max), Math.min(max, length));
    }
}
