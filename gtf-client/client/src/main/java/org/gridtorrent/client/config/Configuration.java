package org.gridtorrent.client.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlParseResult;

/** The settings in force: flag, then environment, then the first {@code config.toml}, then default. */
public final class Configuration {
    private final Map<Setting, String> values;

    private Configuration(Map<Setting, String> values) {
        this.values = values;
    }

    public static Configuration read(Map<String, String> environment, Home home)
            throws ConfigException {
        Map<Setting, String> values = new EnumMap<>(Setting.class);
        for (Path file : home.configFiles()) {
            if (Files.exists(file)) {
                putFile(file, values);
                break;
            }
        }
        for (Setting setting : Setting.values()) {
            put(values, setting, environment.get(setting.variable()));
        }
        return new Configuration(values);
    }

    private static void putFile(Path file, Map<Setting, String> values) throws ConfigException {
        TomlParseResult table = parse(file);
        for (String key : table.keySet()) {
            Setting setting = Arrays.stream(Setting.values())
                    .filter(known -> known.key().equals(key)).findFirst()
                    .orElseThrow(
                            () -> new ConfigException(file + ": unknown setting '" + key + "'"));
            if (!(table.get(key) instanceof String value)) {
                throw new ConfigException(
                        file + ": '" + key + "' must be a text in quotation marks");
            }
            put(values, setting, value);
        }
    }

    private static TomlParseResult parse(Path file) throws ConfigException {
        try {
            TomlParseResult table = Toml.parse(file);
            if (table.hasErrors()) {
                var error = table.errors().getFirst();
                throw new ConfigException(
                        file + ", " + error.position() + ": " + error.getMessage());
            }
            return table;
        } catch (CharacterCodingException e) {
            throw new ConfigException(file + " is not in UTF-8; save it in that encoding", e);
        } catch (IOException e) {
            throw new ConfigException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** The same settings with a flag's value first; null when the flag was not given. */
    public Configuration withFlag(Setting setting, @Nullable String flag) {
        Map<Setting, String> changed = new EnumMap<>(Setting.class);
        changed.putAll(values);
        put(changed, setting, flag);
        return new Configuration(changed);
    }

    private static void put(Map<Setting, String> values, Setting setting, @Nullable String value) {
        if (value != null && !value.isBlank()) {
            values.put(setting, value.strip());
        }
    }

    public String text(Setting setting) {
        return values.getOrDefault(setting, setting.defaultValue());
    }

    /** Empty when neither set nor defaulted. */
    public Optional<String> optionalText(Setting setting) {
        return Optional.of(text(setting)).filter(value -> !value.isEmpty());
    }
}
