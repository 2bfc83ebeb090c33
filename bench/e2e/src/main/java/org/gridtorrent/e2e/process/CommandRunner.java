package org.gridtorrent.e2e.process;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Runs commands of {@code gridtorrent} to their end. Thread-safe. */
@FunctionalInterface
public interface CommandRunner {
    /** Runs the command of these words, which follow the program's name. */
    Outcome run(List<String> words);

    /** Runs each command as a process of its own, for at most a minute. */
    static CommandRunner processes(Programs programs) {
        return words -> Running.run(
                Stream.concat(Stream.of(programs.client().toString()), words.stream()).toList(),
                "", Duration.ofMinutes(1));
    }
}
