package org.gridtorrent.engine.metadata;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import org.gridtorrent.engine.metadata.MetadataAssembler.Ask;
import org.gridtorrent.engine.metadata.MetadataAssembler.Outcome;
import org.gridtorrent.engine.wire.MetadataMessage;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("NullAway.Init") // set before each test
final class MetadataAssemblerTest {
    private static final int BLOCK = MetadataMessage.BLOCK_LENGTH;
    private static final int LENGTH = 20 * BLOCK + 77;
    private static final long SECOND = 1_000_000_000L;

    private final byte[] info = new byte[LENGTH];
    private MetadataAssembler assembly;
    private long nowNs;

    @BeforeEach
    void make() {
        new Random(1).nextBytes(info);
        assembly = new MetadataAssembler(sha1(info));
    }

    private MetadataMessage.Data data(int block) {
        return new MetadataMessage.Data(block, LENGTH, Arrays.copyOfRange(info, block * BLOCK,
                Math.min(LENGTH, (block + 1) * BLOCK)));
    }

    private MetadataMessage.Data falseData(int block) {
        MetadataMessage.Data data = data(block);
        data.bytes()[3] ^= 1;
        return data;
    }

    private Outcome answer(Ask ask) {
        return assembly.received(ask.peer(), data(ask.block()), nowNs);
    }

    /** All peers tell the truth, but those that do not; until it is whole. */
    private Set<Integer> liarsUntilComplete(Set<Integer> false_) {
        Set<Integer> found = new HashSet<>();
        for (int round = 0; round < 10_000; round++) {
            for (Ask ask : assembly.asks(nowNs)) {
                Outcome outcome = false_.contains(ask.peer())
                        ? assembly.received(ask.peer(), falseData(ask.block()), nowNs)
                        : answer(ask);
                switch (outcome) {
                    case Outcome.Complete(byte[] whole) -> {
                        assertThat(whole).isEqualTo(info);
                        return found;
                    }
                    case Outcome.Liar(int peer) -> assertThat(found.add(peer)).isTrue();
                    case Outcome.GoesOn() -> {
                    }
                }
            }
            nowNs += SECOND;
        }
        throw new AssertionError("it never ended");
    }

    @Test
    void asksSeveralPeersAtOnceAndEachBlockOnce() {
        List.of(1, 2, 3).forEach(peer -> assembly.offers(peer, LENGTH));
        List<Ask> asks = assembly.asks(nowNs);
        assertThat(asks).extracting(Ask::block).doesNotHaveDuplicates().hasSize(21);
        assertThat(asks).extracting(Ask::peer).containsOnly(1, 2, 3);
        assertThat(assembly.asks(nowNs)).isEmpty();
        for (Ask ask : asks.subList(0, 20)) {
            assertThat(answer(ask)).isEqualTo(new Outcome.GoesOn());
        }
        assertThat(answer(asks.getLast())).isInstanceOfSatisfying(Outcome.Complete.class,
                complete -> assertThat(complete.info()).isEqualTo(info));
    }

    @Test
    void whoSentFalseBytesAloneIsOut() {
        assembly.offers(1, LENGTH);
        Set<Integer> found = new HashSet<>();
        for (Ask ask : assembly.asks(nowNs)) {
            assembly.received(1, falseData(ask.block()), nowNs);
        }
        while (assembly.sourceCount() > 0) {
            for (Ask ask : assembly.asks(nowNs)) {
                if (assembly.received(1, falseData(ask.block()),
                        nowNs) instanceof Outcome.Liar(int peer)) {
                    found.add(peer);
                }
            }
        }
        assertThat(found).containsExactly(1);
        assertThat(assembly.asks(nowNs)).isEmpty();
        assembly.offers(2, LENGTH);
        assertThat(liarsUntilComplete(Set.of())).isEmpty();
    }

    @Test
    void oneTruthfulPeerAmongLiarsSuffices() {
        for (int peer = 0; peer < 10; peer++) {
            assembly.offers(peer, LENGTH);
        }
        Set<Integer> false_ = new HashSet<>(Set.of(0, 1, 2, 3, 4, 5, 6, 8, 9));
        assertThat(false_).containsAll(liarsUntilComplete(false_));
    }

