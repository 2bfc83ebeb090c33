package org.gridtorrent.engine.picker;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.junit.jupiter.api.Test;

/**
 * Measures the CPU time of the picker for a block in a large swarm.
 *
 * <p>The build does not run it; run it with {@code -Dtest=PickerCost}. We have half of the pieces. One peer in a hundred
 * is a seed, one in ten has fifty pieces, the others have a random part. Blocks are requested and arrive, and for each
 * complete piece peers announce further pieces.
 */
final class PickerCost {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int PIECES = Integer.getInteger("picker.pieces", 250_000);
    private static final int PEERS = Integer.getInteger("picker.peers", 1_000);
    private static final int BLOCKS_A_PIECE = 16;
    private static final int WINDOW = 16;
    private static final int HAVES_A_PIECE = 20;
    private static final int ROUNDS = Integer.getInteger("picker.rounds", 200_000);

    private final SplittableRandom random = new SplittableRandom(1);
    private final PieceLayout layout = new PieceLayout(
            (long) PIECES * BLOCKS_A_PIECE * PieceLayout.BLOCK_LENGTH,
            BLOCKS_A_PIECE * PieceLayout.BLOCK_LENGTH);
    private final List<Bitfield> peers = new ArrayList<>();
    private final List<Deque<Block>> asked = new ArrayList<>();
    private final PiecePicker picker = new PiecePicker(layout, any(PIECES / 2),
            new DownloadingLimits(1_000, 1_000), random);
    private long haveNs;
    private long haves;
    private long blocks;

    private Bitfield any(int count) {
        Bitfield field = new Bitfield(PIECES);
        while (field.count() < count) {
            field.set(random.nextInt(PIECES));
        }
        return field;
    }

    private Bitfield peerPieces(int number) {
        if (number % 100 == 0) {
            return Bitfield.full(PIECES);
        }
        return any(number % 10 == 1 ? 50 : random.nextInt(PIECES * 9 / 10));
    }

    @Test
    void costOfABlock() {
        for (int i = 0; i < PEERS; i++) {
            peers.add(peerPieces(i));
            asked.add(new ArrayDeque<>());
        }
        long joinNs = timed(() -> {
            for (int i = 0; i < PEERS; i++) {
                picker.addPeer(i, peers.get(i));
            }
        });
        long allNs = timed(() -> {
            for (int i = 0; i < ROUNDS; i++) {
                round(random.nextInt(PEERS));
            }
        });
        System.out.printf(Locale.ROOT, "%,d pieces, %,d peers, seed 1:%n"
                + "a join %,d ns; a have %,d ns;%n"
                + "a block (asked, come, its share of the piece's end) %,d ns, of %,d (CPU time)%n",
                PIECES, PEERS, joinNs / PEERS, haveNs / Math.max(1, haves),
                (allNs - haveNs) / Math.max(1, blocks), blocks);
    }

    private static long timed(Runnable work) {
        long beganNs = THREADS.getCurrentThreadCpuTime();
        work.run();
        return THREADS.getCurrentThreadCpuTime() - beganNs;
    }

    /** Half of the peer's requests are answered, then more are sent. */
    private void round(int peer) {
        Deque<Block> queue = asked.get(peer);
        for (int i = queue.size() / 2; i > 0; i--) {
            Block block = queue.removeFirst();
            if (picker.received(peer, block).pieceReceived()) {
                picker.verified(block.piece());
                haveNs += timed(this::haves);
            }
            blocks++;
        }
        queue.addAll(picker.pick(peer,
                (long) (WINDOW - queue.size()) * PieceLayout.BLOCK_LENGTH, System.nanoTime())
                .blocks());
    }

    private void haves() {
        for (int i = 0; i < HAVES_A_PIECE; i++) {
            int peer = random.nextInt(PEERS);
            int piece = random.nextInt(PIECES);
            if (!peers.get(peer).has(piece)) {
                peers.get(peer).set(piece);
                picker.have(peer, piece);
                haves++;
            }
        }
    }
}
