package org.gridtorrent.engine.swarm;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.gridtorrent.engine.connection.ReadBackpressure;
import org.gridtorrent.engine.timer.ConditionTimer;

/**
 * Queue of events for the swarm's thread. Nobody waits to put an event: {@link ReadBackpressure} bounds
 * what peers send, and connections that peers open are dropped while too many are queued. After the
 * queue is closed, events are dropped. Thread-safe.
 */
final class Mailbox {
    static final int MAX_INCOMING = 32;

    private final Consumer<SwarmEvent> dropped;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notEmpty = lock.newCondition();
    private final ConditionTimer timer = new ConditionTimer(lock, notEmpty);
    /** Replaced when it is taken, so that an idle swarm's mailbox takes no memory. */
    private List<SwarmEvent> events = new ArrayList<>();
    /** Connections in the queue that peers opened. */
    private int incoming;
    private boolean closed;

    /** @param dropped told of each event that is dropped, by any thread */
    Mailbox(Consumer<SwarmEvent> dropped) {
        this.dropped = dropped;
    }

    void put(SwarmEvent event) {
        if (!added(event)) {
            dropped.accept(event);
        }
    }

    private boolean added(SwarmEvent event) {
        lock.lock();
        try {
            if (closed || (isIncoming(event) && incoming == MAX_INCOMING)) {
                return false;
            }
            if (event instanceof SwarmEvent.RecheckAdmission && events.contains(event)) {
                return true;
            }
            events.add(event);
            incoming += isIncoming(event) ? 1 : 0;
            if (events.size() == 1) {
                notEmpty.signal();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private static boolean isIncoming(SwarmEvent event) {
        return event instanceof SwarmEvent.PeerConnected connected && connected.dialled() == null;
    }

    /** Waits for the first event until the timeout, and takes all that are queued. */
    List<SwarmEvent> take(long timeoutMs) throws InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        lock.lockInterruptibly();
        try {
            long leftNs = deadlineNs - System.nanoTime();
            while (events.isEmpty() && leftNs > 0) {
                timer.set(leftNs);
                notEmpty.await();
                leftNs = deadlineNs - System.nanoTime();
            }
            return drain();
        } finally {
            lock.unlock();
        }
    }

    private List<SwarmEvent> drain() {
        List<SwarmEvent> taken = events;
        events = new ArrayList<>();
        incoming = 0;
        return taken;
    }

    /** Drops what is queued, and all later events. */
    void close() {
        List<SwarmEvent> left;
        lock.lock();
        try {
            closed = true;
            left = drain();
            timer.cancel();
        } finally {
            lock.unlock();
        }
        left.forEach(dropped);
    }
}
