package org.gridtorrent.engine.announce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gridtorrent.engine.announce.Samples.SECOND_NS;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.gridtorrent.engine.announce.TrackerStatus.State;
import org.gridtorrent.engine.announce.message.AnnounceRequest;
import org.gridtorrent.engine.announce.message.AnnounceRequest.Event;
import org.gridtorrent.engine.announce.message.SwarmCounts;
import org.gridtorrent.engine.announce.message.TrackerFailureException;
import org.gridtorrent.engine.announce.message.TrackerResponse;
import org.gridtorrent.engine.announce.message.TransferStats;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;

final class TrackerTiersTest {
    private static final URI A = URI.create("http://a.invalid/announce");
    private static final URI B = URI.create("udp://b.invalid:80");
    private static final URI C = URI.create("https://c.invalid/announce");

    private long nowNs = Long.MAX_VALUE - 3 * SECOND_NS; // clocks may wrap
    private TrackerTiers tiers = publicPlan(List.of(List.of(A), List.of(B), List.of(C)));

    private TrackerTiers publicPlan(List<List<URI>> tiers) {
        return new TrackerTiers(tiers, () -> false, new SplittableRandom(5), nowNs);
    }

    private TrackerEntry next() {
        return tiers.nextTracker(nowNs).orElseThrow();
    }

    private void answers(TrackerEntry entry, Event event, long left) {
        tiers.responded(entry, Samples.answer(600), told(event, left), nowNs);
    }

    private static AnnounceRequest told(Event event, long left) {
        return new AnnounceRequest(Samples.infoHash(1), Samples.SELF, 1, 2, Samples.share(left),
                event, "");
    }

    private void fails(TrackerEntry entry) {
        tiers.failed(entry, new IOException("it did not answer"), nowNs);
    }

    /** The trackers that are tried, while only the given ones respond, until one does or the round ends. */
    private List<URI> round(Set<URI> answering) {
        List<URI> asked = new ArrayList<>();
        Optional<TrackerEntry> next = tiers.nextTracker(nowNs);
        while (next.isPresent()) {
            asked.add(next.get().uri());
            if (answering.contains(next.get().uri())) {
                answers(next.get(), Event.PERIODIC, 5);
            } else {
                fails(next.get());
            }
            next = tiers.nextTracker(nowNs);
        }
        return asked;
    }

    private void passUntilDue() {
        assertThat(tiers.dueNs() - nowNs).isPositive();
        nowNs = tiers.dueNs();
    }

    @Test
    void triesTierAfterTierUntilOneResponds() {
        assertThat(round(Set.of(B, C))).containsExactly(A, B);
        assertThat(tiers.dueNs() - nowNs).isBetween(600 * SECOND_NS, 660 * SECOND_NS);
        passUntilDue();
        assertThat(round(Set.of(A, B, C))).containsExactly(A);
    }

    @Test
    void triesTheNextWhileOneIsSilent_eachOnce() {
        TrackerEntry a = next();
        assertThat(tiers.mayAnnounceInParallel(nowNs)).isTrue();
        TrackerEntry b = next();
        TrackerEntry c = next();
        assertThat(List.of(a.uri(), b.uri(), c.uri())).containsExactly(A, B, C);
        assertThat(tiers.mayAnnounceInParallel(nowNs)).isFalse();
        assertThat(tiers.nextTracker(nowNs)).isEmpty();
        fails(b);
        assertThat(tiers.nextTracker(nowNs)).isEmpty();
        answers(c, Event.STARTED, 5);
        passUntilDue();
        assertThat(next().uri()).as("A has not answered yet").isEqualTo(B);
        answers(a, Event.STARTED, 5);
        passUntilDue();
        assertThat(next()).isSameAs(a);
    }

    @Test
    void privateTorrentTriesOneTrackerAtATime() {
        tiers = new TrackerTiers(List.of(List.of(A), List.of(B)), () -> true,
                new SplittableRandom(5), nowNs);
        next();
        assertThat(tiers.hasAlternative(nowNs)).isTrue();
        assertThat(tiers.mayAnnounceInParallel(nowNs)).isFalse();
    }

    @Test
    void announcesNothingBeforeItIsDue() {
        round(Set.of(A));
        nowNs = tiers.dueNs() - 1;
        assertThat(tiers.nextTracker(nowNs)).isEmpty();
    }

    @Test
    void tiersAreShuffled() {
        List<URI> tier = IntStream.range(0, 20).mapToObj(i -> URI.create("http://h" + i + "/"))
                .toList();
        tiers = publicPlan(List.of(tier));
        assertThat(round(Set.of())).containsExactlyInAnyOrderElementsOf(tier)
                .isNotEqualTo(tier);
    }

    @Test
    void respondingTrackerMovesToTheFrontOfItsTier() {
        tiers = publicPlan(List.of(List.of(A, B, C)));
        List<URI> order = round(Set.of());
        tiers = publicPlan(List.of(List.of(A, B, C)));
        assertThat(round(Set.of(order.get(2)))).isEqualTo(order);
        nowNs += 3600 * SECOND_NS;
        assertThat(round(Set.of())).containsExactly(order.get(2), order.get(0), order.get(1));
    }

