package org.gridtorrent.bench.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.gridtorrent.bench.process.AtomicFile;
import org.gridtorrent.terminal.CommandFailure;

/**
 * File with the results of an experiment, one JSON object a line. Not thread-safe.
 *
 * <p>A result is in the file as soon as it is known, so an interrupted run keeps what it found. A run's
 * first result replaces what an earlier run kept, in one step; a run that finds nothing replaces nothing,
 * and comparisons that could not be made replace none that was. So a reader meets the earlier run or this
 * one's results so far, never both.
 */
public final class ResultFile {
    private static final String SUFFIX = ".jsonl";

    private final Path file;
    /** Lines of this run that are not in the file yet. */
    private final StringBuilder waiting = new StringBuilder();
    private boolean begun;

    public ResultFile(Path folder, String experiment) {
        file = folder.resolve(experiment + SUFFIX);
    }

    public void add(Result result) throws IOException {
        waiting.append(ResultJson.encode(result)).append('\n');
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

    /** Whether there is a file, of whatever run. */
    public boolean exists() {
        return Files.exists(file);
    }

    /** A damaged file has no measurements. */
    private boolean hasMeasurements() throws IOException {
        try {
            return exists() && read(file).stream()
                    .anyMatch(Result.Measured.class::isInstance);
        } catch (CommandFailure e) {
            return false;
        }
    }

    /**
     * All kept results, by experiment's name; {@link NoSuchFileException} if there is no folder, a {@link
     * CommandFailure} of bad input if one of its files is damaged.
     */
    public static List<Result> load(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> entries = Files.list(folder)) {
            files = entries
                    .filter(file -> file.toString().endsWith(SUFFIX) && Files.isRegularFile(file))
                    .sorted().toList();
        }
        List<Result> results = new ArrayList<>();
        for (Path file : files) {
            results.addAll(read(file));
        }
        return results;
    }

    /** Results of one file. */
    static List<Result> read(Path file) throws IOException {
        List<Result> results = new ArrayList<>();
        int number = 0;
        try {
            for (String line : Files.readAllLines(file)) {
                number++;
                results.add(ResultJson.decode(ResultJson.JSON.readTree(line)));
            }
        } catch (JsonProcessingException e) {
            throw DamagedFile.of("line " + number + " of " + file, DamagedFile.why(e));
        } catch (MalformedInputException e) {
            throw DamagedFile.of(file.toString(), "it is not UTF-8");
        }
        return results;
    }
}
