package org.gridtorrent.metainfo;

/**
 * Size of a content without padding (BEP 47), as users count it.
 *
 * <p>In a part of the content, padding is assumed to be spread evenly, since it is not known which bytes
 * the part holds. All sizes in bytes. Immutable.
 */
public final class UnpaddedSize {
    private final long padded;
    private final long total;

    /**
     * @param padded size of the content with padding
     * @param total size of its files
     */
    public UnpaddedSize(long padded, long total) {
        this.padded = padded;
        this.total = total;
    }

    public static UnpaddedSize of(Metainfo metainfo) {
        return new UnpaddedSize(metainfo.totalLength(), metainfo.filesLength());
    }

    /** The size of all files together. */
    public long total() {
        return total;
    }

    /** The share of the files in so many bytes with padding: all for all, none for none. */
    public long withoutPadding(long bytes) {
        return bytes >= padded ? total : (long) (bytes * ((double) total / padded));
    }
}
