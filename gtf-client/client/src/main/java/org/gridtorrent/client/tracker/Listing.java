package org.gridtorrent.client.tracker;

import java.util.List;

/**
 * The answer to a question: some entries of a folder.
 *
 * @param total how many entries the folder has
 */
public record Listing(Outcome outcome, int total, List<Entry> entries) {
    /** Most entries that one answer may have. */
    public static final int MOST = 100;

    /** Whether there is a list, or why not; by the contract's names. */
    public enum Outcome {
        YES, NOT_OPEN, NOT_FOUND, UNREADABLE
    }

    /** A file's length is in bytes. */
    public record Entry(String name, boolean folder, long length) {}

    public static Listing refused(Outcome outcome) {
        return new Listing(outcome, 0, List.of());
    }
}
