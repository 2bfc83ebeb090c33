package org.gridtorrent.bench.tracker.rounds;

import java.time.Duration;
import org.gridtorrent.bench.experiment.Experiment.Scale;

/**
 * How much machines ask.
 *
 * @param machines that enrol, and then poll
 * @param announcers of them that announce
 * @param contents that each of those announces
 * @param sustained for how long they announce at a steady rate
 * @param greatest for how long as fast as they are answered
 * @param pushes tasks made for machines that wait
 * @param starts of a client in one process
 * @param processes for which that is done
 */
record MachinePlan(int machines, int announcers, int contents, Duration warmUp,
        Duration sustained, Duration greatest, int pushes, int starts, int processes) {
    /** Announces a second of the steady rate. */
    static final int RATE = 1000;

    static MachinePlan of(Scale scale) {
        return switch (scale) {
            case FULL -> new MachinePlan(5000, 200, 20, Duration.ofSeconds(20),
                    Duration.ofSeconds(20), Duration.ofSeconds(10), 200, 30, 3);
            case BRIEF -> new MachinePlan(5000, 200, 20, Duration.ofSeconds(15),
                    Duration.ofSeconds(10), Duration.ofSeconds(5), 100, 20, 2);
            case QUICK -> new MachinePlan(20, 4, 5, Duration.ofMillis(200),
                    Duration.ofSeconds(1), Duration.ofMillis(500), 5, 2, 1);
        };
    }
}
