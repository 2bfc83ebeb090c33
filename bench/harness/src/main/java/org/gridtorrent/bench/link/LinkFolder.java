package org.gridtorrent.bench.link;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.gridtorrent.bench.process.AtomicFile;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.Json;

/** Folder with the state, the counters and the log of each link. */
public record LinkFolder(Path folder) {
    private static final String STATE = ".json";

    /** Below {@code GRIDTORRENT_HOME}, otherwise in the user's folder for state. */
    public static LinkFolder of(Map<String, String> environment) {
        String home = environment.getOrDefault("GRIDTORRENT_HOME", "");
        if (!home.isBlank()) {
            return new LinkFolder(Path.of(home).toAbsolutePath().resolve("links"));
        }
        Path state = Path.of(environment.getOrDefault("XDG_STATE_HOME", ""));
        Path user = Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")));
        return new LinkFolder((state.isAbsolute() ? state : user.resolve(".local/state"))
                .resolve("gridtorrent").resolve("links"));
    }

    /** Returns the name if it can be a link's. */
    public static String requireName(String name) {
        if (!name.matches("[a-z0-9][a-z0-9-]{0,31}")) {
            throw CommandFailure.wrongUsage("'" + name + "' cannot name a link:"
                    + " up to 32 small letters, digits and hyphens");
        }
        return name;
    }

    void write(LinkState state) throws IOException {
        AtomicFile.write(file(state.name(), STATE), Json.MAPPER.writeValueAsString(state));
    }

    Optional<LinkState> read(String name) throws IOException {
        try {
            String text = Files.readString(file(name, STATE));
            return Optional.of(Json.MAPPER.readValue(text, LinkState.class));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Names of all links that are written down, whether they are up or not. */
    List<String> names() throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(STATE))
                    .map(file -> file.substring(0, file.length() - STATE.length()))
                    .sorted().toList();
        }
    }

    void delete(String name) throws IOException {
        for (String suffix : List.of(STATE, ".counters", ".log")) {
            Files.deleteIfExists(file(name, suffix));
        }
    }

    Path counters(String name) {
        return file(name, ".counters");
    }

    Path log(String name) {
        return file(name, ".log");
    }

    /** Held while the link of this name is being made; the file for it is beside the folder. */
    LinkLock lock(String name) throws IOException {
        Path absolute = folder.toAbsolutePath();
        Files.createDirectories(absolute);
        return LinkLock.take(absolute.resolveSibling(absolute.getFileName() + ".lock"),
                requireName(name));
    }

    private Path file(String name, String suffix) {
        return folder.resolve(requireName(name) + suffix);
    }
}
