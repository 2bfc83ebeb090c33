package org.gridtorrent.terminal;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One run of a program: its environment, its streams and the options that every command takes.
 *
 * <p>Every command gets it in its constructor. Each program adds where it keeps its things.
 */
public class Run {
    private final Map<String, String> environment;
    private final InputStream input;
    private final Output output;
    private List<String> words = List.of();
    private @Nullable Path homeFlag;
    private boolean debug;

    public Run(Map<String, String> environment, InputStream input, Output output) {
        this.environment = environment;
        this.input = input;
        this.output = output;
    }

    public final Map<String, String> environment() {
        return environment;
    }

    /** An environment variable's value; empty and unset are the same. */
    public final Optional<String> environment(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }

    public final InputStream input() {
        return input;
    }

    public final Output output() {
        return output;
    }

    /** The command line as it was given, for what has to know it before it is parsed. */
    public final void words(String... arguments) {
        words = List.of(arguments);
    }

    /** The word at {@code index} of the command line, an option or not; empty past its end. */
    public final Optional<String> word(int index) {
        return index < words.size() ? Optional.of(words.get(index)) : Optional.empty();
    }

    public final boolean debug() {
        return debug;
    }

    /** The folder that {@code --home} named, so that hints name it too. */
    public final Optional<Path> namedHome() {
        return Optional.ofNullable(homeFlag);
    }

    final void homeFlag(Path home) {
        homeFlag = home;
    }

    final void useDebug() {
        debug = true;
    }
}
