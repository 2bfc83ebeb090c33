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
import org.gridtorrent.engine.announce.AnnounceRequest.Event;
import org.gridtorrent.engine.announce.TrackerStatus.State;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;

final class TrackerTiersTest {
    private static final URI A = URI.create("http://a.invalid/announce");
    private static final URI B = URI.create("udp://b.invalid:80");
    private static final URI C = URI.create("https://c.invalid/announce");

    private long nowNs = Long.MAX_VALUE - 3 * SECOND_NS; // clocks may wrap
    private TrackerTiers plan = publicPlan(List.of(List.of(A), List.of(B), List.of(C)));

    private TrackerTiers publicPlan(List<List<URI>> tiers) {
        return new TrackerTiers(tiers, () -> false, new SplittableRandom(5), nowNs);
    }

    private TrackerEntry next() {
        return plan.next(nowNs).orElseThrow();
    }

    private void answers(TrackerEntry entry, Event event, long left) {
        plan.answered(entry, Samples.answer(600), told(event, left), nowNs);
    }

    private static AnnounceRequest told(Event event, long left) {
        return new AnnounceRequest(Samples.infoHash(1), Samples.SELF, 1, 2, Samples.share(left),
                event, "");
    }

    private void fails(TrackerEntry entry) {
        plan.failed(entry, new IOException("it did not answer"), nowNs);
    }

    /** Whom it asks, when all but those that answer are silent, until somebody does or the round ends. */
    private List<URI> round(Set<URI> answering) {
        List<URI> asked = new ArrayList<>();
        Optional<TrackerEntry> next = plan.next(nowNs);
        while (next.isPresent()) {
            asked.add(next.get().uri());
            if (answering.contains(next.get().uri())) {
                answers(next.get(), Event.PERIODIC, 5);
            } else {
                fails(next.get());
            }
            next = plan.next(nowNs);
        }
        return asked;
    }

    private void passUntilDue() {
        assertThat(plan.dueNs() - nowNs).isPositive();
        nowNs = plan.dueNs();
    }

    @Test
    void asksTierAfterTierUntilOneAnswers() {
        assertThat(round(Set.of(B, C))).containsExactly(A, B);
        assertThat(plan.dueNs() - nowNs).isBetween(600 * SECOND_NS, 660 * SECOND_NS);
        passUntilDue();
        assertThat(round(Set.of(A, B, C))).containsExactly(A);
    }

    @Test
    void whileOneIsSilentTheNextIsAskedButNobodyTwice() {
        TrackerEntry a = next();
        assertThat(plan.mayAskAnother(nowNs)).isTrue();
        TrackerEntry b = next();
        TrackerEntry c = next();
        assertThat(List.of(a.uri(), b.uri(), c.uri())).containsExactly(A, B, C);
        assertThat(plan.mayAskAnother(nowNs)).isFalse();
        assertThat(plan.next(nowNs)).isEmpty();
        fails(b);
        assertThat(plan.next(nowNs)).isEmpty();
        answers(c, Event.STARTED, 5);
        passUntilDue();
        assertThat(next().uri()).as("A has not answered yet").isEqualTo(B);
        answers(a, Event.STARTED, 5);
        passUntilDue();
        assertThat(next()).isSameAs(a);
    }

    @Test
    void aPrivateContentAsksOneAtATime() {
        plan = new TrackerTiers(List.of(List.of(A), List.of(B)), () -> true,
                new SplittableRandom(5), nowNs);
        next();
        assertThat(plan.hasAlternative(nowNs)).isTrue();
        assertThat(plan.mayAskAnother(nowNs)).isFalse();
    }

    @Test
    void nobodyIsAskedBeforeItIsDue() {
        round(Set.of(A));
        nowNs = plan.dueNs() - 1;
        assertThat(plan.next(nowNs)).isEmpty();
    }

    @Test
    void tiersAreShuffled() {
        List<URI> tier = IntStream.range(0, 20).mapToObj(i -> URI.create("http://h" + i + "/"))
                .toList();
        plan = publicPlan(List.of(tier));
        assertThat(round(Set.of())).containsExactlyInAnyOrderElementsOf(tier)
                .isNotEqualTo(tier);
    }

    @Test
    void whoAnswersMovesToTheFrontOfItsTierAndTheOthersKeepTheirOrder() {
        plan = publicPlan(List.of(List.of(A, B, C)));
        List<URI> order = round(Set.of());
        plan = publicPlan(List.of(List.of(A, B, C)));
        assertThat(round(Set.of(order.get(2)))).isEqualTo(order);
        nowNs += 3600 * SECOND_NS;
        assertThat(round(Set.of())).containsExactly(order.get(2), order.get(0), order.get(1));
    }

