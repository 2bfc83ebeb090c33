package org.gridtorrent.client.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import org.gridtorrent.terminal.CommandFailure;

/** A folder that a person named: what is wrong with it, said before anything is done. */
public final class NamedFolder {
    private NamedFolder() {}

    /** Fails when there is something else of that name. */
    public static void mayBeMade(Path folder) {
        mayBeMade(folder, "--dir");
    }

    /** Fails when there is something else of that name; the option named it. */
    public static void mayBeMade(Path folder, String option) {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw CommandFailure.badInput(
                    folder + " is a file, not a folder; " + option + " names a folder");
        }
    }

    /** Fails when it is not there, too. */
    public static void isThere(Path folder) {
        mayBeMade(folder);
        if (Files.notExists(folder)) {
            throw CommandFailure.notFound(folder + ": no such folder");
        }
    }
}
