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
 * Opens lines to the addresses of one peer, in their order: the next when one has failed, or when a
 * quarter of a second has brought nothing (RFC 8305, section 5). They are handed out one after another,
 * so that the peer is never talked to on two; those that are open or still opening in the end are
 * closed. One thread takes the lines, and closes.
 */
final class AddressRace implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final long STAGGER_NS = Duration.ofMillis(250).toNanos();

    private final Transports transports;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition change = lock.newCondition();
    private final Deque<PeerAddress> waiting;
    private final Deque<Line> ready = new ArrayDeque<>();
    private int opening;
    private boolean over;

    /** Finds what opens lines to such an address. */
    interface Transports {
        Transport of(PeerAddress address) throws IOException;
    }

    /** What became of an address: an open line, or the reason why there is none. */
    sealed interface Line {
        PeerAddress address();
    }

    record Open(PeerAddress address, Connection connection) implements Line {}

    record Failed(PeerAddress address, IOException why) implements Line {}

    AddressRace(Collection<PeerAddress> addresses, Transports transports) {
        this.waiting = new ArrayDeque<>(addresses);
        this.transports = transports;
    }

    /** Whether there is a line to come. */
    boolean goesOn() {
        lock.lock();
        try {
            return !waiting.isEmpty() || opening > 0 || !ready.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the next one: whoever asks for it has no use for those before. */
    Line next() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long startNs = System.nanoTime();
            while (ready.isEmpty()) {
                long waitNs = startNs - System.nanoTime();
                if (waiting.isEmpty()) {
                    change.await();
                } else if (waitNs > 0) {
                    var _ = change.awaitNanos(waitNs);
                } else {
                    start(waiting.removeFirst());
                    startNs = System.nanoTime() + STAGGER_NS;
                }
            }
            return ready.removeFirst();
        } finally {
            lock.unlock();
        }
    }

    private void start(PeerAddress address) {
        Thread.ofVirtual().name("connect " + address).start(() -> arrived(open(address)));
        opening++;
    }

    private Line open(PeerAddress address) {
        try {
            return new Open(address,
                    transports.of(address).connect(address.address(), CONNECT_TIMEOUT));
        } catch (IOException e) {
            return new Failed(address, e);
        } catch (RuntimeException | Error e) {
            // Without an answer the race would wait for this address for ever.
            return new Failed(address, new IOException("the program failed: " + e, e));
        }
    }

    private void arrived(Line line) {
        boolean late;
        lock.lock();
        try {
            opening--;
            late = over;
            if (!late) {
                ready.add(line);
                change.signal();
            }
        } finally {
            lock.unlock();
        }
        if (late) {
            close(line);
        }
    }

    private static void close(Line line) {
        if (line instanceof Open open) {
            open.connection().close();
        }
    }

    @Override
    public void close() {
        List<Line> left;
        lock.lock();
        try {
            over = true;
            left = new ArrayList<>(ready);
        } finally {
            lock.unlock();
        }
        left.forEach(AddressRace::close);
    }
}