    @Test
    void lengthsAreTriedSideBySideAndWhoLiesOfOneIsOut() {
        assembly.offers(1, LENGTH + BLOCK);
        assembly.offers(2, LENGTH + BLOCK);
        assembly.offers(3, LENGTH);
        List<Ask> asks = assembly.asks(nowNs);
        assertThat(asks).extracting(Ask::peer).containsOnly(1, 2, 3);
        Ask first = asks.getFirst();
        assertThat(assembly.received(first.peer(), data(first.block()), nowNs))
                .isEqualTo(new Outcome.Liar(first.peer()));
        assertThat(Set.of(2)).containsAll(liarsUntilComplete(Set.of(2)));
    }

    private static MetadataMessage.Data block(int block, int totalLength) {
        return new MetadataMessage.Data(block, totalLength, new byte[BLOCK]);
    }

    @Test
    void whoClaimsMuchAndSendsLittleHoldsNobodyUpAndDoesNotCountAsMoving() {
        int claimed = 90 << 20;
        assembly.offers(1, claimed);
        assembly.offers(2, claimed);
        List<Ask> owed = new ArrayList<>();
        for (int seconds = 0; seconds < 600; seconds += 4) {
            owed.addAll(assembly.asks(nowNs));
            assertThat(assembly.isMoving()).isEqualTo(seconds < 12);
            Ask next = owed.removeFirst();
            assembly.received(next.peer(), block(next.block(), claimed), nowNs);
            nowNs += 4 * SECOND;
        }
        assembly.offers(3, LENGTH);
        Outcome last = new Outcome.GoesOn();
        while (!(last instanceof Outcome.Complete)) {
            last = assembly.asks(nowNs).stream().filter(ask -> ask.peer() == 3).map(this::answer)
                    .reduce((_, next) -> next).orElseThrow();
        }
    }

    @Test
    void whoBringsTooLittleLosesItsPlaceToLengthsThatHaveNoRoomBesideIt() {
        for (int peer = 1; peer <= 4; peer++) {
            assembly.offers(peer, (60 << 20) + peer);
        }
        List<Set<Integer>> turns = new ArrayList<>();
        for (int turn = 0; turn < 8; turn++) {
            turns.add(assembly.asks(nowNs).stream().map(Ask::peer).collect(toSet()));
            for (int seconds = 0; seconds < 9; seconds++) {
                assertThat(assembly.asks(nowNs)).isEmpty();
                nowNs += SECOND;
            }
            nowNs += SECOND;
        }
        assertThat(turns.subList(0, 4)).containsExactly(Set.of(1), Set.of(2), Set.of(3),
                Set.of(4));
        assertThat(turns.subList(4, 8)).isEqualTo(turns.subList(0, 4));
    }

    @Test
    void whoBringsEnoughKeepsItsPlace() {
        int claimed = 60 << 20;
        assembly.offers(1, claimed);
        assembly.offers(2, claimed + 1);
        for (int round = 0; round < 300; round++) {
            for (Ask ask : assembly.asks(nowNs)) {
                assertThat(ask.peer()).isEqualTo(1);
                assertThat(assembly.isMoving()).isTrue();
                assembly.received(1, block(ask.block(), claimed), nowNs);
            }
            nowNs += SECOND / 2;
        }
    }

    @Test
    void blockThatIsLateIsAskedOfAnotherPeerTooAndTheFirstAnswerCounts() {
        byte[] little = Arrays.copyOf(info, 500);
        assembly = new MetadataAssembler(sha1(little));
        for (int peer = 0; peer < 5; peer++) {
            assembly.offers(peer, 500);
        }
        for (int peer = 0; peer < 4; peer++) {
            assertThat(assembly.asks(nowNs)).containsExactly(new Ask(peer, 0));
            nowNs += SECOND;
            assertThat(assembly.asks(nowNs)).isEmpty();
            nowNs += SECOND;
        }
        assertThat(assembly.received(2, new MetadataMessage.Data(0, 500, little), nowNs))
                .isInstanceOf(Outcome.Complete.class);
    }

    @Test
    void answerThatComesTwiceIsNobodysLie() {
        assembly.offers(1, LENGTH);
        List<Ask> first = assembly.asks(nowNs);
        assembly.offers(2, LENGTH);
        assembly.asks(nowNs).forEach(this::answer);
        assembly.asks(nowNs).forEach(this::answer);
        nowNs += 2 * SECOND;
        List<Ask> second = assembly.asks(nowNs);
        assertThat(second).extracting(Ask::block)
                .isEqualTo(first.stream().map(Ask::block).toList());
        for (Ask ask : first.subList(0, 7)) {
            assertThat(answer(ask)).isEqualTo(new Outcome.GoesOn());
            assertThat(assembly.received(2, falseData(ask.block()), nowNs))
                    .isEqualTo(new Outcome.GoesOn());
        }
        assertThat(answer(second.getLast())).isInstanceOf(Outcome.Complete.class);
    }

