package org.gridtorrent.e2e.process;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Waits for what another process does, by asking again and again up to a limit. The pause between two
 * questions is as long as the last one took, so that at most half of a processor goes into asking.
 */
public final class Until {
    private static final long SHORTEST_PAUSE_MS = 25;
    private static final long SHORTEST_LOOK_NS = 100_000;

    private Until() {}

    /** The first answer that {@code question} gives; {@code what} names it if none comes in time. */
    public static <T> T answered(String what, Duration limit, Supplier<Optional<T>> question) {
        long deadlineNs = System.nanoTime() + limit.toNanos();
        while (true) {
            long asked = System.nanoTime();
            var answer = question.get();
            if (answer.isPresent()) {
                return answer.get();
            }
            if (System.nanoTime() - deadlineNs > 0) {
                throw new Wrong("%s: not within %d s".formatted(what, limit.toSeconds()));
            }
            pause(Duration.ofNanos(System.nanoTime() - asked));
        }
    }

    /** Waits for what is over within milliseconds, by looking again every tenth of one. */
    public static void observed(String what, Duration limit, BooleanSupplier condition) {
        long deadlineNs = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadlineNs > 0) {
                throw new Wrong("%s: not within %d s".formatted(what, limit.toSeconds()));
            }
            LockSupport.parkNanos(SHORTEST_LOOK_NS);
        }
    }

    private static void pause(Duration took) {
        try {
            Thread.sleep(Math.max(SHORTEST_PAUSE_MS, took.toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Wrong("interrupted");
        }
    }
}
