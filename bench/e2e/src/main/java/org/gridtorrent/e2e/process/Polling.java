package org.gridtorrent.e2e.process;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Waits for what another process does, by asking again and again up to a limit. The pause between two
 * questions is as long as the last one took, so that at most half of a processor goes into asking.
 */
public final class Polling {
    private static final long SHORTEST_PAUSE_MS = 25;
    private static final long SHORTEST_LOOK_NS = 100_000;
    /** Between two looks at a daemon's counts: it renews them every 250 ms while it sends. */
    private static final Duration BETWEEN_COUNTS = Duration.ofSeconds(1);

    private Polling() {}

    /** The first answer that {@code question} gives; {@code what} names it if none comes in time. */
    public static <T> T answered(String what, Duration limit, Supplier<Optional<T>> question) {
        return answered(what, Deadline.after(limit), question);
    }

    /** The same, up to a deadline that other waits have too. */
    public static <T> T answered(String what, Deadline deadline, Supplier<Optional<T>> question) {
        while (true) {
            long asked = System.nanoTime();
            var answer = question.get();
            if (answer.isPresent()) {
                return answer.get();
            }
            if (deadline.isOver()) {
                throw late(what, deadline);
            }
            pause(Duration.ofNanos(System.nanoTime() - asked));
        }
    }

    /** Waits for what is over within milliseconds, by looking again every tenth of one. */
    public static void observed(String what, Duration limit, BooleanSupplier condition) {
        var deadline = Deadline.after(limit);
        while (!condition.getAsBoolean()) {
            if (deadline.isOver()) {
                throw late(what, deadline);
            }
            LockSupport.parkNanos(SHORTEST_LOOK_NS);
        }
    }

    /** The first count of at least {@code least} that does not grow any more. */
    public static long settled(String what, Duration limit, long least, LongSupplier count) {
        var deadline = Deadline.after(limit);
        long last = least - 1;
        while (true) {
            long counted = count.getAsLong();
            if (counted >= least && counted == last) {
                return counted;
            }
            if (deadline.isOver()) {
                throw late(what + ", which is " + counted, deadline);
            }
            last = counted;
            sleep(BETWEEN_COUNTS);
        }
    }

    private static CheckFailure late(String what, Deadline deadline) {
        return new CheckFailure(
                "%s: not within %d s".formatted(what, deadline.limit().toSeconds()));
    }

    private static void pause(Duration took) {
        sleep(Duration.ofMillis(Math.max(SHORTEST_PAUSE_MS, took.toMillis())));
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CheckFailure("interrupted");
        }
    }
}