    @Test
    void failingTrackerBacksOffTwiceAsLongEachTime() {
        tiers = publicPlan(List.of(List.of(A)));
        for (long pause : new long[]{5, 10, 20, 40, 80, 160, 300, 300}) {
            fails(next());
            assertThat(tiers.nextTracker(nowNs)).isEmpty();
            assertThat(tiers.dueNs() - nowNs).isBetween(pause * SECOND_NS / 2,
                    pause * SECOND_NS);
            passUntilDue();
        }
        answers(next(), Event.STARTED, 5);
        passUntilDue();
        fails(next());
        assertThat(tiers.nextTracker(nowNs)).isEmpty();
        assertThat(tiers.dueNs() - nowNs).isLessThanOrEqualTo(5 * SECOND_NS);
    }

    @Test
    void eachTrackerBacksOffByItself() {
        tiers = publicPlan(List.of(List.of(A), List.of(B)));
        tiers.failed(next(), new TrackerFailureException("later", Optional.of(Duration.ofHours(1))),
                nowNs);
        fails(next());
        assertThat(tiers.nextTracker(nowNs)).isEmpty();
        passUntilDue();
        assertThat(round(Set.of())).containsExactly(B);
        nowNs += 3600 * SECOND_NS;
        assertThat(round(Set.of())).containsExactly(A, B);
    }

    @Test
    void failureReasonBacksOffLonger() {
        tiers = publicPlan(List.of(List.of(A)));
        tiers.failed(next(), new TrackerFailureException("no"), nowNs);
        assertThat(tiers.nextTracker(nowNs)).isEmpty();
        assertThat(tiers.dueNs() - nowNs).isBetween(30 * SECOND_NS, 60 * SECOND_NS);
    }

    @Test
    void eachTrackerGetsStartedAndCompletedOnce() {
        TrackerEntry a = next();
        assertThat(tiers.event(a, Samples.share(5))).isEqualTo(Event.STARTED);
        fails(a);
        TrackerEntry b = next();
        assertThat(tiers.event(b, Samples.share(5))).isEqualTo(Event.STARTED);
        answers(b, Event.STARTED, 5);
        tiers.completed(nowNs);
        nowNs += 600 * SECOND_NS;
        a = next();
        assertThat(tiers.event(a, Samples.share(0))).isEqualTo(Event.STARTED);
        fails(a);
        b = next();
        assertThat(tiers.event(b, Samples.share(0))).isEqualTo(Event.COMPLETED);
        answers(b, Event.COMPLETED, 0);
        assertThat(tiers.event(b, Samples.share(0))).isEqualTo(Event.PERIODIC);
    }

    @Test
    void completionIsAnnouncedAtOnce_alsoDuringAnAnnounce() {
        TrackerEntry a = next();
        tiers.event(a, Samples.share(5));
        tiers.completed(nowNs);
        answers(a, Event.STARTED, 5);
        a = next();
        assertThat(tiers.event(a, Samples.share(0))).isEqualTo(Event.COMPLETED);
        answers(a, Event.COMPLETED, 0);
        assertThat(tiers.nextTracker(nowNs)).isEmpty();
    }

    @Test
    void torrentCompleteFromTheStartSendsNoCompleted() {
        tiers = new TrackerTiers(List.of(List.of(A)), () -> false, new SplittableRandom(5),
                nowNs + SECOND_NS);
        tiers.completed(nowNs);
        assertThat(tiers.dueNs()).isEqualTo(nowNs + SECOND_NS);
        nowNs += SECOND_NS;
        TrackerEntry a = next();
        assertThat(tiers.event(a, Samples.share(0))).isEqualTo(Event.STARTED);
        answers(a, Event.STARTED, 0);
        assertThat(tiers.event(a, Samples.share(0))).isEqualTo(Event.PERIODIC);
    }

    @Test
    void partialSeedSendsPaused() {
        TrackerEntry a = next();
        TransferStats partial = new TransferStats(1, 0, 5, true);
        assertThat(tiers.event(a, partial)).isEqualTo(Event.STARTED);
        answers(a, Event.STARTED, 5);
        assertThat(tiers.event(a, partial)).isEqualTo(Event.PAUSED);
    }

    @Test
    void trackersThatKnowUsGetStopped() {
        assertThat(tiers.needingStopped()).isEmpty();
        round(Set.of(B));
        assertThat(tiers.needingStopped()).extracting(TrackerEntry::uri).containsExactly(B);
    }

    @Test
    void trackerIdIsSentBack() {
        TrackerEntry a = next();
        tiers.responded(a,
                new TrackerResponse(Duration.ofMinutes(1), List.of(), SwarmCounts.UNKNOWN,
                        "id", ""),
                told(Event.STARTED, 1), nowNs);
        answers(a, Event.PERIODIC, 1);
        assertThat(a.trackerId()).isEqualTo("id");
    }

