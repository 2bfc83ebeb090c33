package org.gridtorrent.metainfo;

import java.util.Optional;
import java.util.Set;

/**
 * One file of a content: where it lies below the download directory, its length in bytes, the
 * offset of its first byte in the content, what BEP 47 says of it, and its root, which a hybrid has of
 * every file with bytes (BEP 52).
 */
public record MetainfoFile(SafePath path, long length, long offset,
        Set<FileAttribute> attributes, Optional<PiecesRoot> root) {
    public MetainfoFile {
        if (length < 0 || offset < 0) {
            throw new IllegalArgumentException("length " + length + ", offset " + offset);
        }
        attributes = Set.copyOf(attributes);
    }

    /** Of a content for BitTorrent v1 alone. */
    public MetainfoFile(SafePath path, long length, long offset, Set<FileAttribute> attributes) {
        this(path, length, offset, attributes, Optional.empty());
    }

    MetainfoFile withRoot(Optional<PiecesRoot> known) {
        return new MetainfoFile(path, length, offset, attributes, known);
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
