package org.gridtorrent.standalone.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gridtorrent.terminal.CommandFailure;

/**
 * A file that is in a home while a restore replaces what lies there. A restore that is cut off leaves
 * it, and then nobody opens the half of a site, or makes a new one in its place.
 */
public record RestoreMark(SiteHome home) {

    public boolean isSet() {
        return Files.exists(file());
    }

    /** On the disk before anything is replaced. */
    public void set() throws IOException {
        if (!isSet()) {
            Files.createFile(file());
        }
        Syncing.folder(home.folder());
    }

    /** After all that was replaced is on the disk. */
    public void clear() throws IOException {
        Syncing.folder(home.folder());
        Files.delete(file());
        Syncing.folder(home.folder());
    }

    /** Fails with what to do when the home's last restore did not come to its end. */
    public void refuseHalf() {
        if (isSet()) {
            throw CommandFailure.failed("a restore of the site in " + home.folder() + " was cut off"
                    + " halfway; run gridtorrent-server restore with the same FILE again (what lay"
                    + " there before is in before-restore-…)");
        }
    }

    private Path file() {
        return home.folder().resolve("restore-unfinished");
    }
}
