package org.gridtorrent.engine;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Other programs that tests need. */
final class Programs {
    private static final Map<String, Boolean> THERE = new ConcurrentHashMap<>();

    private Programs() {}

    /** Skips the test, with the program's name, if the command cannot be run; it is tried once. */
    static void assumeRuns(String name, String... command) {
        assumeTrue(THERE.computeIfAbsent(name, _ -> runs(command)), name + " is not installed");
    }

    private static boolean runs(String... command) {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
