package org.gridtorrent.metainfo;

/**
 * One file of a content: where it lies below the download directory, its length in bytes, and the
 * offset of its first byte in the content. Padding (BEP 47) has a place in the content, holds zeros
 * and is not kept on disk.
 */
public record MetainfoFile(SafePath path, long length, long offset, boolean padding) {
    public MetainfoFile {
        if (length < 0 || offset < 0) {
            throw new IllegalArgumentException("length " + length + ", offset " + offset);
        }
    }

    /** The offset of the first byte after this file. */
    public long end() {
        return offset + length;
    }
}
