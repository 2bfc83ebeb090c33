package org.gridtorrent.standalone.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Failures;
import org.tomlj.Toml;
import org.tomlj.TomlParseResult;

/**
 * Options of {@code run} and the home's folder, as {@code server.toml} sets them.
 *
 * <p>A key is an option's name without dashes before it. Flags and the environment override it. Immutable.
 */
public final class ServerConfiguration {
    /** The key of the home's folder, which the machine's configuration alone may have. */
    public static final String HOME = "home";
    static final String NAME = "server.toml";
    static final Path OF_THE_MACHINE = Path.of("/etc/gridtorrent", NAME);

    private final Path file;
    private final Map<String, String> values;

    private ServerConfiguration(Path file, Map<String, String> values) {
        this.file = file;
        this.values = values;
    }

    /** Without values where there is no such file; throws {@link CommandFailure} when it is malformed. */
    static ServerConfiguration read(Path file) {
        return new ServerConfiguration(file, Files.exists(file) ? values(file) : Map.of());
    }

    private static Map<String, String> values(Path file) {
        TomlParseResult table = parse(file);
        Map<String, String> values = new LinkedHashMap<>();
        for (String key : table.keySet()) {
            Object value = table.get(key);
            if (!(value instanceof String) && !(value instanceof Boolean)) {
                throw malformed(file + ": '" + key
                        + "' must be a text in quotation marks, or true or false");
            }
            values.put(key, value.toString());
        }
        return values;
    }

    private static TomlParseResult parse(Path file) {
        try {
            TomlParseResult table = Toml.parse(file);
            if (table.hasErrors()) {
                var error = table.errors().getFirst();
                throw malformed(file + ", " + error.position() + ": " + error.getMessage());
            }
            return table;
        } catch (IOException e) {
            throw new CommandFailure(ExitStatus.WRONG_USAGE,
                    file + " cannot be read: " + Failures.describe(e).line(), e);
        }
    }

    private static CommandFailure malformed(String message) {
        return CommandFailure.wrongUsage(message);
    }

    /** Empty where the file says nothing of it. */
    public Optional<String> value(String key) {
        return Optional.ofNullable(values.get(key));
    }

    /** Throws {@link CommandFailure} when the file has other keys than these and the home's. */
    public void requireOnly(Set<String> keys) {
        values.keySet().stream().filter(key -> !keys.contains(key) && !key.equals(HOME))
                .findFirst().ifPresent(key -> {
                    throw malformed(file + ": unknown setting '" + key
                            + "'; gridtorrent-server run --help lists the options, whose names"
                            + " without -- are the settings");
                });
    }
}