    @Test
    void whoFailsIsLeftAloneForAWhileThatDoubles() {
        plan = publicPlan(List.of(List.of(A)));
        for (long pause : new long[]{5, 10, 20, 40, 80, 160, 300, 300}) {
            fails(next());
            assertThat(plan.next(nowNs)).isEmpty();
            assertThat(plan.dueNs() - nowNs).isBetween(pause * SECOND_NS / 2,
                    pause * SECOND_NS);
            passUntilDue();
        }
        answers(next(), Event.STARTED, 5);
        passUntilDue();
        fails(next());
        assertThat(plan.next(nowNs)).isEmpty();
        assertThat(plan.dueNs() - nowNs).isLessThanOrEqualTo(5 * SECOND_NS);
    }

    @Test
    void eachIsLeftAloneByItself() {
        plan = publicPlan(List.of(List.of(A), List.of(B)));
        plan.failed(next(), new TrackerFailureException("later", Optional.of(Duration.ofHours(1))), nowNs);
        fails(next());
        assertThat(plan.next(nowNs)).isEmpty();
        passUntilDue();
        assertThat(round(Set.of())).containsExactly(B);
        nowNs += 3600 * SECOND_NS;
        assertThat(round(Set.of())).containsExactly(A, B);
    }

    @Test
    void aRefusalIsRespectedForLonger() {
        plan = publicPlan(List.of(List.of(A)));
        plan.failed(next(), new TrackerFailureException("no"), nowNs);
        assertThat(plan.next(nowNs)).isEmpty();
        assertThat(plan.dueNs() - nowNs).isBetween(30 * SECOND_NS, 60 * SECOND_NS);
    }

    @Test
    void eachTrackerHearsOfTheStartAndOfTheCompletionOnce() {
        TrackerEntry a = next();
        assertThat(plan.event(a, Samples.share(5))).isEqualTo(Event.STARTED);
        fails(a);
        TrackerEntry b = next();
        assertThat(plan.event(b, Samples.share(5))).isEqualTo(Event.STARTED);
        answers(b, Event.STARTED, 5);
        plan.completed(nowNs);
        nowNs += 600 * SECOND_NS;
        a = next();
        assertThat(plan.event(a, Samples.share(0))).isEqualTo(Event.STARTED);
        fails(a);
        b = next();
        assertThat(plan.event(b, Samples.share(0))).isEqualTo(Event.COMPLETED);
        answers(b, Event.COMPLETED, 0);
        assertThat(plan.event(b, Samples.share(0))).isEqualTo(Event.PERIODIC);
    }

    @Test
    void completionIsToldAtOnceAlsoWhenItComesDuringAnAnnounce() {
        TrackerEntry a = next();
        plan.event(a, Samples.share(5));
        plan.completed(nowNs);
        answers(a, Event.STARTED, 5);
        a = next();
        assertThat(plan.event(a, Samples.share(0))).isEqualTo(Event.COMPLETED);
        answers(a, Event.COMPLETED, 0);
        assertThat(plan.next(nowNs)).isEmpty();
    }

    @Test
    void whatWasCompleteFromTheStartIsNotCompleted() {
        plan = new TrackerTiers(List.of(List.of(A)), () -> false, new SplittableRandom(5),
                nowNs + SECOND_NS);
        plan.completed(nowNs);
        assertThat(plan.dueNs()).isEqualTo(nowNs + SECOND_NS);
        nowNs += SECOND_NS;
        TrackerEntry a = next();
        assertThat(plan.event(a, Samples.share(0))).isEqualTo(Event.STARTED);
        answers(a, Event.STARTED, 0);
        assertThat(plan.event(a, Samples.share(0))).isEqualTo(Event.PERIODIC);
    }

    @Test
    void aPartialSeedSaysSo() {
        TrackerEntry a = next();
        TransferStats partial = new TransferStats(1, 0, 5, true);
        assertThat(plan.event(a, partial)).isEqualTo(Event.STARTED);
        answers(a, Event.STARTED, 5);
        assertThat(plan.event(a, partial)).isEqualTo(Event.PAUSED);
    }

    @Test
    void thoseWhoKnowOfUsAreToldOfTheEnd() {
        assertThat(plan.farewells()).isEmpty();
        round(Set.of(B));
        assertThat(plan.farewells()).extracting(TrackerEntry::uri).containsExactly(B);
    }

    @Test
    void whatATrackerWantsToBeToldIsKept() {
        TrackerEntry a = next();
        plan.answered(a, new TrackerResponse(Duration.ofMinutes(1), List.of(), SwarmCounts.UNKNOWN,
                "id", ""), told(Event.STARTED, 1), nowNs);
        answers(a, Event.PERIODIC, 1);
        assertThat(a.trackerId()).isEqualTo("id");
    }

