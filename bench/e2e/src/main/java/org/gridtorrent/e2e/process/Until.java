package org.gridtorrent.e2e.process;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Waiting for what another process does: asked again and again, up to a limit. Many a question is a
 * program of its own; between two it is quiet as long as one took, for those who work meanwhile.
 */
public final class Until {
    private static final long SHORTEST_PAUSE_MS = 100;

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

    private static void pause(Duration took) {
        try {
            Thread.sleep(Math.max(SHORTEST_PAUSE_MS, took.toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Wrong("interrupted");
        }
    }
}