    @Test
    void lengthsThatCannotBeArePassedOver() {
        for (int length : new int[]{0, -1, Integer.MAX_VALUE, Metainfo.MAX_ENCODED_LENGTH + 1}) {
            assembly.offers(1, length);
        }
        assertThat(assembly.sourceCount()).isZero();
        assembly.offers(1, Metainfo.MAX_ENCODED_LENGTH);
        assertThat(assembly.asks(nowNs)).hasSize(8);
        assertThat(assembly.received()).isZero();
    }

    @Test
    void whoFallsSilentLosesItsBlocksToOthersAndIsAskedAgainLater() {
        assembly.offers(1, LENGTH);
        List<Ask> asks = assembly.asks(nowNs);
        assertThat(asks).hasSize(8);
        assembly.offers(2, LENGTH);
        assertThat(assembly.asks(nowNs)).extracting(Ask::block).doesNotContain(0);
        nowNs += 11 * SECOND;
        assembly.left(2);
        assembly.offers(3, LENGTH);
        assertThat(assembly.asks(nowNs)).extracting(Ask::peer).containsOnly(3);
        assembly.left(3);
        assertThat(assembly.asks(nowNs)).isEmpty();
        nowNs += 31 * SECOND;
        assertThat(assembly.asks(nowNs)).extracting(Ask::peer).containsOnly(1);
    }

    @Test
    void whoRefusesIsLeftAloneForAWhile() {
        assembly.offers(1, LENGTH);
        assembly.asks(nowNs);
        assembly.refused(1, 0, nowNs);
        assertThat(assembly.isMoving()).isFalse();
        assertThat(assembly.asks(nowNs)).isEmpty();
        nowNs += 31 * SECOND;
        assertThat(liarsUntilComplete(Set.of())).isEmpty();
    }

    @Test
    void whatWasNotAskedForIsPassedOver() {
        assembly.offers(1, LENGTH);
        assembly.asks(nowNs);
        assertThat(assembly.received(1, data(20), nowNs)).isEqualTo(new Outcome.GoesOn());
        assertThat(assembly.received(7, data(0), nowNs)).isEqualTo(new Outcome.GoesOn());
        assertThat(assembly.received()).isZero();
    }

    @Test
    void endsWithTheTruthWhateverHappensOnTheWay() {
        long first = TestScale.seed("engine.seed");
        for (long seed = first; seed < first + 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            assembly = new MetadataAssembler(sha1(info));
            nowNs = 0;
            assertThat(survives(random)).as("seed %d", seed).isTrue();
        }
    }

    private static InfoHash sha1(byte[] bytes) {
        try {
            return InfoHash.of(MessageDigest.getInstance("SHA-1").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    /** Peers 0 to 4 behave as chance has it; peer 5, which comes late, tells the truth. */
    private boolean survives(SplittableRandom random) {
        Map<Integer, Integer> behaviour = new HashMap<>();
        for (int peer = 0; peer < 5; peer++) {
            behaviour.put(peer, random.nextInt(5));
            assembly.offers(peer, random.nextInt(3) == 0 ? 1 + random.nextInt(LENGTH) : LENGTH);
        }
        behaviour.put(5, 0);
        for (int round = 0; round < 2000; round++) {
            if (round == 20) {
                assembly.offers(5, LENGTH);
            }
            for (Ask ask : assembly.asks(nowNs)) {
                Outcome outcome = new Outcome.GoesOn();
                switch (behaviour.getOrDefault(ask.peer(), 0)) {
                    case 0 -> outcome = answer(ask);
                    case 1 -> outcome = assembly.received(ask.peer(), falseData(ask.block()),
                            nowNs);
                    case 2 -> assembly.refused(ask.peer(), ask.block(), nowNs);
                    case 3 -> assembly.left(ask.peer());
                    default -> {
                    }
                }
                if (outcome instanceof Outcome.Complete(byte[] whole)) {
                    return Arrays.equals(whole, info);
                }
            }
            nowNs += SECOND;
        }
        return false;
    }
}
