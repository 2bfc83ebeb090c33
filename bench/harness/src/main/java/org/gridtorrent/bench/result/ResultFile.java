package org.gridtorrent.bench.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.gridtorrent.bench.process.AtomicFile;
import org.gridtorrent.terminal.CommandFailure;

/**
 * What one run of an experiment keeps: each result is in the folder as soon as it is known, so that a run
 * that is interrupted keeps what it had found.
 *
 * <p>The first result replaces what an earlier run kept, in one step; a run that finds nothing replaces
 * nothing, and comparisons that could not be made replace none that was. So a reader meets the earlier
 * run or this one's results so far, never both. Not thread-safe.
 */
public final class ResultFile {
    private final Path file;
    /** Of this run, not in the file yet. */
    private final StringBuilder waiting = new StringBuilder();
    private boolean begun;

    public ResultFile(Path folder, String experiment) {
        file = ResultLines.file(folder, experiment);
    }

    public void add(Result result) throws IOException {
        waiting.append(ResultLines.encode(result)).append('\n');
        if (begun) {
            Files.writeString(file, waiting, StandardOpenOption.APPEND);
        } else if (result instanceof Result.Measured || !hasMeasurements()) {
            AtomicFile.write(file, waiting);
            begun = true;
        } else {
            return;
        }
        waiting.setLength(0);
    }

    /** Whether the file has this run's results. */
    public boolean begun() {
        return begun;
    }

    /** Whether it has anybody's. */
    public boolean exists() {
        return Files.exists(file);
    }

    /** What is damaged is no measurement. */
    private boolean hasMeasurements() throws IOException {
        try {
            return exists() && ResultLines.read(file).stream()
                    .anyMatch(Result.Measured.class::isInstance);
        } catch (CommandFailure e) {
            return false;
        }
    }
}
