package org.gridtorrent.engine.metadata;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gridtorrent.engine.wire.MetadataMessage;
import org.jspecify.annotations.Nullable;

/** One attempt to get an info dictionary of a certain length: its blocks and their requests. */
final class MetadataAttempt {
    private static final int BLOCK_LENGTH = MetadataMessage.BLOCK_LENGTH;
    /** When a block is requested from a second peer. */
    private static final long OVERDUE_NS = 2_000_000_000L;
    /** The interval of measurements. */
    private static final long MEASURE_NS = 10_000_000_000L;
    /** An attempt is slow when it receives fewer bytes in an interval, or would take more intervals. */
    private static final int MIN_LENGTH = 10 * BLOCK_LENGTH;
    private static final int MAX_MEASUREMENTS = 60;

    private final int length;
    private final @Nullable Integer onlyPeer;
    private final int blockCount;
    private final Map<Integer, byte[]> blocks = new HashMap<>();
    private final BitSet unrequested;
    /** Outstanding requests by block, and when they were sent; the oldest first. */
    private final Map<Integer, Long> requestedNs = new LinkedHashMap<>();
    private final Set<Integer> contributors = new HashSet<>();
    private long measuredNs;
    private long receivedBefore;
    private boolean slow;

    /**
     * @param onlyPeer the one peer that may send blocks; null for all peers that offer this length
     */
    MetadataAttempt(int length, @Nullable Integer onlyPeer, long nowNs) {
        this.length = length;
        this.onlyPeer = onlyPeer;
        this.blockCount = Math.ceilDiv(length, BLOCK_LENGTH);
        this.unrequested = new BitSet(blockCount);
        this.measuredNs = nowNs;
        unrequested.set(0, blockCount);
    }

    int length() {
        return length;
    }

    boolean takesFrom(int peer, int peerLength) {
        return peerLength == length && (onlyPeer == null || onlyPeer == peer);
    }

    boolean fits(MetadataMessage.Data data) {
        int expected = Math.min(BLOCK_LENGTH, length - data.block() * BLOCK_LENGTH);
        return (data.totalLength() == 0 || data.totalLength() == length)
                && data.bytes().length == expected;
    }

    /** Picks and marks a block to request: an unrequested one before an overdue one. */
    Optional<Integer> request(Set<Integer> outstanding, long nowNs) {
        int next = unrequested.nextSetBit(0);
        Optional<Integer> block = next >= 0
                ? Optional.of(next)
                : requestedNs.entrySet().stream()
                        .takeWhile(entry -> nowNs - entry.getValue() >= OVERDUE_NS)
                        .map(Map.Entry::getKey).filter(overdue -> !outstanding.contains(overdue))
                        .findFirst();
        block.ifPresent(requested -> {
            unrequested.clear(requested);
            requestedNs.remove(requested);
            requestedNs.put(requested, nowNs);
        });
        return block;
    }

    /** The peer will not send these blocks. */
    void release(Set<Integer> outstanding) {
        outstanding.stream().filter(requestedNs::containsKey).forEach(block -> {
            requestedNs.remove(block);
            unrequested.set(block);
        });
    }

    /** Of duplicate blocks the first counts. */
    void put(int peer, MetadataMessage.Data data) {
        if (blocks.putIfAbsent(data.block(), data.bytes()) == null) {
            requestedNs.remove(data.block());
            unrequested.clear(data.block());
            contributors.add(peer);
        }
    }

    Set<Integer> contributors() {
        return contributors;
    }

    boolean isComplete() {
        return blocks.size() == blockCount;
    }

    long received() {
        return Math.min((long) blocks.size() * BLOCK_LENGTH, length);
    }

    /** Measures the progress once an interval; to be called often. */
    void measure(long nowNs) {
        if (nowNs - measuredNs >= MEASURE_NS) {
            slow = received() - receivedBefore < Math.max(MIN_LENGTH, length / MAX_MEASUREMENTS);
            measuredNs = nowNs;
            receivedBefore = received();
        }
    }

    /** Whether too little was received in the last interval. */
    boolean isSlow() {
        return slow;
    }

    byte[] assembled() {
        byte[] all = new byte[length];
        blocks.forEach((block, bytes) -> System.arraycopy(bytes, 0, all, block * BLOCK_LENGTH,
                bytes.length));
        return all;
    }
}
