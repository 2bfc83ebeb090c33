package org.gridtorrent.engine.picker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.gridtorrent.engine.picker.PickerModel.Peer;
import org.gridtorrent.engine.picker.PiecePicker.Abandoned;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;

/**
 * Small swarms that do anything in any order, beside {@link PickerModel}. More of them:
 * {@code -Dpicker.seeds=100000}; one again: {@code -Dpicker.seed=N}.
 */
final class PickerModelTest {
    private static final int SEEDS = TestScale.of("picker.seeds", 500, 20_000);
    private static final int STEPS = 150;

    @Test
    void picksWhatTheRulesAllowAndLosesNoBlock() {
        long first = TestScale.seed("picker.seed");
        int count = TestScale.replayed("picker.seed").isPresent() ? 1 : SEEDS;
        for (long seed = first; seed < first + count; seed++) {
            try {
                new Run(seed).run();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("-Dpicker.seed=" + seed, e);
            }
        }
    }

    /** One seed's swarm. */
    private static final class Run {
        private static final int BLOCK = PieceLayout.BLOCK_LENGTH;
        private final RandomGenerator random;
        private final PieceLayout layout;
        private final PickerModel model;
        private final PiecePicker picker;
        private long nowNs;
        private int nextPeer;

        Run(long seed) {
            random = new SplittableRandom(seed);
            int blocks = random.nextInt(1, 5);
            int pieceCount = random.nextInt(1, 30);
            layout = new PieceLayout((long) pieceCount * blocks * BLOCK - random.nextInt(BLOCK),
                    blocks * BLOCK);
            DownloadingLimits limits = new DownloadingLimits(random.nextInt(1, 12), random.nextInt(1, 12));
            boolean exact = random.nextInt(4) > 0;
            model = new PickerModel(layout, limits, exact);
            Bitfield had = someOf(random.nextInt(3) * 30);
            had.pieces().forEach(model.done::add);
            picker = new PiecePicker(layout, had, limits,
                    new RarityOrder(pieceCount, random, exact ? 1000 : 2));
        }

        private Bitfield someOf(int percent) {
            Bitfield some = new Bitfield(layout.pieceCount());
            model.pieces().filter(_ -> random.nextInt(100) < percent).forEach(some::set);
            return some;
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                step();
                assertSame();
            }
            finish();
        }

        private void assertSame() {
            assertThat(picker.missing().count())
                    .isEqualTo((int) model.pieces().filter(model::missing).count());
            assertThat(model.pieces().filter(picker::held).toArray()).isEqualTo(
                    model.pieces().filter(piece -> model.holders(piece) > 0).toArray());
            for (Peer peer : model.peers.values()) {
                assertThat(picker.interesting(peer.pieces)).isEqualTo(model.pieces()
                        .anyMatch(piece -> model.missing(piece) && peer.pieces.has(piece)));
            }
        }

        private void step() {
            switch (random.nextInt(25)) {
                case 0, 1 -> join();
                case 2 -> anyPeer().forEach(this::leave);
                case 3, 4, 5 -> anyPeer().forEach(this::has);
                case 6 -> anyPeer().forEach(this::lacks);
                case 7, 8, 9, 10, 11 -> anyPeer().forEach(this::pick);
                case 12, 13, 14, 15, 16 -> anyPeer().forEach(this::receive);
                case 17 -> anyPeer().forEach(this::release);
                case 18 -> prioritise();
                case 19 -> deadline();
                case 20, 21 -> judge();
                case 22 -> pass();
                case 23 -> anyPeer().forEach(this::suggest);
                default -> lose();
            }
        }

        private List<Peer> anyPeer() {
            List<Peer> all = List.copyOf(model.peers.values());
            return all.isEmpty() ? List.of() : List.of(all.get(random.nextInt(all.size())));
        }

        private int anyPiece() {
            return random.nextInt(layout.pieceCount());
        }

        private void join() {
            Bitfield pieces = someOf(random.nextInt(5) * 25);
            int number = nextPeer++;
            if (random.nextBoolean()) {
                picker.joined(number, new Bitfield(layout.pieceCount()));
                picker.told(number, pieces);
            } else {
                picker.joined(number, pieces);
            }
            model.peers.put(number, new Peer(number, pieces));
        }

        private void leave(Peer peer) {
            releaseAll(peer);
            model.abandoned(picker.left(peer.number));
            model.peers.remove(peer.number);
        }

        private void releaseAll(Peer peer) {
            for (Block block : List.copyOf(peer.asked.keySet())) {
                peer.asked.remove(block);
                picker.release(peer.number, block);
            }
        }

        private void has(Peer peer) {
            int piece = anyPiece();
            if (!peer.pieces.has(piece)) {
                peer.pieces.set(piece);
                picker.has(peer.number, piece);
            }
        }

        private void lacks(Peer peer) {
            int piece = anyPiece();
            if (peer.pieces.has(piece)) {
                peer.asked.keySet().stream().filter(block -> block.piece() == piece).toList()
                        .forEach(block -> {
                            peer.asked.remove(block);
                            picker.release(peer.number, block);
                        });
                peer.pieces.clear(piece);
                model.abandoned(picker.lacks(peer.number, piece, nowNs));
            }
        }

