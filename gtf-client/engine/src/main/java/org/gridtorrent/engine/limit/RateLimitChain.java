package org.gridtorrent.engine.limit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.engine.limit.RateQueue.Reservation;

/**
 * Chain of rate limits that one transfer passes one after the other, so that all of them hold.
 *
 * <p>The narrower limits come first: a transfer that waits for its torrent's limit does not block others at the
 * engine's. A wait is {@value #MIN_WAIT_MS} ms at least, and the transfer catches up then, as {@link RateQueue} allows:
 * to wake for every block would cost more than to send it.
 *
 * <p>For one thread at a time. Nothing blocks; the caller waits.
 */
public final class RateLimitChain {
    private static final long MIN_WAIT_MS = 25;
    private static final long MIN_WAIT_NS = MIN_WAIT_MS * 1_000_000;

    private final List<RateLimit> limits;
    private final Runnable onMoved;
    /** One for each limit that is passed, and for the one that is waited for. */
    private final List<Optional<Reservation>> reservations = new ArrayList<>();
    private int requested;

    /** A chain whose user asks again by itself. */
    public RateLimitChain(List<RateLimit> limits) {
        this(limits, () -> {});
    }

    /** A chain that calls {@code onMoved}, on any thread, when {@link #waitNs} may have become shorter. */
    public RateLimitChain(List<RateLimit> limits, Runnable onMoved) {
        this.limits = List.copyOf(limits);
        this.onMoved = onMoved;
    }

    /** Whether all limits are off. */
    public boolean isUnlimited() {
        return limits.stream().allMatch(RateLimit::isUnlimited);
    }

    /**
     * The nanoseconds to wait before so many bytes may be sent or requested. Once it is 0, it stays 0 until {@link
     * #consume} or {@link #cancel}.
     */
    public long waitNs(int bytes) {
        if (requested != bytes) {
            cancel();
            requested = bytes;
        }
        long waitNs = reservations.isEmpty() ? 0 : waitNs();
        while (waitNs == 0 && reservations.size() < limits.size()) {
            RateLimit next = limits.get(reservations.size());
            reservations.add(next.isUnlimited()
                    ? Optional.empty()
                    : Optional.of(next.reserve(bytes, onMoved)));
            waitNs = waitNs();
        }
        return waitNs == 0 ? 0 : Math.max(waitNs, MIN_WAIT_NS);
    }

    private long waitNs() {
        return reservations.getLast().map(reservation -> limit().waitNs(reservation)).orElse(0L);
    }

    private RateLimit limit() {
        return limits.get(reservations.size() - 1);
    }

    /** The bytes are sent or requested. */
    public void consume() {
        reservations.clear();
        requested = 0;
    }

    /** The bytes are not needed: gives the reservations back. */
    public void cancel() {
        for (int i = 0; i < reservations.size(); i++) {
            reservations.get(i).ifPresent(limits.get(i)::cancel);
        }
        consume();
    }

    /** The limit that makes the transfer wait. */
    public Optional<RateLimit> limitedBy() {
        return reservations.isEmpty() || waitNs() == 0 ? Optional.empty() : Optional.of(limit());
    }
}
