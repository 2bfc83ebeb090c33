package org.gridtorrent.terminal;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The user's own folder, below which a program keeps its things unless told otherwise. */
public final class UserFolder {
    private UserFolder() {}

    /**
     * {@code HOME}, otherwise what the system's list of users says. Empty in a container or a unit whose
     * user has neither: Java calls the folder {@code ?} then.
     */
    public static Optional<Path> find(Map<String, String> environment) {
        return Stream.of(environment.getOrDefault("HOME", ""), System.getProperty("user.home", ""))
                .map(Path::of).filter(Path::isAbsolute).findFirst();
    }

    /** Fails with what to do when the user has none. */
    public static Path of(Map<String, String> environment) {
        return find(environment).orElseThrow(() -> CommandFailure.wrongUsage("HOME is not set and"
                + " this user has no folder of its own; say with --home where to keep things"));
    }
}
