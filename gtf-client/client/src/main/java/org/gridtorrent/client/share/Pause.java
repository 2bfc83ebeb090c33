package org.gridtorrent.client.share;

import java.time.Duration;

/** A wait that others can end; a wake that comes before the wait counts. Thread-safe. */
public final class Pause {
    private boolean woken;

    public synchronized void wake() {
        woken = true;
        notifyAll();
    }

    public synchronized void await(Duration most) throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        for (long left = most.toNanos(); !woken && left > 0; left = end - System.nanoTime()) {
            wait(Math.max(1, left / 1_000_000));
        }
        woken = false;
    }
}
