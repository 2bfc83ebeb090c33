package org.gridtorrent.engine.picker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.gridtorrent.engine.picker.PiecePicker.AbandonedPiece;
import org.gridtorrent.engine.picker.PiecePicker.Picked;
import org.gridtorrent.engine.picker.PiecePicker.Request;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.junit.jupiter.api.Test;

final class PiecePickerTest {
    private static final int BLOCK = PieceLayout.BLOCK_LENGTH;
    private static final int PIECE = 4 * BLOCK;
    private static final long SECOND_NS = 1_000_000_000L;
    private static final long ALL = Long.MAX_VALUE / 4;
    private static final PieceLayout LAYOUT = new PieceLayout(10L * PIECE, PIECE);
    /** Has four pieces, so that none is a random first piece. */
    private final PiecePicker picker = picker(100, 0, 1, 2, 3);

    private static PiecePicker picker(int maxDownloading, int... had) {
        return new PiecePicker(LAYOUT, pieces(had),
                new DownloadingLimits(maxDownloading, maxDownloading),
                new SplittableRandom(7));
    }

    private static PiecePicker picker(DownloadingLimits limits) {
        return new PiecePicker(LAYOUT, pieces(0, 1, 2, 3), limits, new SplittableRandom(7));
    }

    private static Bitfield pieces(int... indices) {
        Bitfield pieces = new Bitfield(10);
        for (int index : indices) {
            pieces.set(index);
        }
        return pieces;
    }

    private static void join(PiecePicker picker, int peer, int... indices) {
        picker.addPeer(peer, pieces(indices));
    }

    private void seed(int peer) {
        picker.addPeer(peer, Bitfield.full(10));
    }

    private List<Block> pick(int peer, long length) {
        return picker.pick(peer, length, 0).blocks();
    }

    private void receive(int peer, List<Block> blocks) {
        blocks.forEach(block -> picker.received(peer, block));
    }

    private static Set<Integer> piecesOf(List<Block> blocks) {
        Set<Integer> pieces = new TreeSet<>();
        blocks.forEach(block -> pieces.add(block.piece()));
        return pieces;
    }

    @Test
    void picksRarestPieceFirst() {
        seed(0);
        join(picker, 1, 4, 5, 6, 8, 9);
        assertThat(piecesOf(pick(0, PIECE))).containsExactly(7);
    }

    @Test
    void picksFromSeedFirst_whatOnlySeedsHave() {
        seed(0);
        join(picker, 1, 4, 5, 6, 7, 8);
        join(picker, 2, 5);
        assertThat(piecesOf(pick(2, BLOCK))).containsExactly(5);
        assertThat(piecesOf(pick(0, BLOCK))).containsExactly(9);
        assertThat(piecesOf(pick(0, 2 * BLOCK))).containsExactly(9);
        assertThat(piecesOf(pick(0, 2 * BLOCK))).containsExactly(5, 9);
    }

    @Test
    void startsPiecesThatSeedSuggests_unlessAnotherPeerHasThem() {
        seed(0);
        join(picker, 1, 5, 6);
        picker.suggest(0, 5);
        picker.suggest(0, 8);
        picker.suggest(0, 7);
        assertThat(piecesOf(pick(0, PIECE))).containsExactly(8);
        assertThat(piecesOf(pick(0, PIECE))).containsExactly(7);
    }

    private static final PieceLayout LONG = new PieceLayout(100L * PIECE, PIECE);

    private static PiecePicker longPicker(DownloadingLimits limits) {
        return new PiecePicker(LONG, new Bitfield(100), limits, new SplittableRandom(7));
    }

    private static PiecePicker longPicker() {
        return longPicker(new DownloadingLimits(100, 100));
    }

    private static List<Integer> order(List<Block> blocks) {
        return blocks.stream().map(Block::piece).distinct().toList();
    }

    @Test
    void contiguousPeerGetsPiecesThatFollowOneAnother() {
        PiecePicker picker = longPicker();
        picker.addContiguousPeer(0, Bitfield.full(100));
        assertThat(order(picker.pick(0, 5L * PIECE, 0).blocks())).containsExactly(0, 1, 2, 3, 4);
        assertThat(order(picker.pick(0, 3L * PIECE, 0).blocks())).containsExactly(5, 6, 7);
    }

