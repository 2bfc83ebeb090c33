package org.gridtorrent.bench.mdtp;

import java.util.Arrays;

/**
 * Chunks of the lengths that the MDTP paper's text describes. Confined to one thread.
 *
 * <p>From Abdollah, Partridge and Shannigrahi, "MDTP – An Adaptive Multi-Source Data Transfer Protocol",
 * section IV-B. Each server first sends {@code C} bytes. Its throughput {@code th} is the length of its
 * newest chunk over the time from request to last byte. All chunks of a round are to take as long as the
 * fastest server takes for {@code L} bytes: a server's chunk is {@code L ÷ th(fastest) × th}.
 *
 * <p>The paper's pseudocode differs from its text, and the text is followed:
 *
 * <ul>
 *   <li>The throughput is renewed with every chunk; the pseudocode measures the first one alone.
 *   <li>The geometric mean is of all servers; the pseudocode resets its product for each. It only sorts out
 *       servers that cannot be the fastest, so it is not computed here.
 *   <li>A server is asked for one chunk at a time; in the pseudocode a fast one falls through to a second.
 *   <li>Every server's chunk follows its throughput; in the pseudocode all fast ones get {@code L}.
 *   <li>Ranges hold as many bytes as the chunk; those of the pseudocode hold one more.
 *   <li>The last chunk ends with the file.
 * </ul>
 *
 * <p>Where the text contradicts itself, the time of a round is of {@code L} bytes, as in the pseudocode,
 * since {@code L} would be of no use otherwise. The text asks for the throughput of all servers; as long as
 * some sent no chunk yet, the fastest of the others counts.
 */
final class PaperChunks implements ChunkScheduler.ChunkLengths {
    private final long initialLength;
    private final long largeLength;
    /** Bytes a second by replica; zero until its first chunk is there. */
    private final double[] throughput;

    /**
     * @param initialLength {@code C}, in bytes
     * @param largeLength {@code L}, in bytes
     */
    PaperChunks(int replicas, long initialLength, long largeLength) {
        this.initialLength = initialLength;
        this.largeLength = largeLength;
        throughput = new double[replicas];
    }

    @Override
    public long next(int replica) {
        if (throughput[replica] == 0) {
            return initialLength;
        }
        double fastest = Arrays.stream(throughput).max().orElseThrow();
        return Math.max(1, Math.round(largeLength / fastest * throughput[replica]));
    }

    @Override
    public void completed(int replica, long length, long durationNs) {
        throughput[replica] = length * 1e9 / Math.max(1, durationNs);
    }
}
