package org.gridtorrent.bench.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.gridtorrent.terminal.Json;

/** The record that lies beside an experiment's results, replaced in one step. */
public final class RecordFile {
    private static final String SUFFIX = ".record.json";

    private final Path file;

    public RecordFile(Path folder, String experiment) {
        file = folder.resolve(experiment + SUFFIX);
    }

    public void write(RunRecord run) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(fresh,
                Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(run) + "\n");
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Empty where there is none, as of a run of an earlier program. */
    public Optional<RunRecord> read() throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.MAPPER.readValue(Files.readString(file), RunRecord.class));
        } catch (JsonProcessingException e) {
            throw new IOException(file + " is damaged: " + e.getOriginalMessage(), e);
        }
    }
}