        private void pick(Peer peer) {
            model.abandoned(picker.tick(nowNs)); // the fastest are told anew at each tick
            long length = random.nextInt(1, 10 * BLOCK);
            PiecePicker.Picked picked = picker.pick(peer.number, length, nowNs);
            model.picked(peer, length, picked, nowNs);
            if (picked.blocks().isEmpty()) {
                model.pickedLate(peer, picker.pickLate(peer.number, length, nowNs), nowNs);
            }
        }

        private void receive(Peer peer) {
            List<Block> asked = List.copyOf(peer.asked.keySet());
            int count = random.nextInt(asked.size() + 1);
            for (Block block : asked.subList(0, count)) {
                PiecePicker.Receipt receipt = picker.received(peer.number, block);
                assertThat(receipt.wanted()).isTrue();
                assertThat(receipt.askedToo())
                        .containsExactlyInAnyOrderElementsOf(model.received(peer, block));
                assertThat(receipt.pieceComplete()).isEqualTo(model.complete(block.piece()));
                assertThat(picker.received(peer.number, block).wanted()).isFalse();
            }
        }

        private void suggest(Peer peer) {
            if (random.nextInt(8) == 0) {
                picker.choked(peer.number);
            } else {
                picker.suggested(peer.number, anyPiece());
            }
        }

        private void release(Peer peer) {
            if (random.nextBoolean()) {
                releaseAll(peer);
                model.abandoned(picker.stalled(peer.number, nowNs));
            } else {
                for (Block block : List.copyOf(peer.asked.keySet())) {
                    peer.asked.remove(block);
                    picker.release(peer.number, block);
                    break;
                }
            }
        }

        private void prioritise() {
            Map<Integer, Priority> changed = new HashMap<>();
            model.pieces().forEach(piece -> changed.put(piece, random.nextInt(3) > 0
                    ? model.priority(piece)
                    : Priority.ALL.get(random.nextInt(4))));
            List<Abandoned> unwanted = picker.prioritise(changed::get);
            model.priorities.putAll(changed);
            dropUnwanted(unwanted);
            model.sequential = random.nextInt(4) == 0;
            picker.sequential(model.sequential);
        }

        private void dropUnwanted(List<Abandoned> given) {
            assertThat(given).extracting(Abandoned::piece)
                    .containsExactlyInAnyOrderElementsOf(model.begun.keySet().stream()
                            .filter(piece -> !model.missing(piece)).toList());
            model.abandoned(given);
        }

        private void deadline() {
            int piece = anyPiece();
            if (random.nextBoolean()) {
                long deadlineNs = nowNs + random.nextLong(5_000_000_000L);
                picker.deadline(piece, deadlineNs);
                if (!model.done.contains(piece)) {
                    model.deadlines.put(piece, deadlineNs);
                }
            } else {
                List<Abandoned> unwanted = picker.noDeadline(piece);
                model.deadlines.remove(piece);
                dropUnwanted(unwanted);
            }
        }

        /** Some complete pieces turn out to match, or not to. */
        private void judge() {
            for (int piece : List.copyOf(model.begun.keySet())) {
                if (model.complete(piece) && random.nextInt(3) > 0) {
                    judge(piece, random.nextInt(4) > 0);
                }
            }
        }

        private void judge(int piece, boolean matches) {
            model.begun.remove(piece);
            model.owners.remove(piece);
            if (matches) {
                assertThat(picker.verified(piece)).isEmpty();
                model.done.add(piece);
                model.failed.remove(piece);
                model.deadlines.remove(piece);
            } else {
                assertThat(picker.failed(piece)).isNotEmpty();
                model.failed.add(piece);
            }
        }

        private void pass() {
            nowNs += random.nextLong(20_000_000_000L);
            for (Peer peer : model.peers.values()) {
                peer.rate = random.nextInt(4) == 0 ? 0 : random.nextLong(20L * BLOCK);
                picker.rated(peer.number, peer.rate);
            }
            model.abandoned(picker.tick(nowNs));
        }

        /** A piece that was had is not, or one is found to be there that was not. */
        private void lose() {
            int piece = anyPiece();
            if (model.done.remove(piece)) {
                picker.lost(piece);
            } else if (!model.complete(piece)) {
                model.abandoned(picker.verified(piece));
                model.done.add(piece);
                model.failed.remove(piece);
                model.deadlines.remove(piece);
            }
        }

        /** With one good seed alone, everything comes. */
        private void finish() {
            List.copyOf(model.peers.values()).forEach(this::leave);
            List<Abandoned> unwanted = picker.prioritise(_ -> Priority.NORMAL);
            model.priorities.clear();
            dropUnwanted(unwanted);
            Peer seed = new Peer(nextPeer, Bitfield.full(layout.pieceCount()));
            picker.joined(nextPeer, seed.pieces);
            model.peers.put(nextPeer, seed);
            int rounds = 0;
            while (!picker.complete()) {
                pick(seed);
                List<Block> asked = new ArrayList<>(seed.asked.keySet());
                asked.forEach(block -> {
                    picker.received(seed.number, block);
                    model.received(seed, block);
                });
                new HashSet<>(model.begun.keySet()).stream().filter(model::complete)
                        .forEach(piece -> judge(piece, true));
                assertThat(++rounds).as("rounds to the end").isLessThan(1000);
            }
            assertThat(model.done).hasSize(layout.pieceCount());
        }
    }
}
