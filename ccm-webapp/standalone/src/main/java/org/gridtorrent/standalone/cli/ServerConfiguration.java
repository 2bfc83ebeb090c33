package org.gridtorrent.standalone.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    private final Map<String, Setting> settings;

    /** @param line in the file */
    private record Setting(String value, int line) {}

    private ServerConfiguration(Path file, Map<String, Setting> settings) {
        this.file = file;
        this.settings = settings;
    }

    /** Without values where there is no such file; throws {@link CommandFailure} when it is malformed. */
    static ServerConfiguration read(Path file) {
        return new ServerConfiguration(file, Files.exists(file) ? settings(file) : Map.of());
    }

    private static Map<String, Setting> settings(Path file) {
        TomlParseResult table = parse(file);
        Map<String, Setting> settings = new LinkedHashMap<>();
        for (String key : table.keySet()) {
            Object value = table.get(List.of(key));
            int line = Objects.requireNonNull(table.inputPositionOf(List.of(key))).line();
            if (!(value instanceof String) && !(value instanceof Boolean)) {
                throw malformed(place(file, line) + ": '" + key
                        + "' must be a text in quotation marks, or true or false");
            }
            settings.put(key, new Setting(value.toString(), line));
        }
        return settings;
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
        return Optional.ofNullable(settings.get(key)).map(Setting::value);
    }

    /** File and line of a key that the file has. */
    public String place(String key) {
        return place(file, Objects.requireNonNull(settings.get(key)).line());
    }

    private static String place(Path file, int line) {
        return file + ", line " + line;
    }

    /** Throws {@link CommandFailure} when the file has other keys than these and the home's. */
    public void requireOnly(Set<String> keys) {
        settings.keySet().stream().filter(key -> !keys.contains(key) && !key.equals(HOME))
                .findFirst().ifPresent(key -> {
                    throw malformed(place(key) + ": unknown setting '" + key
                            + "'; gridtorrent-server run --help lists the options, whose names"
                            + " without -- are the settings");
                });
    }
}
