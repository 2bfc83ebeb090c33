package org.gridtorrent.client.task;

import java.io.IOException;

/** What this device holds of a content is not where it was: on a disk that is not mounted, above all. */
final class FolderMissingException extends IOException {
    private static final long serialVersionUID = 1;
    /** For programs, beside the reasons that the engine gives. */
    static final String CODE = "FOLDER_MISSING";

    /** @param why in words */
    FolderMissingException(String why) {
        super(why);
    }
}
