package org.gridtorrent.engine.swarm;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Events on their way to a swarm's owner, which may be long at looking through what is there. What peers
 * send waits for room, and peers that come are turned away while too many wait already; nobody else ever
 * waits: what the rest brings is bounded by those who bring it. After the owner has gone, events are dropped.
 * Thread-safe.
 */
final class Mailbox {
    static final int CAPACITY = 1024;
    static final int MAX_INCOMING = 32;

    private final Consumer<SwarmEvent> dropped;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition stirred = lock.newCondition();
    private final ConditionTimer timer = new ConditionTimer(lock, stirred);
    private final Condition room = lock.newCondition();
    /** Takes no room while it is empty, as the mailboxes of most contents are. */
    private List<SwarmEvent> events = new ArrayList<>();
    private int incoming;
    private boolean closed;

    /** @param dropped told of each event that the owner will not see, by any thread */
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
            while (!closed && events.size() >= CAPACITY
                    && event instanceof SwarmEvent.MessagesReceived) {
                room.awaitUninterruptibly();
            }
            if (closed || (isIncoming(event) && incoming == MAX_INCOMING)) {
                return false;
            }
            if (event instanceof SwarmEvent.RecheckAdmission && events.contains(event)) {
                return true;
            }
            events.add(event);
            incoming += isIncoming(event) ? 1 : 0;
            if (events.size() == 1) {
                stirred.signal();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Whom this side called is expected. */
    private static boolean isIncoming(SwarmEvent event) {
        return event instanceof SwarmEvent.PeerConnected joined && joined.dialled() == null;
    }

    /** Waits for the first event, at most so long, and moves all there are. For the owner. */
    void take(List<SwarmEvent> into, long timeoutMs) throws InterruptedException {
        long untilNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        lock.lockInterruptibly();
        try {
            long leftNs = untilNs - System.nanoTime();
            while (events.isEmpty() && leftNs > 0) {
                timer.set(leftNs);
                stirred.await();
                leftNs = untilNs - System.nanoTime();
            }
            into.addAll(events);
            if (events.size() >= CAPACITY) {
                room.signalAll();
            }
            events = new ArrayList<>();
            incoming = 0;
        } finally {
            lock.unlock();
        }
    }

    /** Nobody waits any more to put something into it, and what was in it is dropped. */
    void close() {
        List<SwarmEvent> left;
        lock.lock();
        try {
            closed = true;
            left = events;
            events = new ArrayList<>();
            timer.cancel();
            room.signalAll();
        } finally {
            lock.unlock();
        }
        left.forEach(dropped);
    }
}
