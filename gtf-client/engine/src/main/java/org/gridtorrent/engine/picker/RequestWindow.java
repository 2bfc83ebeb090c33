package org.gridtorrent.engine.picker;

import org.gridtorrent.engine.piece.PieceLayout;

/**
 * How many bytes to keep requested of one peer: bandwidth × delay, both measured.
 *
 * <p>The delay is the shortest that a block ever took from its request to its arrival: the line's
 * round trip and little else, as BBR takes it (Cardwell et al., "BBR: Congestion-Based Congestion
 * Control", 2016). The window begins small and, while it is full, grows by every byte that arrives,
 * so that it doubles each round trip, until blocks take so long that they must be waiting at the
 * peer. A window that something else leaves unfilled, such as a rate limit, does not grow, nor keep
 * more than its rate needs (RFC 7661 on senders with little to send): all of it would be asked of a
 * peer that falls silent. Once blocks have waited, it is the rate times three of those delays and
 * {@value #QUEUE_MS} ms: enough for a rate that triples, and little enough that a peer that becomes
 * slow holds few blocks back. On top of that come the delays of blocks behind lost packets, which are
 * sent again one each round trip (RFC 6582, 3.2): five of them, or {@value #RECOVERY_MS} ms, the
 * shortest that Linux waits before it sends again. For one thread.
 */
public final class RequestWindow {
    private static final long MIN = 64 * 1024;
    private static final long INITIAL = 512 * 1024;
    private static final int DELAYS = 3;
    private static final long QUEUE_MS = 50;
    private static final long QUEUE_NS = QUEUE_MS * 1_000_000;
    private static final int RECOVERY_DELAYS = 5;
    private static final long RECOVERY_MS = 200;
    private static final long RECOVERY_NS = RECOVERY_MS * 1_000_000;
    private static final long UNKNOWN = Long.MAX_VALUE;

    private long max;
    private long window;
    private long shortestDelayNs = UNKNOWN;
    private boolean slowStart = true;
    private boolean full;

    /** The window never passes {@code max} bytes: what the peer lets wait, and what we can keep. */
    public RequestWindow(long max) {
        this.window = INITIAL;
        bound(max);
    }

    /** The peer lets so much wait, it says now. */
    public void bound(long newMax) {
        max = Math.max(newMax, 1);
        window = clamp(window);
    }

    public long length() {
        return window;
    }

    /** The peer has been asked for more: so much is outstanding now. */
    public void asked(long outstanding) {
        full = window - outstanding < PieceLayout.BLOCK_LENGTH;
    }

    /** A block came so long after it was asked for. */
    public void received(int length, long delayNs) {
        shortestDelayNs = Math.min(shortestDelayNs, delayNs);
        slowStart &= delayNs <= horizonNs();
        if (slowStart && full) {
            window = clamp(window + length);
        }
    }

    /** Called from time to time with the rate of late, in bytes a second; nothing before the first block. */
    public void adjust(long rate) {
        if (shortestDelayNs == UNKNOWN) {
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

    /** The peer let everything lie: it is asked for little until it answers again. */
    public void collapse() {
        window = Math.min(MIN, max);
        slowStart = true;
    }

    private long clamp(long length) {
        return Math.max(Math.min(MIN, max), Math.min(max, length));
    }
}