    @Test
    void contiguousPeersShareTheLongestRun() {
        PiecePicker picker = longPicker();
        for (int peer = 0; peer < 3; peer++) {
            picker.addContiguousPeer(peer, Bitfield.full(100));
        }
        assertThat(order(picker.pick(0, 2L * PIECE, 0).blocks())).containsExactly(0, 1);
        assertThat(order(picker.pick(1, 2L * PIECE, 0).blocks())).containsExactly(51, 52);
        assertThat(order(picker.pick(2, 2L * PIECE, 0).blocks())).containsExactly(26, 27);
        assertThat(order(picker.pick(0, 2L * PIECE, 0).blocks())).containsExactly(2, 3);
    }

    @Test
    void contiguousPeerGoesOnInTheLongestRun_whenItsNextPieceIsStarted() {
        PiecePicker picker = longPicker();
        picker.addContiguousPeer(0, Bitfield.full(100));
        Bitfield two = new Bitfield(100);
        two.set(2);
        two.set(60);
        picker.addPeer(1, two);
        picker.pick(0, 2L * PIECE, 0);
        picker.pick(1, 2L * PIECE, 0);
        assertThat(order(picker.pick(0, 4L * PIECE, 0).blocks())).containsExactly(3, 4, 5, 6);
    }

    @Test
    void contiguousPeerBeginsNoPieceThatDoesNotFit_unlessItIsTheFirst() {
        PiecePicker picker = longPicker();
        picker.addContiguousPeer(0, Bitfield.full(100));
        assertThat(picker.pick(0, BLOCK, 0).blocks()).containsExactly(LONG.block(0, 0));
        assertThat(order(picker.pick(0, 2L * PIECE, 0).blocks())).containsExactly(0, 1);
        assertThat(order(picker.pick(0, 2L * PIECE, 0).blocks())).containsExactly(2, 3);
    }

    @Test
    void contiguousPeerLacksPieces() {
        PiecePicker picker = longPicker();
        Bitfield some = new Bitfield(100);
        some.set(70);
        some.set(71);
        some.set(90);
        picker.addContiguousPeer(0, some);
        assertThat(order(picker.pick(0, ALL, 0).blocks())).containsExactly(70, 71, 90);
        assertThat(picker.isHeldByLeech(70)).isFalse();
    }

    @Test
    void contiguousPeerCompletesPiecesThatOthersBegan_whenNoneCanBeStarted() {
        PiecePicker picker = longPicker(new DownloadingLimits(2, 2));
        picker.addPeer(0, Bitfield.full(100));
        picker.addContiguousPeer(1, Bitfield.full(100));
        List<Block> begun = picker.pick(0, 2L * PIECE - 2 * BLOCK, 0).blocks();
        assertThat(picker.pick(1, ALL, 0).blocks()).hasSize(8 - begun.size())
                .allMatch(block -> order(begun).contains(block.piece()));
    }

    /** They arrive one after another, and so take no memory at a time. */
    @Test
    void piecesAheadOfAContiguousPeerLeaveRoomForOthers() {
        PiecePicker picker = longPicker(new DownloadingLimits(4, 4));
        picker.addContiguousPeer(0, Bitfield.full(100));
        picker.addPeer(1, Bitfield.full(100));
        List<Block> ahead = picker.pick(0, 20L * PIECE, 0).blocks();
        assertThat(order(ahead)).hasSize(20);
        assertThat(order(picker.pick(1, ALL, 0).blocks())).hasSize(4);
        ahead.forEach(block -> picker.releaseRequest(0, block));
        assertThat(order(picker.pick(1, 2L * PIECE, 0).blocks())).isEqualTo(
                order(ahead).subList(0, 2));
    }

