package org.gridtorrent.client.task;

import java.io.IOException;

/** What this device holds of a content is not where it was: on a disk that is not mounted, above all. */
final class FolderMissingException extends IOException {
    private static final long serialVersionUID = 1;
    /** For programs, beside the reasons that the engine gives. */
    static final String CODE = "FOLDER_MISSING";

    FolderMissingException(Holding holding) {
        super(words(holding));
    }

    static String words(Holding holding) {
        return holding.isUnmounted()
                ? "%s is missing, and nothing is mounted at %s".formatted(holding.location(),
                        holding.mountPoint())
                : holding.location() + " is missing";
    }
}
