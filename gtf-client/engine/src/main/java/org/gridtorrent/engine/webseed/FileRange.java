package org.gridtorrent.engine.webseed;

import org.gridtorrent.mdtp.schedule.ByteRange;
import org.gridtorrent.metainfo.MetainfoFile;

/**
 * Bytes of a content that lie in one file.
 *
 * @param index of the file in the metainfo
 * @param start offset in the content
 * @param end offset in the content behind the last byte
 */
record FileRange(int index, MetainfoFile file, long start, long end) {

    FileRange {
        if (start < file.offset() || start >= end || end > file.end()) {
            throw new IllegalArgumentException("%d to %d of %s".formatted(start, end, file));
        }
    }

    /** The rest, from this offset in the content on. */
    FileRange from(long newStart) {
        return new FileRange(index, file, newStart, end);
    }

    /** The same bytes, as the file counts them. */
    ByteRange inFile() {
        return new ByteRange(start - file.offset(), end - file.offset());
    }
}
