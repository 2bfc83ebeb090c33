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

/** The blocks of one length that have come so far, and those that nobody was asked for. */
final class MetadataAttempt {
    private static final int BLOCK_LENGTH = MetadataMessage.BLOCK_LENGTH;
    /** A block that has not come for so long is asked of another peer too. */
    private static final long LATE_NS = 2_000_000_000L;
    /** Between two looks at how much has come. */
    private static final long LOOK_NS = 10_000_000_000L;
    /** Slow is what brings fewer bytes between two looks, or would take longer than so many looks. */
    private static final int LEAST_LENGTH = 10 * BLOCK_LENGTH;
    private static final int MOST_LOOKS = 60;

    private final int length;
    private final @Nullable Integer alone;
    private final int blockCount;
    private final Map<Integer, byte[]> blocks = new HashMap<>();
    private final BitSet free;
    /** Those that were asked for and have not come, and when they last were; the oldest first. */
    private final Map<Integer, Long> askedNs = new LinkedHashMap<>();
    private final Set<Integer> from = new HashSet<>();
    private long lookedNs;
    private long receivedThen;
    private boolean slow;

    /**
     * @param alone the one peer whose blocks are taken; null: all that tell this length
     */
    MetadataAttempt(int length, @Nullable Integer alone, long nowNs) {
        this.length = length;
        this.alone = alone;
        this.blockCount = Math.ceilDiv(length, BLOCK_LENGTH);
        this.free = new BitSet(blockCount);
        this.lookedNs = nowNs;
        free.set(0, blockCount);
    }

    int length() {
        return length;
    }

    boolean takesFrom(int peer, int itsLength) {
        return itsLength == length && (alone == null || alone == peer);
    }

    boolean fits(MetadataMessage.Data data) {
        int expected = Math.min(BLOCK_LENGTH, length - data.block() * BLOCK_LENGTH);
        return (data.totalLength() == 0 || data.totalLength() == length)
                && data.bytes().length == expected;
    }

    /** A block that the peer may be asked for, which counts as asked now: a free one before a late one. */
    Optional<Integer> take(Set<Integer> owedByPeer, long nowNs) {
        int next = free.nextSetBit(0);
        Optional<Integer> block = next >= 0
                ? Optional.of(next)
                : askedNs.entrySet().stream()
                        .takeWhile(asked -> nowNs - asked.getValue() >= LATE_NS)
                        .map(Map.Entry::getKey).filter(late -> !owedByPeer.contains(late))
                        .findFirst();
        block.ifPresent(taken -> {
            free.clear(taken);
            askedNs.remove(taken);
            askedNs.put(taken, nowNs);
        });
        return block;
    }

    /** These were asked for and will not come. */
    void giveBack(Set<Integer> asked) {
        asked.stream().filter(askedNs::containsKey).forEach(block -> {
            askedNs.remove(block);
            free.set(block);
        });
    }

    /** Of a block that comes twice the first one counts. */
    void put(int peer, MetadataMessage.Data data) {
        if (blocks.putIfAbsent(data.block(), data.bytes()) == null) {
            askedNs.remove(data.block());
            free.clear(data.block());
            from.add(peer);
        }
    }

    Set<Integer> contributors() {
        return from;
    }

    boolean isWhole() {
        return blocks.size() == blockCount;
    }

    long received() {
        return Math.min((long) blocks.size() * BLOCK_LENGTH, length);
    }

    /** Sees now and then how much has come; to be called often. */
    void look(long nowNs) {
        if (nowNs - lookedNs >= LOOK_NS) {
            slow = received() - receivedThen < Math.max(LEAST_LENGTH, length / MOST_LOOKS);
            lookedNs = nowNs;
            receivedThen = received();
        }
    }

    /** Whether too little had come at the last look. */
    boolean isSlow() {
        return slow;
    }

    byte[] joined() {
        byte[] all = new byte[length];
        blocks.forEach((block, bytes) -> System.arraycopy(bytes, 0, all, block * BLOCK_LENGTH,
                bytes.length));
        return all;
    }
}
