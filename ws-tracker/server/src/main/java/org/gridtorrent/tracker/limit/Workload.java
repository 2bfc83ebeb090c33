package org.gridtorrent.tracker.limit;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The calls that work at once, and those that wait for their turn, first come, first served. A call
 * that finds too many before it, or waited in vain, is told to come again when about the time that
 * others wait is over. Thread-safe.
 */
public final class Workload {
    private static final Duration SOON = Duration.ofSeconds(1);

    private final TrackerLimits limits;
    private final Semaphore turns;
    private final AtomicInteger waiting = new AtomicInteger();
    private final ConcurrentMap<String, Integer> calls = new ConcurrentHashMap<>();
    private volatile long lastWaitNs;

    public Workload(TrackerLimits limits) {
        this.limits = limits;
        this.turns = new Semaphore(limits.working(), true);
    }

    /** A call at work, until it is closed. */
    public interface Turn extends AutoCloseable {
        @Override
        void close();
    }

    /** What only waits. */
    public interface Wait<T> {
        T run() throws InterruptedException;
    }

    /** Waits for this caller's turn. */
    public Turn enter(String caller) throws OverloadException, InterruptedException {
        if (calls.merge(caller, 1, Integer::sum) > limits.callsOfOne()) {
            left(caller);
            throw new OverloadException(SOON);
        }
        boolean entered = false;
        try {
            awaitTurn();
            entered = true;
        } finally {
            if (!entered) {
                left(caller);
            }
        }
        return () -> {
            turns.release();
            left(caller);
        };
    }

    private void left(String caller) {
        calls.computeIfPresent(caller, (_, count) -> count == 1 ? null : count - 1);
    }

    private void awaitTurn() throws OverloadException, InterruptedException {
        if (turns.tryAcquire(0, TimeUnit.SECONDS)) { // which, unlike tryAcquire(), lets nobody pass
            lastWaitNs = 0;
            return;
        }
        try {
            if (waiting.incrementAndGet() > limits.waiting()) {
                throw new OverloadException(hint());
            }
            long beganNs = System.nanoTime();
            boolean had = turns.tryAcquire(limits.patience().toNanos(), TimeUnit.NANOSECONDS);
            lastWaitNs = System.nanoTime() - beganNs;
            if (!had) {
                throw new OverloadException(hint());
            }
        } finally {
            waiting.decrementAndGet();
        }
    }

    private Duration hint() {
        Duration wait = Duration.ofSeconds(Duration.ofNanos(lastWaitNs).toSeconds());
        return wait.compareTo(SOON) > 0 ? wait : SOON;
    }

    /** Does what only waits, in a call at work, without counting as that meanwhile. */
    public <T> T aside(Wait<T> wait) throws InterruptedException {
        turns.release();
        try {
            return wait.run();
        } finally {
            turns.acquireUninterruptibly();
        }
    }

    /** Calls that wait for their turn. */
    int waiting() {
        return waiting.get();
    }
}
