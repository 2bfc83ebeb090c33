package org.gridtorrent.ccm.admin.backup;

import java.time.Instant;
import java.util.List;

/**
 * The site's backups, the youngest first.
 *
 * @param folder where they lie; empty where these pages make none
 * @param state none, running, done or failed: of the one that is being made, or was
 * @param problem why that failed
 * @param written how many bytes of it are there
 */
public record BackupView(String folder, String state, String problem, long written,
        List<Line> lines) {

    /** One of them, and the command that brings it back. */
    public record Line(String name, long length, Instant made, String restoring) {}

    public boolean running() {
        return state.equals("running");
    }
}
