package org.gridtorrent.engine.metadata;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.gridtorrent.engine.wire.MetadataMessage;
import org.jspecify.annotations.Nullable;

/** The blocks of one length that have come so far, and those that nobody was asked for. */
final class Attempt {
    private static final int BLOCK_LENGTH = MetadataMessage.BLOCK_LENGTH;

    private final int length;
    private final @Nullable Integer alone;
    private final int blockCount;
    private final Map<Integer, byte[]> blocks = new HashMap<>();
    private final BitSet free;
    private final Set<Integer> from = new HashSet<>();

    /**
     * @param alone the one peer whose blocks are taken; null: all that tell this length
     */
    Attempt(int length, @Nullable Integer alone) {
        this.length = length;
        this.alone = alone;
        this.blockCount = Math.ceilDiv(length, BLOCK_LENGTH);
        this.free = new BitSet(blockCount);
        free.set(0, blockCount);
    }

    boolean takesFrom(int peer, int itsLength) {
        return itsLength == length && (alone == null || alone == peer);
    }

    boolean isOfAlone(int peer) {
        return alone != null && alone == peer;
    }

    boolean fits(MetadataMessage.Data data) {
        int expected = Math.min(BLOCK_LENGTH, length - data.block() * BLOCK_LENGTH);
        return (data.totalLength() == 0 || data.totalLength() == length)
                && data.bytes().length == expected;
    }

    /** The next block that nobody was asked for, which counts as asked now; -1 when there is none. */
    int takeFree() {
        int block = free.nextSetBit(0);
        if (block >= 0) {
            free.clear(block);
        }
        return block;
    }

    /** These were asked for and will not come. */
    void giveBack(Set<Integer> asked) {
        asked.stream().filter(block -> !blocks.containsKey(block)).forEach(free::set);
    }

    void put(int peer, MetadataMessage.Data data) {
        blocks.put(data.block(), data.bytes());
        from.add(peer);
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

    byte[] joined() {
        byte[] all = new byte[length];
        blocks.forEach((block, bytes) -> System.arraycopy(bytes, 0, all, block * BLOCK_LENGTH,
                bytes.length));
        return all;
    }
}
