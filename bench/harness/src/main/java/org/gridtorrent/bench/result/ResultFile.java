package org.gridtorrent.bench.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * What one run of an experiment keeps: each result is in the folder as soon as it is known, so that a run
 * that is interrupted keeps what it had found.
 *
 * <p>The first result replaces what an earlier run kept, in one step; a run that finds nothing replaces
 * nothing. So a reader meets the earlier run or this one's results so far, never both. Not thread-safe.
 */
public final class ResultFile {
    private final Path file;
    private boolean begun;

    public ResultFile(Path folder, String experiment) {
        file = ResultLines.file(folder, experiment);
    }

    public void add(Result result) throws IOException {
        String line = ResultLines.encode(result) + "\n";
        if (begun) {
            Files.writeString(file, line, StandardOpenOption.APPEND);
        } else {
            replaceBy(line);
            begun = true;
        }
    }

    private void replaceBy(String line) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(fresh, line);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
