package org.gridtorrent.fuse.protocol;

import java.lang.foreign.MemorySegment;
import java.time.Instant;

/**
 * Attributes of a file, folder or link, as {@code stat} shows them.
 *
 * @param fileId inode number for programs
 * @param mode type and permissions
 * @param owner user id, as group is a group id
 */
public record Attributes(long fileId, long size, int mode, int links, int owner, int group,
        Instant accessed, Instant modified, Instant changed) {
    public static final int TYPE_MASK = 0170000;
    public static final int DIRECTORY = 0040000;
    public static final int REGULAR_FILE = 0100000;
    public static final int SYMBOLIC_LINK = 0120000;

    static final int LENGTH = 88;
    /** What {@code stat} counts blocks in, and what programs best read at a time. */
    private static final int BLOCK = 512;
    private static final int PREFERRED_READ = 128 * 1024;

    void encode(MemorySegment to) {
        to.set(Layouts.LONG, 0, fileId);
        to.set(Layouts.LONG, 8, size);
        to.set(Layouts.LONG, 16, size / BLOCK + (size % BLOCK == 0 ? 0 : 1));
        to.set(Layouts.LONG, 24, accessed.getEpochSecond());
        to.set(Layouts.LONG, 32, modified.getEpochSecond());
        to.set(Layouts.LONG, 40, changed.getEpochSecond());
        to.set(Layouts.INT, 48, accessed.getNano());
        to.set(Layouts.INT, 52, modified.getNano());
        to.set(Layouts.INT, 56, changed.getNano());
        to.set(Layouts.INT, 60, mode);
        to.set(Layouts.INT, 64, links);
        to.set(Layouts.INT, 68, owner);
        to.set(Layouts.INT, 72, group);
        to.set(Layouts.INT, 76, 0);
        to.set(Layouts.INT, 80, PREFERRED_READ);
        to.set(Layouts.INT, 84, 0);
    }
}
