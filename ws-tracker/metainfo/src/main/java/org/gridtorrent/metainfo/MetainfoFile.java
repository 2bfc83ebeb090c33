package org.gridtorrent.metainfo;

import java.util.Optional;
import java.util.Set;

/**
 * File of a content, or padding.
 *
 * @param path below the download directory
 * @param length in bytes
 * @param offset of its first byte in the content
 * @param attributes as in BEP 47
 * @param root of its bytes, in hybrids (BEP 52); empty for a file without bytes
 * @param checksum of its bytes, if the metainfo names it
 */
public record MetainfoFile(SafePath path, long length, long offset,
        Set<FileAttribute> attributes, Optional<PiecesRoot> root,
        Optional<FileChecksum> checksum) {
    public MetainfoFile {
        if (length < 0 || offset < 0) {
            throw new IllegalArgumentException("length " + length + ", offset " + offset);
        }
        attributes = Set.copyOf(attributes);
    }

    /** A file of a content for BitTorrent v1 alone. */
    public MetainfoFile(SafePath path, long length, long offset, Set<FileAttribute> attributes) {
        this(path, length, offset, attributes, Optional.empty(), Optional.empty());
    }

    MetainfoFile withRoot(Optional<PiecesRoot> known) {
        return new MetainfoFile(path, length, offset, attributes, known, checksum);
    }

    /** Whether it is padding (BEP 47): zeros in the content that are not kept on disk. */
    public boolean isPadding() {
        return attributes.contains(FileAttribute.PADDING);
    }

    /** The offset of the first byte after this file. */
    public long end() {
        return offset + length;
    }
}
