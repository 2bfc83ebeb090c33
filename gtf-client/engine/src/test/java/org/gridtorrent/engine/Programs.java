package org.gridtorrent.engine;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;

/** Programs of others that a test meets. */
final class Programs {
    private Programs() {}

    /** Skips the test, with the program's name, if the command cannot be run. */
    static void assumeRuns(String name, String... command)
            throws IOException, InterruptedException {
        boolean there;
        try {
            there = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (IOException e) {
            there = false;
        }
        assumeTrue(there, name + " is not installed");
    }
}