    @Test
    void privateTorrentStaysWithItsTrackerUntilItFails() {
        tiers = new TrackerTiers(List.of(List.of(A), List.of(B)), () -> true,
                new SplittableRandom(5),
                nowNs);
        fails(next());
        TrackerEntry b = next();
        assertThat(b.uri()).isEqualTo(B);
        assertThat(tiers.responded(b, Samples.answer(600), told(Event.STARTED, 1), nowNs))
                .as("the first is no change").isFalse();
        passUntilDue();
        assertThat(next()).as("although A comes before it").isSameAs(b);
        assertThat(tiers.responded(b, Samples.answer(600), told(Event.PERIODIC, 1), nowNs))
                .isFalse();
        passUntilDue();
        fails(next());
        TrackerEntry a = next();
        assertThat(a.uri()).isEqualTo(A);
        assertThat(tiers.responded(a, Samples.answer(600), told(Event.STARTED, 1), nowNs))
                .as("peers of B's are left").isTrue();
    }

    @Test
    void whenAllFailAPrivateTorrentTriesItsLastTrackerFirst() {
        tiers = new TrackerTiers(List.of(List.of(A), List.of(B)), () -> true,
                new SplittableRandom(5),
                nowNs);
        assertThat(round(Set.of(A))).containsExactly(A);
        passUntilDue();
        assertThat(round(Set.of())).containsExactly(A, B);
        passUntilDue();
        assertThat(next().uri()).isEqualTo(A);
    }

    @Test
    void publicTorrentKeepsItsPeers() {
        TrackerEntry a = next();
        answers(a, Event.STARTED, 1);
        passUntilDue();
        fails(next());
        assertThat(tiers.responded(next(), Samples.answer(600), told(Event.STARTED, 1), nowNs))
                .isFalse();
    }

    @Test
    void reportsTheStatusOfEachTracker() {
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        fails(next());
        TrackerEntry b = next();
        tiers.responded(b, new TrackerResponse(Duration.ofMinutes(10), List.of(),
                SwarmCounts.of(1, 2), "", "be quick"), told(Event.STARTED, 1), nowNs);
        List<TrackerStatus> statuses = tiers.statuses(nowNs, now);
        assertThat(statuses).extracting(TrackerStatus::uri).containsExactly(A, B, C);
        assertThat(statuses).extracting(TrackerStatus::state).containsExactly(State.FAILING,
                State.WORKING, State.NOT_YET);
        assertThat(statuses).extracting(TrackerStatus::notice).containsExactly(
                Optional.of(new TrackerNotice.NoResponse("it did not answer")),
                Optional.of(new TrackerNotice.Warning("be quick")), Optional.empty());
        assertThat(statuses.get(1).counts()).isEqualTo(SwarmCounts.of(1, 2));
        assertThat(statuses.get(1).nextAnnounce().orElseThrow())
                .isBetween(now.plusSeconds(600), now.plusSeconds(660));
        assertThat(statuses.get(0).nextAnnounce()).isEqualTo(statuses.get(1).nextAnnounce());
        assertThat(statuses.get(2).nextAnnounce()).isEmpty();
        assertThat(statuses.get(1).origin()).isEqualTo("udp://b.invalid:80");
    }

    @Test
    void keepsAHundredTrackersAtMost_eachOnce() {
        tiers = publicPlan(List.of(List.of(A, A), List.of(A), List.of()));
        assertThat(round(Set.of())).containsExactly(A);
        tiers = publicPlan(List.of(IntStream.range(0, 1000)
                .mapToObj(i -> URI.create("http://h" + i + "/")).toList()));
        assertThat(round(Set.of())).hasSize(100);
    }

    @Test
    void noTrackerIsTriedTwiceInARoundNorDuringItsBackoff() {
        long first = TestScale.seed("engine.seed");
        for (long seed = first; seed < first + 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            boolean isPrivate = random.nextBoolean();
            tiers = new TrackerTiers(List.of(List.of(A, B), List.of(C)), () -> isPrivate,
                    random.split(), nowNs);
            for (int round = 0; round < 50; round++) {
                Set<URI> asked = new HashSet<>();
                Optional<TrackerEntry> next = tiers.nextTracker(nowNs);
                while (next.isPresent()) {
                    assertThat(asked.add(next.get().uri())).as("seed %d", seed).isTrue();
                    assertThat(next.get().isDue(nowNs)).as("seed %d", seed).isTrue();
                    if (random.nextInt(3) == 0) {
                        answers(next.get(), Event.PERIODIC, 5);
                    } else {
                        fails(next.get());
                    }
                    nowNs += random.nextLong(20 * SECOND_NS);
                    next = tiers.nextTracker(nowNs);
                }
                nowNs += Math.max(0, tiers.dueNs() - nowNs) + random.nextLong(SECOND_NS);
            }
        }
    }
}
