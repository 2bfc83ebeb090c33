package org.gridtorrent.fuse.protocol;

/**
 * Features that kernel and file system agree on at the beginning (INIT).
 *
 * <ul>
 * <li>ASYNC_READ: reads ahead and the reads of several threads go on side by side.
 * <li>BIG_WRITES, MAX_PAGES: a request carries up to 256 pages in place of one.
 * <li>PARALLEL_DIROPS: lookups in one folder go on side by side.
 * <li>READDIRPLUS, and AUTO: a listing brings attributes when the last one was followed by {@code stat}.
 * <li>CACHE_SYMLINKS: links never change, they are only removed.
 * <li>EXPLICIT_INVAL_DATA in place of AUTO_INVAL_DATA: published bytes never change, so the kernel drops
 * cached pages only when it is told to.
 * </ul>
 *
 * <p>Not taken: WRITEBACK_CACHE (a write to a full disk would succeed, and its data be lost when the page is
 * written), ASYNC_DIO (whoever waits for such a direct read cannot be killed), POSIX_LOCKS and FLOCK_LOCKS (the kernel's own locks hold within the machine, where all
 * writers are), ATOMIC_O_TRUNC, SPLICE (replies are written from memory), NO_OPEN_SUPPORT (files are
 * opened, so that read-ahead has something to follow).
 */
public final class InitFlags {
    public static final long ASYNC_READ = 1;
    public static final long BIG_WRITES = 1 << 5;
    public static final long DO_READDIRPLUS = 1 << 13;
    public static final long READDIRPLUS_AUTO = 1 << 14;
    public static final long PARALLEL_DIROPS = 1 << 18;
    public static final long MAX_PAGES = 1 << 22;
    public static final long CACHE_SYMLINKS = 1 << 23;
    public static final long EXPLICIT_INVAL_DATA = 1 << 25;
    static final long INIT_EXT = 1 << 30;

    /** What is asked for where the kernel has it. */
    public static final long WANTED = ASYNC_READ | BIG_WRITES | DO_READDIRPLUS | READDIRPLUS_AUTO
            | PARALLEL_DIROPS | MAX_PAGES | CACHE_SYMLINKS | EXPLICIT_INVAL_DATA;

    private InitFlags() {}
}