    @Test
    void contiguousPeerFollowsDeadlinesAndTheOrderOfAReader() {
        PiecePicker picker = longPicker();
        picker.addContiguousPeer(0, Bitfield.full(100));
        picker.setDeadline(40, SECOND_NS);
        picker.setDeadline(41, 2 * SECOND_NS);
        assertThat(order(picker.pick(0, 3L * PIECE, 0).blocks())).containsExactly(40, 41, 0);
        picker.setSequential(true);
        picker.pick(0, 30L * PIECE, 0);
        assertThat(order(picker.pick(0, PIECE, 0).blocks())).containsExactly(31);
    }

    @Test
    void allowedFastPick_takesUnrequestedBlocksOfThesePiecesOnly() {
        join(picker, 0, 0, 4, 5, 6, 7);
        join(picker, 1, 5);
        assertThat(piecesOf(pick(1, BLOCK))).containsExactly(5);
        List<Block> blocks = picker.pickAllowedFast(0, Set.of(0, 5, 6, 9), 100 * PIECE, 0);
        assertThat(piecesOf(blocks)).containsExactly(5, 6);
        assertThat(blocks).doesNotContain(LAYOUT.block(5, 0)).doesNotHaveDuplicates();
        assertThat(picker.pickAllowedFast(0, Set.of(0, 5, 6, 9), 100 * PIECE, 0)).isEmpty();
    }

    @Test
    void availabilityFollowsHaveDontHaveAndLeave() {
        seed(0);
        Bitfield growing = pieces(5, 6, 7, 8, 9);
        picker.addPeer(1, growing);
        join(picker, 2, 4, 6, 7, 8, 9);
        join(picker, 3, 4, 6, 7, 8, 9);
        growing.set(4);
        picker.have(1, 4);
        assertThat(piecesOf(pick(0, PIECE))).containsExactly(5);
        picker.removePeer(2);
        picker.removePeer(3);
        growing.clear(9);
        picker.dontHave(1, 9, 0);
        assertThat(piecesOf(pick(0, PIECE))).containsExactly(9);
    }

