package org.gridtorrent.bench.mdtp;

/** Lengths of the chunks that a {@link ChunkScheduler} asks for. Confined to one thread. */
interface ChunkLengths {
    /** Length of the next chunk for this replica, in bytes; at least one. */
    long next(int replica);

    /** Reports that a replica sent a whole chunk, from the request to the last byte. */
    void completed(int replica, long length, long durationNs);
}
