package org.gridtorrent.identity;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Passwords that a guesser tries first: the most used ones, and those of few different letters. */
public final class CommonPasswords {
    private static final String LIST = "common-passwords.txt";
    private static final int FEWEST_LETTERS = 5;

    private CommonPasswords() {}

    /** Upper and lower case are the same here. */
    public static boolean contains(String password) {
        String lower = password.toLowerCase(Locale.ROOT);
        return lower.chars().distinct().count() < FEWEST_LETTERS || Loaded.LIST.contains(lower);
    }

    /** Read at the first use. */
    private static final class Loaded {
        private static final Set<String> LIST = read();

        private static Set<String> read() {
            try (var lines = new BufferedReader(new InputStreamReader(
                    Objects.requireNonNull(
                            CommonPasswords.class.getResourceAsStream(CommonPasswords.LIST)),
                    StandardCharsets.UTF_8))) {
                return lines.lines().filter(line -> !line.startsWith("# "))
                        .collect(Collectors.toUnmodifiableSet());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
