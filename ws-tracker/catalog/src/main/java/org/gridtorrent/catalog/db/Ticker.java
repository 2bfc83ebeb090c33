package org.gridtorrent.catalog.db;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Periodic jobs of a component, each on a daemon thread of its own, so that a slow one delays no other.
 * A job that fails runs again after its pause; its failure is logged once until it works again. Safe for
 * use by several threads.
 */
public final class Ticker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Ticker.class);

    private final CountDownLatch closing = new CountDownLatch(1);
    private final List<Thread> threads = new ArrayList<>();

    /** Runs the job after each pause, counted from the end of its last run. */
    public Ticker every(Duration pause, String name, String failure, Runnable job) {
        return every(pause, pause, name, failure, job);
    }

    /**
     * The same, with another delay before the first run.
     *
     * @param name of the job's thread
     * @param failure logged before the exception, such as "no mail is sent"
     */
    public synchronized Ticker every(Duration first, Duration pause, String name, String failure,
            Runnable job) {
        threads.add(Thread.ofPlatform().daemon().name(name)
                .start(() -> run(first, pause, failure, job)));
        return this;
    }

    private void run(Duration first, Duration pause, String failure, Runnable job) {
        boolean failing = false;
        try {
            for (Duration wait = first; !isClosedWithin(wait); wait = pause) {
                failing = fails(job, failing, failure);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isClosedWithin(Duration wait) throws InterruptedException {
        return closing.await(wait.toNanos(), TimeUnit.NANOSECONDS);
    }

    private static boolean fails(Runnable job, boolean failing, String failure) {
        try {
            job.run();
            return false;
        } catch (RuntimeException e) {
            if (!failing) {
                LOG.warn("{}: {}", failure, e.toString());
                LOG.debug("{}", failure, e);
            }
            return true;
        }
    }

    /**
     * Ends all jobs and waits for those under way, which are not interrupted: an interrupt would close an
     * embedded database.
     */
    @Override
    public void close() {
        closing.countDown();
        try {
            for (Thread thread : started()) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized List<Thread> started() {
        return List.copyOf(threads);
    }
}
