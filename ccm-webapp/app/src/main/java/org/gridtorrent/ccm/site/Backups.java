package org.gridtorrent.ccm.site;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** Backups of the whole site in a folder, as the program makes them that the pages run in. */
public interface Backups {
    /** A backup that is there. */
    record Backup(String name, long length, Instant made) {}

    Path folder();

    /** Writes a new one, however long that takes. */
    Backup make() throws IOException;

    /** How much of the one that is being made is written. */
    long written();

    /** The youngest first. */
    List<Backup> list() throws IOException;

    /** Deletes one; says whether one of that name was there. */
    boolean delete(String name) throws IOException;

    /** The command that brings one of them back, at the server. */
    String restoring(Backup backup);
}
