package org.gridtorrent.client.task;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gridtorrent.client.disk.DurableFile;
import org.gridtorrent.identity.Ids;
import org.gridtorrent.terminal.Json;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tasks on disk: one file each, replaced whole.
 *
 * <p>The tracker remembers every task that is not final, so a damaged file costs nothing but its
 * history: it is set aside and the task begins anew.
 */
final class TaskJournal {
    private static final Logger LOG = LoggerFactory.getLogger(TaskJournal.class);
    private static final String SUFFIX = ".json";

    private final JsonMapper json = Json.MAPPER;
    private final Path folder;

    TaskJournal(Path folder) {
        this.folder = folder;
    }

    /** In the order in which they last changed. */
    List<TaskView> load() throws IOException {
        Map<Path, FileTime> files = new HashMap<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            for (Path file : found) {
                files.put(file, Files.getLastModifiedTime(file));
            }
        } catch (NoSuchFileException e) {
            return List.of(); // a new home
        }
        List<TaskView> tasks = new ArrayList<>();
        for (var file : files.entrySet().stream().sorted(Map.Entry.comparingByValue()).toList()) {
            load(file.getKey(), tasks);
        }
        return tasks;
    }

    private void load(Path file, List<TaskView> tasks) throws IOException {
        try {
            TaskView task = json.readValue(Files.readAllBytes(file), TaskView.class);
            if (file.equals(file(task.id()))) {
                tasks.add(task);
                return;
            }
        } catch (JacksonException | RuntimeException e) {
            LOG.debug("{}", file, e);
        }
        LOG.warn("{} is damaged and set aside; the tracker will hand the task out again", file);
        Files.move(file, file.resolveSibling(file.getFileName() + ".damaged"),
                StandardCopyOption.REPLACE_EXISTING);
    }

    void save(TaskView task) {
        try {
            DurableFile.write(file(task.id()), json.writeValueAsBytes(task));
        } catch (IOException e) {
            throw new UncheckedIOException("task " + task.id() + " cannot be written down", e);
        }
    }

    void delete(String id) {
        try {
            DurableFile.delete(file(id));
        } catch (IOException e) {
            LOG.warn("task {} ended long ago and cannot be forgotten: {}", id, e.getMessage());
        }
    }

    private Path file(String id) {
        if (!Ids.isValid(id)) {
            throw new IllegalArgumentException("not a task's id: " + id);
        }
        return folder.resolve(id + SUFFIX);
    }
}
