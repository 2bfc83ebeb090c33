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
import org.gridtorrent.engine.metadata.MetadataAssembler.Outcome;
import org.gridtorrent.engine.metadata.MetadataAssembler.Request;
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
    private MetadataAssembler assembler;
    private long nowNs;

    @BeforeEach
    void make() {
        new Random(1).nextBytes(info);
        assembler = new MetadataAssembler(sha1(info));
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

    private Outcome answer(Request request) {
        return assembler.received(request.peer(), data(request.block()), nowNs);
    }

    /** Runs to the end; the given peers send false data. Returns the peers that were removed. */
    private Set<Integer> falsePeersUntilComplete(Set<Integer> false_) {
        Set<Integer> found = new HashSet<>();
        for (int round = 0; round < 10_000; round++) {
            for (Request request : assembler.requests(nowNs)) {
                Outcome outcome = false_.contains(request.peer())
                        ? assembler.received(request.peer(), falseData(request.block()), nowNs)
                        : answer(request);
                switch (outcome) {
                    case Outcome.Complete(byte[] whole) -> {
                        assertThat(whole).isEqualTo(info);
                        return found;
                    }
                    case Outcome.FalseData(int peer) -> assertThat(found.add(peer)).isTrue();
                    case Outcome.Incomplete() -> {
                    }
                }
            }
            nowNs += SECOND;
        }
        throw new AssertionError("it never ended");
    }

    @Test
    void requestsFromSeveralPeers_eachBlockOnce() {
        List.of(1, 2, 3).forEach(peer -> assembler.offered(peer, LENGTH));
        List<Request> requests = assembler.requests(nowNs);
        assertThat(requests).extracting(Request::block).doesNotHaveDuplicates().hasSize(21);
        assertThat(requests).extracting(Request::peer).containsOnly(1, 2, 3);
        assertThat(assembler.requests(nowNs)).isEmpty();
        for (Request request : requests.subList(0, 20)) {
            assertThat(answer(request)).isEqualTo(new Outcome.Incomplete());
        }
        assertThat(answer(requests.getLast())).isInstanceOfSatisfying(Outcome.Complete.class,
                complete -> assertThat(complete.info()).isEqualTo(info));
    }

    @Test
    void onlySenderOfFalseDataIsRemoved() {
        assembler.offered(1, LENGTH);
        Set<Integer> found = new HashSet<>();
        for (Request request : assembler.requests(nowNs)) {
            assembler.received(1, falseData(request.block()), nowNs);
        }
        while (assembler.peerCount() > 0) {
            for (Request request : assembler.requests(nowNs)) {
                if (assembler.received(1, falseData(request.block()),
                        nowNs) instanceof Outcome.FalseData(int peer)) {
                    found.add(peer);
                }
            }
        }
        assertThat(found).containsExactly(1);
        assertThat(assembler.requests(nowNs)).isEmpty();
        assembler.offered(2, LENGTH);
        assertThat(falsePeersUntilComplete(Set.of())).isEmpty();
    }

    @Test
    void oneHonestPeerSuffices() {
        for (int peer = 0; peer < 10; peer++) {
            assembler.offered(peer, LENGTH);
        }
        Set<Integer> false_ = new HashSet<>(Set.of(0, 1, 2, 3, 4, 5, 6, 8, 9));
        assertThat(false_).containsAll(falsePeersUntilComplete(false_));
    }

    @Test
    void lengthsAreAttemptedInParallel_andFalseOnesRemovePeers() {
        assembler.offered(1, LENGTH + BLOCK);
        assembler.offered(2, LENGTH + BLOCK);
        assembler.offered(3, LENGTH);
        List<Request> requests = assembler.requests(nowNs);
        assertThat(requests).extracting(Request::peer).containsOnly(1, 2, 3);
        Request first = requests.getFirst();
        assertThat(assembler.received(first.peer(), data(first.block()), nowNs))
                .isEqualTo(new Outcome.FalseData(first.peer()));
        assertThat(Set.of(2)).containsAll(falsePeersUntilComplete(Set.of(2)));
    }

    private static MetadataMessage.Data block(int block, int totalLength) {
        return new MetadataMessage.Data(block, totalLength, new byte[BLOCK]);
    }

    @Test
    void slowPeerWithAGreatLengthBlocksNobody_andIsNoProgress() {
        int claimed = 90 << 20;
        assembler.offered(1, claimed);
        assembler.offered(2, claimed);
        List<Request> owed = new ArrayList<>();
        for (int seconds = 0; seconds < 600; seconds += 4) {
            owed.addAll(assembler.requests(nowNs));
            assertThat(assembler.isProgressing()).isEqualTo(seconds < 12);
            Request next = owed.removeFirst();
            assembler.received(next.peer(), block(next.block(), claimed), nowNs);
            nowNs += 4 * SECOND;
        }
        assembler.offered(3, LENGTH);
        Outcome last = new Outcome.Incomplete();
        while (!(last instanceof Outcome.Complete)) {
            last = assembler.requests(nowNs).stream().filter(request -> request.peer() == 3)
                    .map(this::answer)
                    .reduce((_, next) -> next).orElseThrow();
        }
    }

    @Test
    void slowAttemptLosesItsPlaceToLengthsWithoutRoom() {
        for (int peer = 1; peer <= 4; peer++) {
            assembler.offered(peer, (60 << 20) + peer);
        }
        List<Set<Integer>> turns = new ArrayList<>();
        for (int turn = 0; turn < 8; turn++) {
            turns.add(assembler.requests(nowNs).stream().map(Request::peer).collect(toSet()));
            for (int seconds = 0; seconds < 9; seconds++) {
                assertThat(assembler.requests(nowNs)).isEmpty();
                nowNs += SECOND;
            }
            nowNs += SECOND;
        }
        assertThat(turns.subList(0, 4)).containsExactly(Set.of(1), Set.of(2), Set.of(3),
                Set.of(4));
        assertThat(turns.subList(4, 8)).isEqualTo(turns.subList(0, 4));
    }

    @Test
    void fastAttemptKeepsItsPlace() {
        int claimed = 60 << 20;
        assembler.offered(1, claimed);
        assembler.offered(2, claimed + 1);
        for (int round = 0; round < 300; round++) {
            for (Request request : assembler.requests(nowNs)) {
                assertThat(request.peer()).isEqualTo(1);
                assertThat(assembler.isProgressing()).isTrue();
                assembler.received(1, block(request.block(), claimed), nowNs);
            }
            nowNs += SECOND / 2;
        }
    }

    @Test
    void overdueBlockIsRequestedTwice_andTheFirstCounts() {
        byte[] little = Arrays.copyOf(info, 500);
        assembler = new MetadataAssembler(sha1(little));
        for (int peer = 0; peer < 5; peer++) {
            assembler.offered(peer, 500);
        }
        for (int peer = 0; peer < 4; peer++) {
            assertThat(assembler.requests(nowNs)).containsExactly(new Request(peer, 0));
            nowNs += SECOND;
            assertThat(assembler.requests(nowNs)).isEmpty();
            nowNs += SECOND;
        }
        assertThat(assembler.received(2, new MetadataMessage.Data(0, 500, little), nowNs))
                .isInstanceOf(Outcome.Complete.class);
    }

    @Test
    void duplicateBlockIsNoFalseData() {
        assembler.offered(1, LENGTH);
        List<Request> first = assembler.requests(nowNs);
        assembler.offered(2, LENGTH);
        assembler.requests(nowNs).forEach(this::answer);
        assembler.requests(nowNs).forEach(this::answer);
        nowNs += 2 * SECOND;
        List<Request> second = assembler.requests(nowNs);
        assertThat(second).extracting(Request::block)
                .isEqualTo(first.stream().map(Request::block).toList());
        for (Request request : first.subList(0, 7)) {
            assertThat(answer(request)).isEqualTo(new Outcome.Incomplete());
            assertThat(assembler.received(2, falseData(request.block()), nowNs))
                    .isEqualTo(new Outcome.Incomplete());
        }
        assertThat(answer(second.getLast())).isInstanceOf(Outcome.Complete.class);
    }

    @Test
    void impossibleLengthsAreIgnored() {
        for (int length : new int[]{0, -1, Integer.MAX_VALUE, Metainfo.MAX_ENCODED_LENGTH + 1}) {
            assembler.offered(1, length);
        }
        assertThat(assembler.peerCount()).isZero();
        assembler.offered(1, Metainfo.MAX_ENCODED_LENGTH);
        assertThat(assembler.requests(nowNs)).hasSize(8);
        assertThat(assembler.received()).isZero();
    }

    @Test
    void silentPeerLosesItsBlocks_andIsAskedAgainLater() {
        assembler.offered(1, LENGTH);
        List<Request> requests = assembler.requests(nowNs);
        assertThat(requests).hasSize(8);
        assembler.offered(2, LENGTH);
        assertThat(assembler.requests(nowNs)).extracting(Request::block).doesNotContain(0);
        nowNs += 11 * SECOND;
        assembler.removePeer(2);
        assembler.offered(3, LENGTH);
        assertThat(assembler.requests(nowNs)).extracting(Request::peer).containsOnly(3);
        assembler.removePeer(3);
        assertThat(assembler.requests(nowNs)).isEmpty();
        nowNs += 31 * SECOND;
        assertThat(assembler.requests(nowNs)).extracting(Request::peer).containsOnly(1);
    }

    @Test
    void peerBacksOffAfterAReject() {
        assembler.offered(1, LENGTH);
        assembler.requests(nowNs);
        assembler.rejected(1, 0, nowNs);
        assertThat(assembler.isProgressing()).isFalse();
        assertThat(assembler.requests(nowNs)).isEmpty();
        nowNs += 31 * SECOND;
        assertThat(falsePeersUntilComplete(Set.of())).isEmpty();
    }

    @Test
    void unsolicitedBlocksAreIgnored() {
        assembler.offered(1, LENGTH);
        assembler.requests(nowNs);
        assertThat(assembler.received(1, data(20), nowNs)).isEqualTo(new Outcome.Incomplete());
        assertThat(assembler.received(7, data(0), nowNs)).isEqualTo(new Outcome.Incomplete());
        assertThat(assembler.received()).isZero();
    }

    @Test
    void completesWhateverPeersDo() {
        long first = TestScale.seed("engine.seed");
        for (long seed = first; seed < first + 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            assembler = new MetadataAssembler(sha1(info));
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

    /** Peers 0 to 4 behave at random; peer 5, which joins late, is honest. */
    private boolean survives(SplittableRandom random) {
        Map<Integer, Integer> behaviour = new HashMap<>();
        for (int peer = 0; peer < 5; peer++) {
            behaviour.put(peer, random.nextInt(5));
            assembler.offered(peer, random.nextInt(3) == 0 ? 1 + random.nextInt(LENGTH) : LENGTH);
        }
        behaviour.put(5, 0);
        for (int round = 0; round < 2000; round++) {
            if (round == 20) {
                assembler.offered(5, LENGTH);
            }
            for (Request request : assembler.requests(nowNs)) {
                Outcome outcome = new Outcome.Incomplete();
                switch (behaviour.getOrDefault(request.peer(), 0)) {
                    case 0 -> outcome = answer(request);
                    case 1 ->
                        outcome = assembler.received(request.peer(), falseData(request.block()),
                                nowNs);
                    case 2 -> assembler.rejected(request.peer(), request.block(), nowNs);
                    case 3 -> assembler.removePeer(request.peer());
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
