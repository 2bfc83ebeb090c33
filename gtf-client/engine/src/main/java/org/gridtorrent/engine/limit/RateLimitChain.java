package org.gridtorrent.engine.limit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.engine.limit.RateQueue.Stretch;

/**
 * One user's way through several limits, one after the other, so that all hold and the strictest
 * decides. The narrower ones come first: who waits for its content's limit keeps nobody else
 * waiting at the engine's.
 *
 * <p>Who has to wait is told to wait for {@value #LEAST_WAIT_MS} ms at least, and catches up then, as
 * {@link RateQueue} allows: to wake for each block of a few would cost more than to move it.
 *
 * <p>For one thread at a time. Nothing here blocks; its user waits as it can.
 */
public final class RateLimitChain {
    private static final long LEAST_WAIT_MS = 25;
    private static final long LEAST_WAIT_NS = LEAST_WAIT_MS * 1_000_000;

    private final List<RateLimit> limits;
    private final Runnable moved;
    /** At the limits that it has passed, and the one where it waits, which may be the last. */
    private final List<Optional<Stretch>> stretches = new ArrayList<>();
    private int asked;

    /** For a user that asks again soon by itself. */
    public RateLimitChain(List<RateLimit> limits) {
        this(limits, () -> {});
    }

    /** Tells, on any thread, when {@link #waitNs} may have become less than it was. */
    public RateLimitChain(List<RateLimit> limits, Runnable moved) {
        this.limits = List.copyOf(limits);
        this.moved = moved;
    }

    /** When nobody is limited. */
    public boolean isOff() {
        return limits.stream().allMatch(RateLimit::isOff);
    }

    /**
     * How long to wait, in nanoseconds, before so many bytes may go; 0 when they may, which then
     * stays so until they are spent or given up.
     */
    public long waitNs(int bytes) {
        if (asked != bytes) {
            giveUp();
            asked = bytes;
        }
        long waitNs = stretches.isEmpty() ? 0 : waitNs();
        while (waitNs == 0 && stretches.size() < limits.size()) {
            RateLimit next = limits.get(stretches.size());
            stretches.add(next.isOff() ? Optional.empty() : Optional.of(next.ask(bytes, moved)));
            waitNs = waitNs();
        }
        return waitNs == 0 ? 0 : Math.max(waitNs, LEAST_WAIT_NS);
    }

    private long waitNs() {
        return stretches.getLast().map(stretch -> limit().waitNs(stretch)).orElse(0L);
    }

    private RateLimit limit() {
        return limits.get(stretches.size() - 1);
    }

    /** The bytes go. */
    public void spend() {
        stretches.clear();
        asked = 0;
    }

    /** There is nothing to go; others may have what was to be ours. */
    public void giveUp() {
        for (int i = 0; i < stretches.size(); i++) {
            stretches.get(i).ifPresent(limits.get(i)::giveBack);
        }
        spend();
    }

    /** The limit that it waits for. */
    public Optional<RateLimit> heldBy() {
        return stretches.isEmpty() || waitNs() == 0 ? Optional.empty() : Optional.of(limit());
    }
}