    @Test
    void picksRandomFirstPiecesUntilFourAreReceived() {
        Set<Integer> first = new HashSet<>();
        for (int seed = 0; seed < 100; seed++) {
            PiecePicker fresh = new PiecePicker(LAYOUT, pieces(), new DownloadingLimits(100, 100),
                    new SplittableRandom(seed));
            join(fresh, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
            join(fresh, 1, 0, 1, 2, 3, 4);
            first.addAll(piecesOf(fresh.pick(0, PIECE, 0).blocks()));
        }
        assertThat(first).hasSize(10);
    }

    /** Requested pieces fill a long line and take no memory until a block arrives. */
    @Test
    void startsPiecesUntilEnoughAreReceiving() {
        PiecePicker small = picker(new DownloadingLimits(4, 1));
        small.addPeer(0, Bitfield.full(10));
        List<Block> asked = small.pick(0, 3L * PIECE, 0).blocks();
        assertThat(piecesOf(asked)).hasSize(3);
        small.received(0, asked.getFirst());
        assertThat(small.pick(0, ALL, 0).blocks()).isEmpty();
    }

    @Test
    void finishesDownloadingPiecesBeforeStartingNew() {
        seed(0);
        seed(1);
        Set<Integer> begun = piecesOf(pick(0, BLOCK));
        assertThat(pick(1, 3 * BLOCK)).hasSize(3)
                .allMatch(block -> begun.contains(block.piece()));
    }

    @Test
    void picksOnlyWhatThePeerHas() {
        join(picker, 0, 4);
        assertThat(pick(0, ALL)).hasSize(4).allMatch(block -> block.piece() == 4);
    }

    @Test
    void picksEveryBlockOnce() {
        seed(0);
        assertThat(new HashSet<>(pick(0, ALL))).hasSize(24);
    }

    @Test
    void endgameRequestsFromASecondPeer() {
        seed(0);
        seed(1);
        pick(0, ALL);
        picker.setRate(1, 1 << 20);
        List<Block> endgame = picker.pickEndgame(1, BLOCK, 0).blocks();
        assertThat(endgame).hasSize(1);
        assertThat(picker.received(1, endgame.getFirst()).alsoRequestedFrom()).containsExactly(0);
        assertThat(picker.received(0, endgame.getFirst()).wanted()).isFalse();
    }

    @Test
    void noEndgameWhileABlockIsUnrequested() {
        seed(0);
        seed(1);
        pick(0, 23 * BLOCK);
        assertThat(picker.pickEndgame(1, BLOCK, 0).blocks()).isEmpty();
    }

    @Test
    void endgameRequestsNothingFromASlowPeerThatAFastOneOwes() {
        seed(0);
        seed(1);
        picker.setRate(0, 1 << 20);
        picker.setRate(1, 1 << 12);
        pick(0, ALL);
        assertThat(picker.pickEndgame(1, ALL, 0).blocks()).isEmpty();
        assertThat(picker.pickEndgame(1, ALL, 10 * SECOND_NS).blocks()).as("when it is overdue")
                .isNotEmpty();
    }

    @Test
    void overdueRequestIsDisplacedByAThirdPeer() {
        seed(0);
        seed(1);
        seed(2);
        pick(0, ALL);
        picker.setRate(1, 1 << 20);
        Block block = picker.pickEndgame(1, BLOCK, 0).blocks().getFirst();
        picker.setRate(2, 1 << 20);
        Picked early = picker.pickEndgame(2, ALL, 0);
        assertThat(early.blocks()).hasSize(23).doesNotContain(block);
        assertThat(early.displaced()).isEmpty();
        assertThat(picker.pickEndgame(2, ALL, 10 * SECOND_NS)).isEqualTo(
                new Picked(List.of(), List.of(block), List.of(new Request(1, block))));
        assertThat(picker.received(2, block).alsoRequestedFrom()).containsExactly(0);
    }

    @Test
    void probedBlockIsRequestedFromOthersToo() {
        seed(0);
        seed(1);
        Block trial = picker.probe(0).orElseThrow();
        List<Block> all = pick(1, ALL);
        assertThat(all).hasSize(24).contains(trial);
        receive(1, all.subList(0, 23));
        assertThat(picker.probe(0)).contains(all.getLast());
        assertThat(picker.received(0, all.getLast()).alsoRequestedFrom()).containsExactly(1);
        assertThat(picker.probe(0)).isEmpty();
    }

    @Test
    void endgameKeepsToTheLength() {
        seed(0);
        seed(1);
        pick(0, ALL);
        picker.setRate(1, 1 << 20);
        assertThat(picker.pickEndgame(1, 3 * BLOCK, 0).blocks()).hasSize(3);
    }

    @Test
    void releasedBlocksGoToOthers() {
        join(picker, 0, 4);
        join(picker, 1, 4);
        List<Block> blocks = pick(0, ALL);
        blocks.forEach(block -> picker.releaseRequest(0, block));
        assertThat(pick(1, ALL)).containsExactlyElementsOf(blocks);
    }

    @Test
    void haveMakesADownloadingPieceRequestable() {
        seed(0);
        Bitfield growing = pieces();
        picker.addPeer(1, growing);
        int begun = pick(0, BLOCK).getFirst().piece();
        assertThat(pick(1, ALL)).isEmpty();
        growing.set(begun);
        picker.have(1, begun);
        assertThat(pick(1, ALL)).hasSize(3);
    }

    private void failPieceFour() {
        receive(0, pick(0, 2L * BLOCK));
        receive(1, pick(1, 2L * BLOCK));
        assertThat(picker.hashFailed(4)).isEqualTo(Set.of(0, 1));
    }

    @Test
    void sendersOfAFailedPieceAreKnown_untilItPasses() {
        join(picker, 0, 4);
        join(picker, 1, 4);
        failPieceFour();
        List<Block> blocks = pick(1, ALL);
        receive(1, blocks);
        assertThat(blocks).extracting(picker::sender).extracting(Optional::orElseThrow)
                .containsExactly(0, 0, 1, 1);
        picker.verified(4);
        assertThat(picker.sender(blocks.getFirst())).isEmpty();
    }

    @Test
    void pieceOnParoleComesFromOnePeer() {
        join(picker, 0, 4);
        join(picker, 1, 4);
        failPieceFour();
        assertThat(pick(0, BLOCK)).hasSize(1);
        assertThat(pick(1, ALL)).isEmpty();
        assertThat(picker.removePeer(0)).extracting(AbandonedPiece::piece).containsExactly(4);
        assertThat(pick(1, ALL)).hasSize(4);
    }

    @Test
    void parolePeriodExpires() {
        join(picker, 0, 4);
        join(picker, 1, 4);
        failPieceFour();
        pick(0, BLOCK);
        assertThat(picker.tick(29 * SECOND_NS)).isEmpty();
        assertThat(picker.tick(31 * SECOND_NS)).containsExactly(
                new AbandonedPiece(4, List.of(new Request(0, LAYOUT.block(4, 0))), 0));
        assertThat(picker.pick(0, ALL, 31 * SECOND_NS).blocks()).isEmpty();
        assertThat(picker.pick(1, ALL, 31 * SECOND_NS).blocks()).hasSize(4);
    }

    @Test
    void snubbedPeerLosesItsParolePiece() {
        join(picker, 0, 4);
        join(picker, 1, 4);
        failPieceFour();
        pick(0, BLOCK);
        picker.snubbed(0, SECOND_NS);
        assertThat(pick(1, ALL)).hasSize(4);
    }

    @Test
    void peerThatRejectsItsParolePiece_letsOthersGoFirst() {
        Bitfield itsPieces = pieces(4);
        picker.addPeer(0, itsPieces);
        join(picker, 1, 4);
        failPieceFour();
        pick(0, BLOCK).forEach(block -> picker.releaseRequest(0, block));
        itsPieces.clear(4);
        picker.dontHave(0, 4, SECOND_NS);
        itsPieces.set(4);
        picker.have(0, 4);
        assertThat(picker.pick(0, ALL, SECOND_NS).blocks()).isEmpty();
        assertThat(picker.pick(1, ALL, SECOND_NS).blocks()).hasSize(4);
    }

    @Test
    void startsNoMorePiecesThanAllowed() {
        PiecePicker narrow = picker(2, 0, 1, 2, 3);
        join(narrow, 0, 4, 5, 6, 7, 8, 9);
        assertThat(piecesOf(narrow.pick(0, ALL, 0).blocks())).hasSize(2);
    }

    @Test
    void idlePeerReplacesAnIdlePiece() {
        PiecePicker narrow = picker(1, 0, 1, 2, 3);
        join(narrow, 0, 4);
        join(narrow, 1, 5);
        List<Block> stranded = narrow.pick(0, BLOCK, 0).blocks();
        assertThat(narrow.pick(1, ALL, 0).blocks()).isEmpty();
        narrow.releaseRequest(0, stranded.getFirst());
        Picked picked = narrow.pick(1, ALL, 0);
        assertThat(piecesOf(picked.blocks())).containsExactly(5);
        assertThat(picked.abandoned()).containsExactly(new AbandonedPiece(4, List.of(), 0));
    }

    @Test
    void overdueBlocksAreRequestedFromAPeerThatMayStartNothing() {
        PiecePicker narrow = picker(1, 0, 1, 2, 3);
        join(narrow, 0, 4, 5);
        join(narrow, 1, 4, 5);
        narrow.setRate(0, BLOCK);
        narrow.pick(0, PIECE, 0).blocks();
        assertThat(narrow.pick(1, ALL, 2 * SECOND_NS).blocks()).isEmpty();
        assertThat(narrow.pickEndgame(1, ALL, 2 * SECOND_NS).blocks()).isEmpty();
        // The first block should take a second: it is overdue after twice that and one more.
        assertThat(narrow.pickEndgame(1, ALL, 4 * SECOND_NS).blocks())
                .containsExactly(LAYOUT.block(4, 0));
    }

    @Test
    void priorityGoesBeforeRarity() {
        seed(0);
        join(picker, 1, 5);
        picker.setPriorities(piece -> piece == 5
                ? Priority.HIGH
                : piece == 6 ? Priority.LOW : Priority.NORMAL);
        List<Block> blocks = pick(0, ALL);
        assertThat(blocks.subList(0, 4)).allMatch(block -> block.piece() == 5);
        assertThat(blocks.subList(20, 24)).allMatch(block -> block.piece() == 6);
    }

    @Test
    void skippedPiecesAreNotPicked() {
        seed(0);
        picker.setPriorities(piece -> piece < 6 ? Priority.NORMAL : Priority.SKIP);
        assertThat(picker.missing().count()).isEqualTo(2);
        List<Block> blocks = pick(0, ALL);
        assertThat(piecesOf(blocks)).containsExactly(4, 5);
        receive(0, blocks);
        assertThat(picker.allReceived()).isTrue();
        picker.verified(4);
        picker.verified(5);
        assertThat(picker.isFinished()).isTrue();
        assertThat(picker.isInteresting(Bitfield.full(10))).isFalse();
    }

    @Test
    void skippedDownloadIsAbandoned() {
        seed(0);
        List<Block> asked = pick(0, BLOCK);
        assertThat(picker.setPriorities(_ -> Priority.SKIP)).containsExactly(new AbandonedPiece(
                asked.getFirst().piece(), List.of(new Request(0, asked.getFirst())), 0));
        assertThat(picker.isFinished()).isTrue();
        assertThat(picker.received(0, asked.getFirst()).wanted()).isFalse();
    }

    @Test
    void sequentialModePicksInOrder() {
        seed(0);
        join(picker, 1, 4, 5, 6, 7);
        picker.setSequential(true);
        assertThat(pick(0, ALL)).extracting(Block::piece).isSorted();
    }

    @Test
    void timeCriticalPiecesGoFirst_earliestDeadlineFirst() {
        seed(0);
        pick(0, BLOCK);
        picker.setDeadline(9, 2 * SECOND_NS);
        picker.setDeadline(6, SECOND_NS);
        List<Block> blocks = pick(0, 2L * PIECE);
        assertThat(blocks.subList(0, 4)).allMatch(block -> block.piece() == 6);
        assertThat(blocks.subList(4, 8)).allMatch(block -> block.piece() == 9);
    }

    @Test
    void timeCriticalPiecesComeFromTheFastestPeers() {
        seed(0);
        seed(1);
        picker.setRate(0, 100 * BLOCK);
        picker.setRate(1, BLOCK);
        picker.tick(0);
        picker.setDeadline(9, SECOND_NS / 2);
        assertThat(piecesOf(pick(1, BLOCK))).doesNotContain(9);
        assertThat(piecesOf(pick(0, PIECE))).containsExactly(9);
    }

    @Test
    void slowPeerGetsTimeCriticalBlocksItCanSendInTime() {
        seed(0);
        seed(1);
        picker.setRate(0, 100 * BLOCK);
        picker.setRate(1, BLOCK);
        picker.tick(0);
        picker.setDeadline(9, 2 * SECOND_NS);
        assertThat(pick(1, PIECE)).filteredOn(block -> block.piece() == 9).hasSize(2);
    }

    @Test
    void overdueTimeCriticalBlocksAreRequestedTwice() {
        seed(0);
        seed(1);
        picker.setRate(0, 100 * BLOCK);
        picker.setRate(1, 100 * BLOCK);
        picker.tick(0);
        picker.setDeadline(9, SECOND_NS);
        pick(0, PIECE);
        assertThat(piecesOf(picker.pick(1, PIECE, SECOND_NS / 2).blocks())).doesNotContain(9);
        assertThat(picker.pick(1, PIECE, 2 * SECOND_NS).blocks()).hasSize(4)
                .allMatch(block -> block.piece() == 9);
    }

    @Test
    void skippedPieceIsPickedWhileItHasADeadline() {
        seed(0);
        picker.setPriorities(_ -> Priority.SKIP);
        picker.setDeadline(5, 0);
        assertThat(piecesOf(pick(0, BLOCK))).containsExactly(5);
        assertThat(picker.clearDeadline(5)).extracting(AbandonedPiece::piece).containsExactly(5);
        assertThat(pick(0, ALL)).isEmpty();
    }

    @Test
    void pieceVerifiedMeanwhileIsAbandoned() {
        join(picker, 0, 4);
        List<Block> blocks = pick(0, ALL);
        assertThat(picker.verified(4).getFirst().requests()).hasSize(blocks.size());
        picker.lost(4);
        assertThat(pick(0, ALL)).hasSize(4);
    }
}
