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

    /** How much is done: enough to rely on, or just enough to see that it works. */
    enum Scale {
        FULL(7),
        QUICK(3);

        private final int rounds;

        Scale(int rounds) {
            this.rounds = rounds;
        }

        /** Rounds that count; one or two before them do not. */
        int rounds() {
            return rounds;
        }
    }

    /** Told what is being done, for a person who waits. */
    interface Progress {
        void say(String line);
    }
}
