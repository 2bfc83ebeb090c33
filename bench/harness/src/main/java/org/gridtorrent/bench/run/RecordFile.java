package org.gridtorrent.bench.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.gridtorrent.bench.process.AtomicFile;
import org.gridtorrent.bench.result.DamagedFile;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.Json;

/** File with the record of a run, beside the experiment's results; replaced in one step. */
public final class RecordFile {
    private static final String SUFFIX = ".record.json";

    private final Path file;

    public RecordFile(Path folder, String experiment) {
        file = folder.resolve(experiment + SUFFIX);
    }

    public void write(RunRecord run) throws IOException {
        AtomicFile.write(file,
                Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(run) + "\n");
    }

    /**
     * Reads the record; empty where there is none, {@link CommandFailure} of bad input where it is
     * damaged.
     */
    public Optional<RunRecord> read() throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            RunRecord record = Json.MAPPER.readValue(Files.readString(file), RunRecord.class);
            if (record == null || Stream.of(record.state(), record.machine(), record.programs(),
                    record.tools(), record.lines(), record.disturbed()).anyMatch(Objects::isNull)) {
                throw DamagedFile.of(file.toString(), "it is no record of a run");
            }
            return Optional.of(record);
        } catch (JsonProcessingException e) {
            throw DamagedFile.of(file.toString(), DamagedFile.why(e));
        } catch (MalformedInputException e) {
            throw DamagedFile.of(file.toString(), "it is not UTF-8");
        }
    }
}
