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
import org.gridtorrent.engine.picker.PiecePicker.AbandonedPiece;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;

/**
 * Compares the picker with {@link PickerModel} in small random swarms. More of them:
 * {@code -Dpicker.seeds=100000}; one again: {@code -Dpicker.seed=N}.
 */
final class PickerModelTest {
    private static final int SEEDS = TestScale.of("picker.seeds", 500, 20_000);
    private static final int STEPS = 150;

    @Test
    void picksFollowTheRulesAndLoseNoBlock() {
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

    /** The swarm of one random seed. */
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
            DownloadingLimits limits = new DownloadingLimits(random.nextInt(1, 12),
                    random.nextInt(1, 12));
            boolean exact = random.nextInt(4) > 0;
            model = new PickerModel(layout, limits, exact);
            Bitfield had = someOf(random.nextInt(3) * 30);
            had.pieces().forEach(model.have::add);
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
                    .isEqualTo((int) model.pieces().filter(model::isMissing).count());
            assertThat(model.pieces().filter(picker::isHeldByLeech).toArray()).isEqualTo(
                    model.pieces().filter(piece -> model.availability(piece) > 0).toArray());
            for (Peer peer : model.peers.values()) {
                assertThat(picker.isInteresting(peer.pieces)).isEqualTo(model.pieces()
                        .anyMatch(piece -> model.isMissing(piece) && peer.pieces.has(piece)));
            }
        }

