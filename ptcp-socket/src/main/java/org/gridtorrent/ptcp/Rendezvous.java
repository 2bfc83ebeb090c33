package org.gridtorrent.ptcp;

import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Where the channels of one session that is being opened find each other, in whatever order they come.
 *
 * <p>Thread-safe. All waiting ends at the deadline of whoever waits.
 */
final class Rendezvous {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<@Nullable SocketChannel> joined = new ArrayList<>();
    private Preamble.@Nullable Open open;
    private int missing;
    private boolean over;

    /** The control channel is here; false if there was one already. */
    boolean open(Preamble.Open preamble) {
        lock.lock();
        try {
            if (open != null || over) {
                return false;
            }
            open = preamble;
            missing = preamble.streams();
            for (int i = 0; i < preamble.streams(); i++) {
                joined.add(null);
            }
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Adds a data channel once its session is open; false if it does not belong to it. */
    boolean join(Preamble.Join preamble, SocketChannel channel, Deadline deadline)
            throws InterruptedException {
        lock.lock();
        try {
            while (open == null && !over && deadline.nanosLeft() > 0) {
                changed.await(deadline.nanosLeft(), TimeUnit.NANOSECONDS);
            }
            boolean admitted = open != null
                    && !over
                    && preamble.stream() < open.streams()
                    && preamble.isProvenBy(open.secret())
                    && joined.get(preamble.stream()) == null;
            if (admitted) {
                joined.set(preamble.stream(), channel);
                missing--;
                changed.signalAll();
            }
            return admitted;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for all data channels; at the deadline those that came, whose list is then shorter. */
    List<SocketChannel> awaitAll(Deadline deadline) throws InterruptedException {
        lock.lock();
        try {
            while (missing > 0 && deadline.nanosLeft() > 0) {
                changed.await(deadline.nanosLeft(), TimeUnit.NANOSECONDS);
            }
            over = true;
            List<SocketChannel> present = new ArrayList<>();
            for (SocketChannel channel : joined) {
                if (channel != null) {
                    present.add(channel);
                }
            }
            return present;
        } finally {
            lock.unlock();
        }
    }
}
