package org.gridtorrent.metainfo;

/**
 * A content's bytes as people count them: of its files, without the padding (BEP 47) between them. Of
 * a part, padding is taken for spread evenly, since nobody says which bytes of a content have come.
 */
public final class UnpaddedSize {
    private final long all;
    private final long total;

    UnpaddedSize(long all, long total) {
        this.all = all;
        this.total = total;
    }

    public static UnpaddedSize of(Metainfo metainfo) {
        return new UnpaddedSize(metainfo.totalLength(), metainfo.filesLength());
    }

    /** Of all files together. */
    public long total() {
        return total;
    }

    /** Of files, when so many have come with padding; all of them when all have, and none when none. */
    public long of(long bytes) {
        return bytes >= all ? total : (long) (bytes * ((double) total / all));
    }
}
