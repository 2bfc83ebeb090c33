package org.gridtorrent.bench.mdtp;

/**
 * Chunks of one length for all replicas.
 *
 * <p>After Rodriguez and Biersack, "Dynamic Parallel Access to Replicated Content in the Internet", 2002, as
 * the MDTP paper compares itself with it: without the second requests for the last chunks.
 *
 * @param length of every chunk, in bytes
 */
record StaticChunks(long length) implements ChunkScheduler.ChunkLengths {
    @Override
    public long next(int replica) {
        return length;
    }

    @Override
    public void completed(int replica, long bytes, long durationNs) {}
}
