package org.gridtorrent.engine.choke;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

/** Searches with many interested peers, four samples a second. */
final class UploadSlotSearchTest {
    private static final int LOOKS_A_SECOND = 4;
    private static final long LOOK_NS = 1_000_000_000L / LOOKS_A_SECOND;

    private final UploadSlotSearch search = new UploadSlotSearch(60);
    private long nowNs = 1;
    private long sent;
    private int wanting = 100;

    /** Returns the slots after each sample, at the rate that the function gives for a number of slots. */
    private List<Integer> watch(int seconds, double inUse, IntToLongFunction rateOfSlots) {
        List<Integer> found = new ArrayList<>();
        int slots = search.slots(wanting, 0, sent, nowNs);
        for (int look = 0; look < seconds * LOOKS_A_SECOND; look++) {
            nowNs += LOOK_NS;
            sent += rateOfSlots.applyAsLong(slots) / LOOKS_A_SECOND;
            slots = search.slots(wanting, (int) (inUse * slots), sent, nowNs);
            found.add(slots);
        }
        return found;
    }

    private static int last(List<Integer> found) {
        return found.getLast();
    }

    /** The rate of so many peers, up to the line's. */
    private static IntToLongFunction line(long bytes, long bytesOfPeer) {
        return slots -> Math.min(bytes, slots * bytesOfPeer);
    }

    @Test
    void slowPeersAreServedTogether_asManyAsFillTheLine() {
        assertThat(last(watch(60, 1, line(10_000_000, 250_000)))).isBetween(38, 50);
    }

    @Test
    void slowPeers_fewMoreThanTheInitialSlots_areAllServed() {
        wanting = 9;
        assertThat(last(watch(60, 1, line(10_000_000, 250_000)))).isEqualTo(9);
    }

    @Test
    void fastPeersAreServedFewAtATime() {
        List<Integer> found = watch(600, 1, line(10_000_000, 20_000_000));
        assertThat(found).allMatch(slots -> slots >= 4 && slots <= 16);
        assertThat(found.stream().skip(60).mapToInt(Integer::intValue).average().orElse(0))
                .isBetween(4.0, 5.0);
    }

    @Test
    void widerLineGetsMoreSlots() {
        assertThat(last(watch(60, 1, line(2_500_000, 250_000)))).isBetween(9, 14);
        assertThat(last(watch(600, 1, line(10_000_000, 250_000)))).isGreaterThan(37);
    }

    @Test
    void slotsStayWithinTheLimit() {
        assertThat(watch(600, 1, line(Long.MAX_VALUE, 1_000_000))).allMatch(slots -> slots <= 60)
                .contains(60);
    }

    @Test
    void doesNotProbeWhileFewSlotsAreInUse() {
        assertThat(watch(60, 0.5, line(10_000_000, 250_000))).containsOnly(8);
    }
}
