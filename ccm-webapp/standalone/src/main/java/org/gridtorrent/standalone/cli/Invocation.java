package org.gridtorrent.standalone.cli;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One run of the program: its environment, its streams and the global options. */
public final class Invocation {
    private final Map<String, String> environment;
    private final InputStream input;
    private final Output output;
    private @Nullable Path homeFlag;
    private boolean debug;

    public Invocation(Map<String, String> environment, InputStream input, Output output) {
        this.environment = environment;
        this.input = input;
        this.output = output;
    }

    public InputStream input() {
        return input;
    }

    public Output output() {
        return output;
    }

    public boolean debug() {
        return debug;
    }

    /** An environment variable's value; empty and unset are the same. */
    public Optional<String> environment(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }

    /**
     * The site's folder: {@code --home}, then {@code GRIDTORRENT_HOME}, then the user's folder for
     * state.
     */
    public Path home() {
        Path flag = homeFlag;
        Path home = flag != null
                ? flag
                : environment("GRIDTORRENT_HOME").map(Path::of)
                        .orElseGet(() -> stateFolder().resolve("gridtorrent-server"));
        return home.toAbsolutePath().normalize();
    }

    private Path stateFolder() {
        return environment("XDG_STATE_HOME").map(Path::of).filter(Path::isAbsolute)
                .orElseGet(() -> Path.of(environment("HOME").orElse("."), ".local", "state"));
    }

    void homeFlag(Path home) {
        homeFlag = home;
    }

    void useDebug() {
        debug = true;
    }
}
