package org.gridtorrent.engine.picker;

/**
 * How many bytes to keep requested of one peer: bandwidth × delay without knowing either.
 *
 * <p>It begins small and grows by every byte that arrives, so that it doubles each round trip (slow
 * start); when the rate stops rising it follows the rate, {@value #QUEUE_MS} ms worth. A window of
 * w bytes over a round trip of t seconds allows w / t, so that any delay below the queue's own time
 * leaves the rate free to rise further. For one thread.
 */
public final class RequestWindow {
    private static final long MIN = 64 * 1024;
    private static final long INITIAL = 512 * 1024;
    private static final long QUEUE_MS = 1500;

    private final long max;
    private long window;
    private long lastRate;
    private boolean slowStart = true;

    /** The window never passes {@code max} bytes: what the peer lets wait, and what we can keep. */
    public RequestWindow(long max) {
        this.max = Math.max(max, 1);
        this.window = Math.min(INITIAL, this.max);
    }

    public long length() {
        return window;
    }

    public void received(int length) {
        if (slowStart) {
            window = clamp(window + length);
        }
    }

    /** Called twice a second with the rate of late, in bytes a second. */
    public void adjust(long rate) {
        if (slowStart && lastRate > 0 && rate <= lastRate + lastRate / 10) {
            slowStart = false;
        }
        lastRate = rate;
        if (!slowStart) {
            window = clamp(rate * QUEUE_MS / 1000);
        }
    }

    /** The peer let everything lie: it is asked for little until it answers again. */
    public void collapse() {
        window = Math.min(MIN, max);
        lastRate = 0;
        slowStart = true;
    }

    private long clamp(long length) {
        return Math.max(Math.min(MIN, max), Math.min(max, length));
    }
}
