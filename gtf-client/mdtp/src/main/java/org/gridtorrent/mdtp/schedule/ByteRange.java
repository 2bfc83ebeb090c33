package org.gridtorrent.mdtp.schedule;

/**
 * Bytes of a file from {@code start} to before {@code end}.
 *
 * @param start offset of the first byte
 * @param end offset behind the last byte, greater than {@code start}
 */
public record ByteRange(long start, long end) {

    public ByteRange {
        if (start < 0 || end <= start) {
            throw new IllegalArgumentException("not a range of bytes: " + start + " to " + end);
        }
    }

    public long length() {
        return end - start;
    }
}
