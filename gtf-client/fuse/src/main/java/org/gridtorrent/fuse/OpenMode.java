package org.gridtorrent.fuse;

/** For what a file is opened. */
public enum OpenMode {
    READ, WRITE, READ_WRITE;

    private static final int ACCESS = 3;

    /** @param flags of {@code open(2)} */
    static OpenMode of(int flags) {
        return switch (flags & ACCESS) {
            case 0 -> READ;
            case 1 -> WRITE;
            default -> READ_WRITE;
        };
    }

    public boolean writes() {
        return this != READ;
    }
}
