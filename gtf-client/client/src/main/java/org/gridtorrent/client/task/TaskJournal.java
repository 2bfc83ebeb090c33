package org.gridtorrent.client.task;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.client.disk.DurableFile;
import org.gridtorrent.client.disk.StateFile;
import org.gridtorrent.client.tracker.Task;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.gridtorrent.identity.Ids;
import org.gridtorrent.metainfo.reason.TaskReason;
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
    private static final int ENOUGH_BYTES = 64 * 1024;
    private static final String LOSS = "the tracker hands the task out again, unless it ended";

    private final JsonMapper json = Json.MAPPER;
    private final Path folder;

    TaskJournal(Path folder) {
        this.folder = folder;
    }

    /** In the order in which they last changed. */
    List<Task> load() throws IOException {
        Map<Path, FileTime> files = new HashMap<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            for (Path file : found) {
                files.put(file, Files.getLastModifiedTime(file));
            }
        } catch (NoSuchFileException e) {
            return List.of(); // a new home
        }
        List<Task> tasks = new ArrayList<>();
        for (var file : files.entrySet().stream().sorted(Map.Entry.comparingByValue()).toList()) {
            load(file.getKey(), tasks);
        }
        return tasks;
    }

    private void load(Path file, List<Task> tasks) throws IOException {
        Optional<byte[]> bytes = StateFile.read(file, LOSS);
        if (bytes.isEmpty()) {
            return;
        }
        try {
            Task task = json.treeToValue(withReason(json.readTree(bytes.get())), Task.class);
            if (file.equals(file(task.id()))) {
                tasks.add(task);
            } else {
                StateFile.setAside(file, "it is of another task", LOSS);
            }
        } catch (JacksonException | RuntimeException e) {
            StateFile.setAside(file, "it is no task's", LOSS);
        }
    }

    /** Older journals have a sentence in its place. */
    private JsonNode withReason(JsonNode task) {
        if (task instanceof ObjectNode object && !object.hasNonNull("reason")) {
            object.set("reason", json.valueToTree(
                    TaskReason.sentence(object.path("message").asText())));
        }
        return task;
    }

    /** A disk that is full delays no task: the tracker remembers it, too. */
    void save(Task task) {
        try {
            StateFile.write(file(task.id()), json.writeValueAsBytes(task));
        } catch (DiskFullException e) {
            LOG.warn("task {} is not written down: {}", task.id(), e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException("task " + task.id() + " cannot be written down", e);
        }
    }

    /** Whether a file can be made and written. */
    synchronized boolean hasRoom() throws IOException {
        Path trial = folder.resolve("room");
        try {
            DurableFile.write(trial, new byte[ENOUGH_BYTES]);
            DurableFile.delete(trial);
            return true;
        } catch (DiskFullException e) {
            return false;
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
