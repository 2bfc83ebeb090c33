package org.gridtorrent.engine.limit;

import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many connections all contents of an engine have together, and how many they open at a time.
 * Strangers leave a quarter of the places to those whom a gate knows by name. Thread-safe.
 */
public final class ConnectionLimit {
    /** Twice what is aimed at for a machine with 2,000 contents. */
    private static final int USUAL = 2000;
    private static final int USUAL_DIALS = 256;

    private final int places;
    private final AtomicInteger taken = new AtomicInteger();
    private final Semaphore dials;

    /** @param dials how many connections may be on their way at a time */
    public ConnectionLimit(int places, int dials) {
        this.places = places;
        this.dials = new Semaphore(dials, true);
    }

    public static ConnectionLimit usual() {
        return new ConnectionLimit(USUAL, USUAL_DIALS);
    }

    /** A connection's place, until it is closed. */
    public static final class Place implements AutoCloseable {
        private final AtomicInteger taken;
        private final AtomicBoolean held = new AtomicBoolean(true);

        private Place(AtomicInteger taken) {
            this.taken = taken;
        }

        /** Gives it back, once however often it is called. */
        @Override
        public void close() {
            if (held.getAndSet(false)) {
                taken.decrementAndGet();
            }
        }
    }

    /**
     * A place; empty when all are taken.
     *
     * @param named whether a gate knows by name who is to have it
     */
    public Optional<Place> take(boolean named) {
        int most = named ? places : places - places / 4;
        if (taken.getAndUpdate(count -> count < most ? count + 1 : count) >= most) {
            return Optional.empty();
        }
        return Optional.of(new Place(taken));
    }

    /** Waits until one more may be opened; {@link #dialled} is to follow. */
    public void dial() throws InterruptedException {
        dials.acquire();
    }

    public void dialled() {
        dials.release();
    }
}
