package org.gridtorrent.catalog.device;

import java.util.List;

/**
 * What a machine answered: a part of a folder's entries, folders first, each kind by name.
 *
 * @param total how many entries the folder has
 */
public record FolderListing(Outcome outcome, int total, List<Entry> entries) {
    /** Most entries of one answer. */
    public static final int MOST = 100;

    public FolderListing {
        entries = List.copyOf(entries);
    }

    /** Whether there is a list, or why not. */
    public enum Outcome {
        YES, NOT_OPEN, NOT_FOUND, UNREADABLE
    }

    /** A file's length is in bytes; the name of an opened folder is its whole path. */
    public record Entry(String name, boolean folder, long length) {}
}