    @Test
    void aPrivateContentStaysWithItsTrackerUntilThatFails() {
        plan = new TrackerTiers(List.of(List.of(A), List.of(B)), () -> true,
                new SplittableRandom(5),
                nowNs);
        fails(next());
        TrackerEntry b = next();
        assertThat(b.uri()).isEqualTo(B);
        assertThat(plan.answered(b, Samples.answer(600), told(Event.STARTED, 1), nowNs))
                .as("the first is no change").isFalse();
        passUntilDue();
        assertThat(next()).as("although A comes before it").isSameAs(b);
        assertThat(plan.answered(b, Samples.answer(600), told(Event.PERIODIC, 1), nowNs))
                .isFalse();
        passUntilDue();
        fails(next());
        TrackerEntry a = next();
        assertThat(a.uri()).isEqualTo(A);
        assertThat(plan.answered(a, Samples.answer(600), told(Event.STARTED, 1), nowNs))
                .as("peers of B's are left").isTrue();
    }

    @Test
    void whenAllFailAPrivateContentTriesItsOwnTrackerFirst() {
        plan = new TrackerTiers(List.of(List.of(A), List.of(B)), () -> true,
                new SplittableRandom(5),
                nowNs);
        assertThat(round(Set.of(A))).containsExactly(A);
        passUntilDue();
        assertThat(round(Set.of())).containsExactly(A, B);
        passUntilDue();
        assertThat(next().uri()).isEqualTo(A);
    }

    @Test
    void aPublicContentIsNotTornFromItsPeers() {
        TrackerEntry a = next();
        answers(a, Event.STARTED, 1);
        passUntilDue();
        fails(next());
        assertThat(plan.answered(next(), Samples.answer(600), told(Event.STARTED, 1), nowNs))
                .isFalse();
    }

    @Test
    void saysHowEachTrackerStands() {
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        fails(next());
        TrackerEntry b = next();
        plan.answered(b, new TrackerResponse(Duration.ofMinutes(10), List.of(),
                SwarmCounts.of(1, 2), "", "be quick"), told(Event.STARTED, 1), nowNs);
        List<TrackerStatus> statuses = plan.statuses(nowNs, now);
        assertThat(statuses).extracting(TrackerStatus::uri).containsExactly(A, B, C);
        assertThat(statuses).extracting(TrackerStatus::state).containsExactly(State.FAILING,
                State.WORKING, State.NOT_YET);
        assertThat(statuses).extracting(TrackerStatus::message)
                .containsExactly("it did not answer", "it warns: be quick", "");
        assertThat(statuses.get(1).counts()).isEqualTo(SwarmCounts.of(1, 2));
        assertThat(statuses.get(1).nextAnnounce().orElseThrow())
                .isBetween(now.plusSeconds(600), now.plusSeconds(660));
        assertThat(statuses.get(0).nextAnnounce()).isEqualTo(statuses.get(1).nextAnnounce());
        assertThat(statuses.get(2).nextAnnounce()).isEmpty();
        assertThat(statuses.get(1).place()).isEqualTo("udp://b.invalid:80");
    }

    @Test
    void aTrackerThatIsNamedTwiceIsAskedOnceAndNoMoreThanAHundred() {
        plan = publicPlan(List.of(List.of(A, A), List.of(A), List.of()));
        assertThat(round(Set.of())).containsExactly(A);
        plan = publicPlan(List.of(IntStream.range(0, 1000)
                .mapToObj(i -> URI.create("http://h" + i + "/")).toList()));
        assertThat(round(Set.of())).hasSize(100);
    }

    @Test
    void noTrackerIsEverAskedTwiceInARoundNorEarlierThanItMay() {
        long first = TestScale.seed("engine.seed");
        for (long seed = first; seed < first + 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            boolean isPrivate = random.nextBoolean();
            plan = new TrackerTiers(List.of(List.of(A, B), List.of(C)), () -> isPrivate,
                    random.split(), nowNs);
            for (int round = 0; round < 50; round++) {
                Set<URI> asked = new HashSet<>();
                Optional<TrackerEntry> next = plan.next(nowNs);
                while (next.isPresent()) {
                    assertThat(asked.add(next.get().uri())).as("seed %d", seed).isTrue();
                    assertThat(next.get().isDue(nowNs)).as("seed %d", seed).isTrue();
                    if (random.nextInt(3) == 0) {
                        answers(next.get(), Event.PERIODIC, 5);
                    } else {
                        fails(next.get());
                    }
                    nowNs += random.nextLong(20 * SECOND_NS);
                    next = plan.next(nowNs);
                }
                nowNs += Math.max(0, plan.dueNs() - nowNs) + random.nextLong(SECOND_NS);
            }
        }
    }
}
