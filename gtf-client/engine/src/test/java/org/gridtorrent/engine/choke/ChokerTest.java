package org.gridtorrent.engine.choke;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Decisions among interested peers, every quarter of a second. */
final class ChokerTest {
    private static final long STEP_NS = 250_000_000L;

    private final List<Peer> peers = IntStream.range(0, 12).mapToObj(Peer::new).toList();
    private long nowNs = STEP_NS;
    private boolean fetching = true;

    private static final class Peer {
        final int number;
        boolean interested = true;
        boolean unchoked;
        boolean busy;
        long rate;
        boolean snubs;
        boolean stalled;
        long sinceNs;

        Peer(int number) {
            this.number = number;
            this.rate = 100L * number;
        }

        ChokerPeer candidate() {
            return new ChokerPeer(number, interested, unchoked, unchoked && busy, rate, snubs,
                    stalled, sinceNs);
        }
    }

    private static Choker choker(ChokeMode mode) {
        return new Choker(mode, 4, new SplittableRandom(7));
    }

    /** Makes one decision; returns the unchoked peers. */
    private Set<Integer> step(Choker choker) {
        Set<Integer> unchoked = choker.unchoked(
                peers.stream().map(Peer::candidate).toList(), fetching, 0, nowNs);
        for (Peer peer : peers) {
            if (peer.unchoked != unchoked.contains(peer.number)) {
                peer.unchoked = !peer.unchoked;
                peer.sinceNs = nowNs;
            }
        }
        nowNs += STEP_NS;
        return unchoked;
    }

    @Test
    void uninterestedPeersGetNoSlot() {
        peers.forEach(peer -> peer.interested = peer.number == 3);
        for (ChokeMode mode : ChokeMode.values()) {
            assertThat(step(choker(mode))).containsExactly(3);
        }
    }

    @Test
    void cooperative_peersTakeTurnsOfASecond() {
        peers.forEach(peer -> peer.busy = true);
        Choker choker = choker(ChokeMode.COOPERATIVE);
        List<Integer> inOrder = new ArrayList<>();
        for (int turn = 0; turn < 3; turn++) {
            Set<Integer> served = Set.copyOf(step(choker));
            assertThat(served).hasSize(4);
            for (int i = 0; i < 3; i++) {
                assertThat(step(choker)).isEqualTo(served);
            }
            inOrder.addAll(served);
        }
        assertThat(inOrder).doesNotHaveDuplicates().hasSize(12);
    }

    @Test
    void cooperative_peerWithoutRequestsTakesNoSlot_andStaysUnchoked() {
        peers.get(11).busy = true;
        Choker choker = choker(ChokeMode.COOPERATIVE);
        for (int i = 0; i < 4; i++) {
            step(choker);
        }
        assertThat(step(choker)).hasSize(12);
        peers.forEach(peer -> peer.busy = true);
        assertThat(step(choker)).hasSize(4);
    }

    @Test
    void byRate_unchokesTheFastest_andAnOptimisticOneForThirtySeconds() {
        Choker choker = choker(ChokeMode.BY_RATE);
        Set<Integer> optimistic = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            Set<Integer> first = new HashSet<>(step(choker));
            assertThat(first).hasSize(4).contains(9, 10, 11);
            assertThat(step(choker)).isEqualTo(first);
            first.removeAll(Set.of(9, 10, 11));
            optimistic.addAll(first);
            nowNs += 30_000_000_000L;
        }
        assertThat(optimistic).hasSizeGreaterThan(4);
    }

    @Test
    void byRate_peerThatSendsNothingIsUnchokedOptimisticallyOnly() {
        Choker choker = choker(ChokeMode.BY_RATE);
        peers.forEach(peer -> peer.rate = peer.number < 11 ? 0 : 100);
        Set<Integer> tried = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            assertThat(step(choker)).hasSize(4).contains(11);
            tried.addAll(step(choker));
            nowNs += 30_000_000_000L;
        }
        assertThat(tried).hasSize(12);
    }

    /** Whatever the rate of a peer. */
    @Test
    void byRate_seedServesPeersInTurnsOfTenSeconds() {
        fetching = false;
        peers.forEach(peer -> peer.busy = true);
        Choker choker = choker(ChokeMode.BY_RATE);
        List<Integer> inOrder = new ArrayList<>();
        for (int turn = 0; turn < 3; turn++) {
            Set<Integer> served = Set.copyOf(step(choker));
            for (int i = 1; i < 40; i++) {
                assertThat(step(choker)).isEqualTo(served);
            }
            inOrder.addAll(served);
        }
        assertThat(inOrder).doesNotHaveDuplicates().hasSize(12);
    }

    @Test
    void byRate_stalledPeerComesLastForAMinute() {
        fetching = false;
        peers.forEach(peer -> peer.busy = true);
        Choker choker = choker(ChokeMode.BY_RATE);
        Set<Integer> stalled = Set.copyOf(step(choker));
        List<Peer> rest = peers.stream().filter(peer -> !stalled.contains(peer.number)).toList();
        rest.subList(4, 8).forEach(peer -> peer.interested = false);
        for (int i = 1; i < 40; i++) {
            assertThat(step(choker)).isEqualTo(stalled);
        }
        stalled.forEach(number -> peers.get(number).stalled = true);
        for (int i = 0; i < 4 * 60; i++) {
            assertThat(step(choker)).hasSize(4).doesNotContainAnyElementsOf(stalled);
        }
        assertThat(step(choker)).isEqualTo(stalled);
    }

    @Test
    void byRate_snubbedPeerIsUnchokedOptimisticallyOnly() {
        Choker choker = choker(ChokeMode.BY_RATE);
        peers.get(11).snubs = true;
        int served = 0;
        for (int i = 0; i < 60; i++) {
            Set<Integer> now = step(choker);
            assertThat(now).hasSize(4).contains(8, 9, 10);
            served += now.contains(11) ? 1 : 0;
            nowNs += 30_000_000_000L;
        }
        assertThat(served).isBetween(1, 30);
    }

    @Test
    void byRate_whenAllAreSnubbed_allUnchokesAreOptimistic() {
        Choker choker = choker(ChokeMode.BY_RATE);
        peers.forEach(peer -> peer.snubs = true);
        Set<Integer> tried = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            Set<Integer> first = step(choker);
            assertThat(first).hasSize(4);
            assertThat(step(choker)).isEqualTo(first);
            tried.addAll(first);
            nowNs += 30_000_000_000L;
        }
        assertThat(tried).hasSize(12);
    }
}
