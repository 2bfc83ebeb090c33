package org.gridtorrent.engine.swarm;

import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Events on their way to a swarm's owner: bounded, so that who brings more than it handles waits.
 * After the owner has gone, events are dropped. Thread-safe.
 */
final class Mailbox {
    private static final int CAPACITY = 1024;
    private static final long CLOSED_CHECK_MS = 200;

    /** Takes no room while it is empty, as the mailboxes of most contents are. */
    private final LinkedBlockingQueue<SwarmEvent> events = new LinkedBlockingQueue<>(CAPACITY);
    private volatile boolean closed;

    void put(SwarmEvent event) {
        boolean interrupted = false;
        try {
            while (!closed) {
                try {
                    if (events.offer(event, CLOSED_CHECK_MS, TimeUnit.MILLISECONDS)) {
                        return;
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits for the first event, at most so long, and moves all there are. */
    void take(List<SwarmEvent> into, long timeoutMs) throws InterruptedException {
        SwarmEvent first = events.poll(timeoutMs, TimeUnit.MILLISECONDS);
        if (first != null) {
            into.add(first);
            events.drainTo(into);
        }
    }

    void close(List<SwarmEvent> left) {
        closed = true;
        events.drainTo(left);
    }
}
