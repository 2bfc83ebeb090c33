package org.gridtorrent.bench.experiment;

import java.io.IOException;

/**
 * Experiment: one question, answered by measuring a subject and its peers in the same run.
 *
 * @param name as it is called on the command line
 * @param question in one line
 * @param hasLine whether it measures over a line, so that it can also run between the user's own hosts
 * @param body measures; rows go out as soon as they are known
 */
public record Experiment(String name, String question, boolean hasLine, Body body) {

    /** On this machine alone. */
    public static Experiment local(String name, String question, Body body) {
        return new Experiment(name, question, false, body);
    }

    /** Over an emulated line, or between the user's own hosts. */
    public static Experiment overLine(String name, String question, Body body) {
        return new Experiment(name, question, true, body);
    }

    /** Body of an experiment. */
    public interface Body {
        void run(ExperimentRun run) throws IOException, InterruptedException;
    }

    /**
     * Scale of a run: enough to rely on; fewer rounds, counts or lines, so that all experiments together
     * end within 90 minutes; or just enough to see that it works, all in a few.
     */
    public enum Scale {
        FULL(7), BRIEF(3), QUICK(1);

        private final int rounds;

        Scale(int rounds) {
            this.rounds = rounds;
        }

        /** Rounds that count, in experiments on this machine alone. */
        public int rounds() {
            return rounds;
        }
    }

    /** Listener to a run: its lines are for the waiting user and for the run's record. */
    public interface Progress {
        void message(String line);

        /** Reports that another program takes part. */
        default void toolUsed(ToolUse use) {
            message(use.describe());
        }

        /** Reports the traffic on an emulated link. */
        default void linkTraffic(String description) {
            message(description);
        }

        /** Reports a measurement that counts although other load disturbed it. */
        default void noiseDetected(String description) {
            message(description);
        }
    }
}
