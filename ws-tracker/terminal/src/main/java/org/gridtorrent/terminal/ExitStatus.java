package org.gridtorrent.terminal;

/** The program's exit statuses; scripts depend on them. */
public final class ExitStatus {
    public static final int DONE = 0;
    public static final int FAILED = 1;
    public static final int WRONG_USAGE = 2;
    /** A malformed .torrent, a damaged file. */
    public static final int BAD_INPUT = 3;
    public static final int NOT_ALLOWED = 4;
    public static final int NOT_FOUND = 5;
    /** Nobody answered: daemon, tracker, pages or peers. */
    public static final int NO_ANSWER = 6;
    public static final int INTERRUPTED = 130;
    /** The reader of standard output closed it: 128 + SIGPIPE, as of any program. */
    public static final int BROKEN_PIPE = 141;

    private ExitStatus() {}
}
