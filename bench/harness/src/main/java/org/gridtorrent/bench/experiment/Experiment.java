package org.gridtorrent.bench.experiment;

import java.io.IOException;
import java.util.function.Consumer;
import org.gridtorrent.bench.result.Result;

/** One question, answered by measuring a subject and its peers in the same run. */
public interface Experiment {
    /** As it is called on the command line. */
    String name();

    /** The question, in one line. */
    String question();

    /** Measures; results go out as soon as they are known. */
    void run(Scale scale, Progress progress, Consumer<Result> results)
            throws IOException, InterruptedException;

    /**
     * How much is done: enough to rely on; with fewer rounds, counts or lines, so that all experiments
     * together end within 90 minutes; or just enough to see that it works, all in a few.
     */
    enum Scale {
        FULL(7),
        BRIEF(3),
        QUICK(1);

        private final int rounds;

        Scale(int rounds) {
            this.rounds = rounds;
        }

        /** Rounds that count; one or two before them do not. */
        public int rounds() {
            return rounds;
        }
    }

    /** Told what is being done, for a person who waits, and for the record of the run. */
    interface Progress {
        void say(String line);

        /** Another program takes part. */
        default void used(ToolUse use) {
            say(use.words());
        }

        /** What crossed a line of the experiment's own. */
        default void crossed(String words) {
            say(words);
        }

        /** Something that was measured was disturbed from outside. */
        default void disturbed(String words) {
            say(words);
        }
    }
}
