package org.gridtorrent.fuse.protocol;

/** What {@code df} shows. */
public record VolumeStatistics(long totalBytes, long freeBytes, long files) {
    static final int BLOCK = 4096;
}
