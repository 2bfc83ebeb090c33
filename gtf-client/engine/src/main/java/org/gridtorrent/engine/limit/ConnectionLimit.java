package org.gridtorrent.engine.limit;

import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limit on the connections of all torrents of an engine, and on those being opened. Thread-safe.
 *
 * <p>A quarter of the slots is reserved for peers that the gate knows by name.
 */
public final class ConnectionLimit {
    /** Twice the target for a machine with 2,000 torrents. */
    private static final int DEFAULT_SLOTS = 2000;
    private static final int DEFAULT_DIALS = 256;

    private final int slots;
    private final AtomicInteger taken = new AtomicInteger();
    private final Semaphore dials;

    /** A limit on open connections, and on dials that are under way. */
    public ConnectionLimit(int slots, int dials) {
        this.slots = slots;
        this.dials = new Semaphore(dials, true);
    }

    public static ConnectionLimit withDefaults() {
        return new ConnectionLimit(DEFAULT_SLOTS, DEFAULT_DIALS);
    }

    /** The slot of one connection, held until it is closed. */
    public static final class Slot implements AutoCloseable {
        private final AtomicInteger taken;
        private final AtomicBoolean held = new AtomicBoolean(true);

        private Slot(AtomicInteger taken) {
            this.taken = taken;
        }

        /** Releases the slot; further calls do nothing. */
        @Override
        public void close() {
            if (held.getAndSet(false)) {
                taken.decrementAndGet();
            }
        }
    }

    /**
     * A slot; empty when all are taken.
     *
     * @param named whether the gate knows the peer by name
     */
    public Optional<Slot> acquire(boolean named) {
        int max = named ? slots : slots - slots / 4;
        if (taken.getAndUpdate(count -> count < max ? count + 1 : count) >= max) {
            return Optional.empty();
        }
        return Optional.of(new Slot(taken));
    }

    /** Blocks until one more connection may be opened; {@link #releaseDial} has to follow. */
    public void acquireDial() throws InterruptedException {
        dials.acquire();
    }

    public void releaseDial() {
        dials.release();
    }
}
