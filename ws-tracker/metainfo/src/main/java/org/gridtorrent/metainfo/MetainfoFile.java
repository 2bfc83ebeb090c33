package org.gridtorrent.metainfo;

import java.util.Set;

/**
 * One file of a content: where it lies below the download directory, its length in bytes, the
 * offset of its first byte in the content, and what BEP 47 says of it.
 */
public record MetainfoFile(SafePath path, long length, long offset,
        Set<FileAttribute> attributes) {
    public MetainfoFile {
        if (length < 0 || offset < 0) {
            throw new IllegalArgumentException("length " + length + ", offset " + offset);
        }
        attributes = Set.copyOf(attributes);
    }

    /** Whether it has a place in the content, holds zeros, and is not kept on disk. */
    public boolean padding() {
        return attributes.contains(FileAttribute.PADDING);
    }

    /** The offset of the first byte after this file. */
    public long end() {
        return offset + length;
    }
}
