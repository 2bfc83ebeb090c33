package org.gridtorrent.engine.connection;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.gridtorrent.engine.transport.Connection;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.Transport;

/**
 * Connection attempts to the addresses of one peer, in order (Happy Eyeballs, RFC 8305, section 5).
 *
 * <p>The next attempt starts when one has failed, or after 250 ms without a result. Results are handed out
 * one at a time, so that gate and handshake never run on two connections to the same peer. Connections
 * that are left when the race is closed are closed too. Each attempt runs on a virtual thread; one thread
 * takes the results and closes the race.
 */
final class AddressRace implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final long STAGGER_NS = Duration.ofMillis(250).toNanos();

    private final Transports transports;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<PeerAddress> untried;
    private final Deque<Attempt> ready = new ArrayDeque<>();
    private int opening;
    private boolean closed;

    /** Finds the transport of an address. */
    interface Transports {
        Transport of(PeerAddress address) throws IOException;
    }

    /** Result of one attempt. */
    sealed interface Attempt {
        PeerAddress address();
    }

    record Connected(PeerAddress address, Connection connection) implements Attempt {}

    record Failed(PeerAddress address, IOException why) implements Attempt {}

    AddressRace(Collection<PeerAddress> addresses, Transports transports) {
        this.untried = new ArrayDeque<>(addresses);
        this.transports = transports;
    }

    /** Whether another result is to come. */
    boolean hasNext() {
        lock.lock();
        try {
            return !untried.isEmpty() || opening > 0 || !ready.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the next result; the caller is done with the one before. */
    Attempt next() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long startNs = System.nanoTime();
            while (ready.isEmpty()) {
                long waitNs = startNs - System.nanoTime();
                if (untried.isEmpty()) {
                    changed.await();
                } else if (waitNs > 0) {
                    var _ = changed.awaitNanos(waitNs);
                } else {
                    start(untried.removeFirst());
                    startNs = System.nanoTime() + STAGGER_NS;
                }
            }
            return ready.removeFirst();
        } finally {
            lock.unlock();
        }
    }

    private void start(PeerAddress address) {
        Thread.ofVirtual().name("connect " + address).start(() -> finished(open(address)));
        opening++;
    }

    private Attempt open(PeerAddress address) {
        try {
            return new Connected(address,
                    transports.of(address).connect(address.address(), CONNECT_TIMEOUT));
        } catch (IOException e) {
            return new Failed(address, e);
        } catch (RuntimeException | Error e) {
            // Without a result the race would wait for this address for ever.
            return new Failed(address, new IOException("the program failed: " + e, e));
        }
    }

    private void finished(Attempt attempt) {
        boolean late;
        lock.lock();
        try {
            opening--;
            late = closed;
            if (!late) {
                ready.add(attempt);
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
        if (late) {
            close(attempt);
        }
    }

    private static void close(Attempt attempt) {
        if (attempt instanceof Connected open) {
            open.connection().close();
        }
    }

    @Override
    public void close() {
        List<Attempt> left;
        lock.lock();
        try {
            closed = true;
            left = new ArrayList<>(ready);
        } finally {
            lock.unlock();
        }
        left.forEach(AddressRace::close);
    }
}
