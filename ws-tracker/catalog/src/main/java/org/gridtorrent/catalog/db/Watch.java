package org.gridtorrent.catalog.db;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToLongFunction;
import org.gridtorrent.catalog.db.Revisions.Standing;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices for the whole process that the catalog moved: at once when it was moved here, within half a
 * second when another node did it. Long polls wait here.
 *
 * <p>One thread asks for one number, the sum of all revisions and epochs, which every change that
 * concerns a device or somebody's access makes larger. Only when it is another than before, the
 * devices' revisions are read, and those long polls woken whose device has a new one. So thousands of
 * them cost as much as one. Safe for use by many threads.
 */
public final class Watch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Watch.class);
    private static final long LOOK_NS = Duration.ofMillis(500).toNanos();
    /** Between two looks, however much is changed here. */
    private static final long SPACING_NS = Duration.ofMillis(20).toNanos();
    private static final long NO_SUM_YET = -1;
    /** Of a waiter that has not looked yet: whatever there is, is news to it. */
    public static final long NOTHING_KNOWN = -1;

    private final Database database;
    private final Thread thread = Thread.ofPlatform().daemon().name("catalog-watch")
            .unstarted(this::run);
    private final Map<Waiter, Boolean> waiters = new ConcurrentHashMap<>();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition signal = lock.newCondition();
    private boolean changed = true; // the first look is soon
    private boolean closed;

    // Of the thread alone.
    private long lastSum = NO_SUM_YET;
    private boolean failing;

    Watch(Database database) {
        this.database = database;
    }

    void start() {
        thread.start();
    }

    /** Something was committed here: the thread looks soon. */
    public void changed() {
        lock.lock();
        try {
            changed = true;
            signal.signalAll();
        } finally {
            lock.unlock();
        }
    }

    public int waiting() {
        return waiters.size();
    }

    /** A long poll that waits until this number of its device is not the known one; to be closed when it is answered. */
    public Waiter waiter(String deviceId, ToLongFunction<Standing> number, long known) {
        var waiter = new Waiter(deviceId, number, known);
        waiters.put(waiter, true);
        return waiter;
    }

    /** Makes every long poll look for itself. */
    public void wakeAll() {
        waiters.keySet().forEach(Waiter::wake);
    }

    /** Ends every wait; the thread is not interrupted, which would close an embedded database. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            signal.signalAll();
        } finally {
            lock.unlock();
        }
        wakeAll();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        while (pause()) {
            try {
                look();
                if (failing) {
                    LOG.info("the database answers again");
                }
                failing = false;
            } catch (RuntimeException e) {
                if (!failing) {
                    LOG.warn("the database does not answer", e);
                }
                failing = true;
                database.reopenAfter(e);
            }
        }
    }

    private void look() {
        long sum = database.read(Revisions::sum);
        if (sum != lastSum) {
            if (!waiters.isEmpty()) {
                wakeMoved(database.read(Revisions::all));
            }
            lastSum = sum;
        }
    }

    private void wakeMoved(Map<String, Standing> standings) {
        for (Waiter waiter : waiters.keySet()) {
            Standing now = standings.get(waiter.deviceId);
            if (now != null && waiter.number.applyAsLong(now) != waiter.known) {
                waiter.wake();
            }
        }
    }

    /** Waits until it is time to look; false when the watch is closed. */
    private boolean pause() {
        long beganNs = System.nanoTime();
        lock.lock();
        try {
            while (!closed) {
                long leftNs = (changed ? SPACING_NS : LOOK_NS) - (System.nanoTime() - beganNs);
                if (leftNs <= 0) {
                    break;
                }
                var _ = signal.awaitNanos(leftNs);
            }
            changed = false;
            return !closed;
        } catch (InterruptedException e) {
            return false; // nobody interrupts this thread but to end it
        } finally {
            lock.unlock();
        }
    }

    /** One long poll. */
    public final class Waiter implements AutoCloseable {
        private final String deviceId;
        private final ToLongFunction<Standing> number;
        private volatile long known;
        private final Semaphore woken = new Semaphore(0);

        private Waiter(String deviceId, ToLongFunction<Standing> number, long known) {
            this.deviceId = deviceId;
            this.number = number;
            this.known = known;
        }

        /** What was read just now; only another number is news from here on. */
        public void heard(long now) {
            known = now;
        }

        /** Blocks until there is reason to look; false when the time is over or the watch closed. */
        public boolean await(long deadlineNs) throws InterruptedException {
            long leftNs = deadlineNs - System.nanoTime();
            boolean reason = leftNs > 0 && woken.tryAcquire(leftNs, TimeUnit.NANOSECONDS);
            return reason && !isClosed();
        }

        private void wake() {
            woken.release();
        }

        @Override
        public void close() {
            waiters.remove(this);
        }
    }
}