        private void step() {
            switch (random.nextInt(25)) {
                case 0, 1 -> join();
                case 2 -> anyPeer().forEach(this::leave);
                case 3, 4, 5 -> anyPeer().forEach(this::have);
                case 6 -> anyPeer().forEach(this::dontHave);
                case 7, 8, 9, 10, 11 -> anyPeer().forEach(this::pick);
                case 12, 13, 14, 15, 16 -> anyPeer().forEach(this::receive);
                case 17 -> anyPeer().forEach(this::release);
                case 18 -> prioritise();
                case 19 -> deadline();
                case 20, 21 -> checkHash();
                case 22 -> passTime();
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
            boolean contiguous = random.nextInt(4) == 0;
            if (random.nextBoolean()) {
                add(number, new Bitfield(layout.pieceCount()), contiguous);
                picker.bitfield(number, pieces);
            } else {
                add(number, pieces, contiguous);
            }
            model.peers.put(number, new Peer(number, pieces, contiguous));
        }

        private void add(int number, Bitfield pieces, boolean contiguous) {
            if (contiguous) {
                picker.addContiguousPeer(number, pieces);
            } else {
                picker.addPeer(number, pieces);
            }
        }

        private void leave(Peer peer) {
            releaseAll(peer);
            model.abandoned(picker.removePeer(peer.number));
            model.peers.remove(peer.number);
        }

        private void releaseAll(Peer peer) {
            for (Block block : List.copyOf(peer.requested.keySet())) {
                peer.requested.remove(block);
                picker.releaseRequest(peer.number, block);
            }
        }

        private void have(Peer peer) {
            int piece = anyPiece();
            if (!peer.pieces.has(piece)) {
                peer.pieces.set(piece);
                picker.have(peer.number, piece);
            }
        }

        private void dontHave(Peer peer) {
            int piece = anyPiece();
            if (peer.pieces.has(piece)) {
                peer.requested.keySet().stream().filter(block -> block.piece() == piece).toList()
                        .forEach(block -> {
                            peer.requested.remove(block);
                            picker.releaseRequest(peer.number, block);
                        });
                peer.pieces.clear(piece);
                model.abandoned(picker.dontHave(peer.number, piece, nowNs));
            }
        }

        private void pick(Peer peer) {
            model.requestsEnded();
            model.abandoned(picker.tick(nowNs)); // the fastest are told anew at each tick
            long length = random.nextInt(1, 10 * BLOCK);
            PiecePicker.Picked picked = picker.pick(peer.number, length, nowNs);
            model.picked(peer, length, picked, nowNs);
            if (picked.blocks().isEmpty()) {
                model.pickedEndgame(peer, picker.pickEndgame(peer.number, length, nowNs), nowNs);
            }
        }

        private void receive(Peer peer) {
            List<Block> asked = List.copyOf(peer.requested.keySet());
            int count = random.nextInt(asked.size() + 1);
            for (Block block : asked.subList(0, count)) {
                PiecePicker.Receipt receipt = picker.received(peer.number, block);
                assertThat(receipt.wanted()).isTrue();
                assertThat(receipt.alsoRequestedFrom())
                        .containsExactlyInAnyOrderElementsOf(model.received(peer, block));
                assertThat(receipt.pieceReceived()).isEqualTo(model.isReceived(block.piece()));
                assertThat(picker.received(peer.number, block).wanted()).isFalse();
            }
        }

        private void suggest(Peer peer) {
            if (random.nextInt(8) == 0) {
                picker.choked(peer.number);
            } else if (!peer.contiguous) { // web seeds suggest nothing
                picker.suggest(peer.number, anyPiece());
            }
        }

        private void release(Peer peer) {
            if (random.nextBoolean()) {
                releaseAll(peer);
                model.abandoned(picker.snubbed(peer.number, nowNs));
            } else {
                for (Block block : List.copyOf(peer.requested.keySet())) {
                    peer.requested.remove(block);
                    picker.releaseRequest(peer.number, block);
                    break;
                }
            }
        }

        private void prioritise() {
            Map<Integer, Priority> changed = new HashMap<>();
            model.pieces().forEach(piece -> changed.put(piece, random.nextInt(3) > 0
                    ? model.priority(piece)
                    : Priority.ALL.get(random.nextInt(4))));
            List<AbandonedPiece> unwanted = picker.setPriorities(changed::get);
            model.priorities.putAll(changed);
            dropUnwanted(unwanted);
            model.sequential = random.nextInt(4) == 0;
            picker.setSequential(model.sequential);
        }

        private void dropUnwanted(List<AbandonedPiece> given) {
            assertThat(given).extracting(AbandonedPiece::piece)
                    .containsExactlyInAnyOrderElementsOf(model.downloading.keySet().stream()
                            .filter(piece -> !model.isMissing(piece)).toList());
            model.abandoned(given);
        }

        private void deadline() {
            int piece = anyPiece();
            if (random.nextBoolean()) {
                long deadlineNs = nowNs + random.nextLong(5_000_000_000L);
                picker.setDeadline(piece, deadlineNs);
                if (!model.have.contains(piece)) {
                    model.deadlines.put(piece, deadlineNs);
                }
            } else {
                List<AbandonedPiece> unwanted = picker.clearDeadline(piece);
                model.deadlines.remove(piece);
                dropUnwanted(unwanted);
            }
        }

        /** Some received pieces pass their hash, others fail it. */
        private void checkHash() {
            for (int piece : List.copyOf(model.downloading.keySet())) {
                if (model.isReceived(piece) && random.nextInt(3) > 0) {
                    checkHash(piece, random.nextInt(4) > 0);
                }
            }
        }

        private void checkHash(int piece, boolean matches) {
            model.downloading.remove(piece);
            model.parolePeers.remove(piece);
            if (matches) {
                assertThat(picker.verified(piece)).isEmpty();
                model.have.add(piece);
                model.onParole.remove(piece);
                model.deadlines.remove(piece);
            } else {
                assertThat(picker.hashFailed(piece)).isNotEmpty();
                model.onParole.add(piece);
            }
        }

        private void passTime() {
            nowNs += random.nextLong(20_000_000_000L);
            for (Peer peer : model.peers.values()) {
                peer.rate = random.nextInt(4) == 0 ? 0 : random.nextLong(20L * BLOCK);
                picker.setRate(peer.number, peer.rate);
            }
            model.abandoned(picker.tick(nowNs));
        }

        /** A verified piece is lost, or a missing one is found on disk. */
        private void lose() {
            int piece = anyPiece();
            if (model.have.remove(piece)) {
                picker.lost(piece);
            } else if (!model.isReceived(piece)) {
                model.abandoned(picker.verified(piece));
                model.have.add(piece);
                model.onParole.remove(piece);
                model.deadlines.remove(piece);
            }
        }

        /** One seed completes the download. */
        private void finish() {
            List.copyOf(model.peers.values()).forEach(this::leave);
            List<AbandonedPiece> unwanted = picker.setPriorities(_ -> Priority.NORMAL);
            model.priorities.clear();
            dropUnwanted(unwanted);
            Peer seed = new Peer(nextPeer, Bitfield.full(layout.pieceCount()), false);
            picker.addPeer(nextPeer, seed.pieces);
            model.peers.put(nextPeer, seed);
            int rounds = 0;
            while (!picker.isFinished()) {
                pick(seed);
                List<Block> asked = new ArrayList<>(seed.requested.keySet());
                asked.forEach(block -> {
                    picker.received(seed.number, block);
                    model.received(seed, block);
                });
                new HashSet<>(model.downloading.keySet()).stream().filter(model::isReceived)
                        .forEach(piece -> checkHash(piece, true));
                assertThat(++rounds).as("rounds to the end").isLessThan(1000);
            }
            assertThat(model.have).hasSize(layout.pieceCount());
        }
    }
}
