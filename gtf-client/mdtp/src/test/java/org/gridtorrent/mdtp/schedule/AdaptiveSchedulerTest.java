package org.gridtorrent.mdtp.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.gridtorrent.mdtp.schedule.AdaptiveScheduler.Options;
import org.gridtorrent.mdtp.schedule.RangeScheduler.Action;
import org.gridtorrent.mdtp.schedule.RangeScheduler.Action.Cancel;
import org.gridtorrent.mdtp.schedule.RangeScheduler.Action.Send;
import org.gridtorrent.mdtp.schedule.RangeScheduler.Action.Shorten;
import org.gridtorrent.mdtp.schedule.RangeScheduler.Event;
import org.gridtorrent.mdtp.schedule.RangeScheduler.Event.RequestFailed;
import org.junit.jupiter.api.Test;

class AdaptiveSchedulerTest {
    private static final long KIB = 1024;
    private static final long MIB = 1024 * KIB;
    private static final long MS = 1_000_000;

    private final List<Action> actions = new ArrayList<>();
    private AdaptiveScheduler scheduler = known(1, 100 * MIB);
    private long nowNs;

    private static AdaptiveScheduler known(int replicas, long length, ByteRange... present) {
        return new AdaptiveScheduler(replicas, OptionalLong.of(length), List.of(present),
                Options.DEFAULTS);
    }

    private static AdaptiveScheduler unknown(int replicas) {
        return new AdaptiveScheduler(replicas, OptionalLong.empty(), List.of(), Options.DEFAULTS);
    }

    private void start(AdaptiveScheduler started) {
        scheduler = started;
        actions.addAll(scheduler.start(nowNs));
    }

    /** Reports an event; {@code actions} are those that it brings. */
    private void report(Event event) {
        actions.clear();
        actions.addAll(scheduler.handle(event, nowNs));
    }

    private void answer(int request, long length) {
        report(new Event.ResponseStarted(request, length));
    }

    /** Lets bytes arrive at a rate; {@code actions} are all that this brings. */
    private void receive(int request, double bytesPerSecond, int milliseconds) {
        actions.clear();
        for (int i = 0; i < milliseconds; i++) {
            nowNs += MS;
            actions.addAll(scheduler.handle(
                    new Event.BytesReceived(request, (int) (bytesPerSecond / 1000)), nowNs));
        }
    }

    private void receiveAll(int request, long length) {
        report(new Event.BytesReceived(request, (int) length));
        actions.addAll(scheduler.handle(new Event.RequestCompleted(request), nowNs));
    }

    /** Ticks for a time; {@code actions} are all that this brings. */
    private void tick(Duration time) {
        actions.clear();
        for (long i = 0; i < time.dividedBy(RangeScheduler.TICK); i++) {
            nowNs += RangeScheduler.TICK.toNanos();
            actions.addAll(scheduler.tick(nowNs));
        }
    }

    private List<Send> sends() {
        return actions.stream().filter(Send.class::isInstance).map(Send.class::cast).toList();
    }

    private static Send send(int request, int replica, long start, long end) {
        return new Send(request, replica, new ByteRange(start, end));
    }

    @Test
    void asksEachReplicaForAQuarterOfAnEvenShareFirst() {
        start(known(2, 80 * MIB));

        assertThat(actions).containsExactly(send(0, 0, 0, 10 * MIB),
                send(1, 1, 10 * MIB, 20 * MIB));
    }

    @Test
    void limitsFirstRanges() {
        start(known(2, 10_000 * MIB));
        assertThat(sends()).allMatch(send -> send.range().length() == 64 * MIB);

        actions.clear();
        start(known(2, MIB));
        assertThat(actions).containsExactly(send(0, 0, 0, 256 * KIB),
                send(1, 1, 256 * KIB, 512 * KIB));
    }

    @Test
    void asksNothingThatIsPresent() {
        start(known(2, 4 * MIB, new ByteRange(0, MIB), new ByteRange(2 * MIB, 3 * MIB)));

        assertThat(actions).containsExactly(send(0, 0, MIB, MIB + 256 * KIB),
                send(1, 1, MIB + 256 * KIB, MIB + 512 * KIB));
    }

    @Test
    void isCompleteWhenEverythingIsPresent() {
        start(known(1, MIB, new ByteRange(0, MIB)));

        assertThat(scheduler.isComplete()).isTrue();
        assertThat(actions).isEmpty();
    }

    @Test
    void learnsTheLengthFromTheFirstAnswer() {
        start(unknown(2));
        assertThat(actions).containsExactly(send(0, 0, 0, 16 * MIB),
                send(1, 1, 16 * MIB, 32 * MIB));

        answer(0, MIB);

        assertThat(actions).containsExactly(new Shorten(0, MIB));
        receiveAll(0, MIB);
        assertThat(scheduler.isComplete()).isTrue();
    }

    @Test
    void learnsTheLengthFromARangeBehindTheEnd() {
        start(unknown(2));

        report(new Event.RangeUnsatisfiable(1, MIB));

        assertThat(actions).containsExactly(new Shorten(0, MIB));
        answer(0, MIB);
        receiveAll(0, MIB);
        assertThat(scheduler.isComplete()).isTrue();
    }

    @Test
    void completesAnEmptyFile() {
        start(unknown(1));

        report(new Event.RangeUnsatisfiable(0, 0));

        assertThat(scheduler.isComplete()).isTrue();
        assertThat(actions).isEmpty();
    }

    @Test
    void asksTheNextRangeBeforeTheLastIsThrough() {
        start(known(1, 100 * MIB));
        nowNs += 40 * MS;
        answer(0, 100 * MIB);

        receive(0, 10e6, 2400);
        assertThat(actions).isEmpty();

        receive(0, 10e6, 200);
        assertThat(sends()).singleElement().satisfies(
                send -> assertThat(send.range().start()).isEqualTo(25 * MIB));
    }

    @Test
    void sizesARangeByTheRate() {
        start(known(2, 10_000 * MIB));
        answer(0, 10_000 * MIB);
        answer(1, 10_000 * MIB);

        long slow = receiveUntilSend(0, 10e6).range().length();
        long fast = receiveUntilSend(1, 40e6).range().length();

        assertThat(fast).isBetween(7 * slow / 2, 9 * slow / 2);
    }

    private Send receiveUntilSend(int request, double bytesPerSecond) {
        do {
            receive(request, bytesPerSecond, 1);
        } while (sends().isEmpty());
        return sends().getFirst();
    }

    @Test
    void asksOneRangeAtATimeOnceConnectionsAreRefused() {
        start(known(1, 100 * MIB));
        nowNs += 40 * MS;
        answer(0, 100 * MIB);
        receive(0, 10e6, 2600);
        int second = sends().getFirst().request();

        report(new Event.TooManyConnections(second, 1));
        receiveAll(0, 25 * MIB - 26_000_000);

        assertThat(sends()).hasSize(1);
        assertThat(sends().getFirst().range().start()).isEqualTo(25 * MIB);
        tick(Duration.ofMillis(500));
        assertThat(actions).isEmpty();
    }

    @Test
    void leavesAFailedReplicaAloneForAsLongAsItSays() {
        start(known(1, MIB));

        report(new RequestFailed(0, Duration.ofSeconds(30)));
        tick(Duration.ofSeconds(29));
        assertThat(actions).isEmpty();

        tick(Duration.ofSeconds(2));
        assertThat(sends()).extracting(send -> send.range().start()).containsExactly(0L);
    }

    @Test
    void asksABusyReplicaForRangesAsLongAsBefore() {
        start(known(1, 400 * MIB));
        long first = sends().getFirst().range().length();
        report(new Event.Busy(0, Duration.ZERO));
        assertThat(actions).isEmpty();

        tick(Duration.ofSeconds(1));

        assertThat(sends()).singleElement()
                .satisfies(send -> assertThat(send.range().length()).isEqualTo(first));
    }

    @Test
    void waitsLongerForAReplicaThatIsBusyAfterEveryRange() {
        start(known(1, 400 * MIB));
        List<Long> pauses = new ArrayList<>();
        for (int ranges = 0; ranges < 4; ranges++) {
            for (long freeNs = nowNs + Duration.ofSeconds(3).toNanos(); freeNs > nowNs;) {
                report(new Event.Busy(sends().getLast().request(), Duration.ZERO));
                long refusedNs = nowNs;
                while (sends().isEmpty()) {
                    tick(RangeScheduler.TICK);
                }
                pauses.add(Duration.ofNanos(nowNs - refusedNs).toSeconds());
            }
            Send served = sends().getLast();
            receiveAll(served.request(), served.range().length());
        }
        assertThat(pauses).containsExactly(1L, 2L, 2L, 4L, 4L, 4L);
    }

    @Test
    void pausesLongerEachTimeThatAReplicaFailsAtOnce() {
        start(known(1, MIB));
        long asked = 0;
        for (int request = 0; request < 8; request++) {
            report(new RequestFailed(request, Duration.ZERO));
            asked = nowNs;
            while (sends().isEmpty()) {
                tick(RangeScheduler.TICK);
            }
        }

        assertThat(Duration.ofNanos(nowNs - asked)).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void leavesAReplicaAloneForADayAtMost() {
        start(known(1, MIB));

        report(new RequestFailed(0, Duration.ofSeconds(Long.MAX_VALUE - 1)));
        nowNs += Duration.ofHours(23).toNanos();
        tick(RangeScheduler.TICK);
        assertThat(actions).isEmpty();
        nowNs += Duration.ofHours(1).toNanos();
        tick(RangeScheduler.TICK);

        assertThat(sends()).hasSize(1);
    }

    @Test
    void neverAsksAReplicaThatFailedForEver() {
        start(known(2, MIB));

        report(new RequestFailed(0, RequestFailed.FOREVER));
        tick(Duration.ofHours(1));

        assertThat(sends()).noneMatch(send -> send.replica() == 0);
    }

    @Test
    void abandonsAReplicaWhoseRequestIsOver() {
        start(known(2, MIB));
        receiveAll(0, 256 * KIB);
        int next = sends().getFirst().request();

        report(new RequestFailed(0, RequestFailed.FOREVER));
        receiveAll(next, 256 * KIB);
        tick(Duration.ofHours(1));

        assertThat(sends()).noneMatch(send -> send.replica() == 0);
    }

    @Test
    void givesWhatAStalledReplicaOwesToAnother() {
        assertThat(stallTheFirstOfTwo()).contains(new Cancel(0));
    }

    private List<Action> stallTheFirstOfTwo() {
        start(known(2, 100 * MIB));
        nowNs += 20 * MS;
        answer(0, 100 * MIB);
        answer(1, 100 * MIB);
        receive(0, 1e6, 500);
        List<Action> all = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            receive(1, 1e6, 100);
            actions.addAll(scheduler.tick(nowNs));
            all.addAll(actions);
        }
        return all;
    }

    @Test
    void asksAStalledReplicaForAShortRangeAfterAPause() {
        stallTheFirstOfTwo();

        for (int i = 0; i < 12 && sends().isEmpty(); i++) {
            receive(1, 1e6, 100);
            actions.addAll(scheduler.tick(nowNs));
        }

        assertThat(sends()).singleElement().satisfies(send -> {
            assertThat(send.replica()).isZero();
            assertThat(send.range()).isEqualTo(new ByteRange(500_000, 500_000 + 256 * KIB));
        });
    }

    @Test
    void waitsWhenAllReplicasAreSilent() {
        start(known(2, 100 * MIB));
        answer(0, 100 * MIB);
        answer(1, 100 * MIB);
        receive(0, 1e6, 500);
        receive(1, 1e6, 10);

        tick(Duration.ofSeconds(5));

        assertThat(actions).isEmpty();
    }

    @Test
    void asksAnotherReplicaForRejectedBytes() {
        start(known(2, 512 * KIB));
        receiveAll(0, 256 * KIB);
        receiveAll(1, 256 * KIB);
        assertThat(scheduler.isComplete()).isTrue();

        report(new Event.BytesRejected(0, new ByteRange(0, 256 * KIB)));

        assertThat(scheduler.isComplete()).isFalse();
        assertThat(sends()).isNotEmpty().allMatch(send -> send.replica() == 1);
    }

    @Test
    void asksTheSameReplicaForRejectedBytesWhenNoOtherIsLeft() {
        start(known(2, 512 * KIB));
        receiveAll(0, 256 * KIB);
        receiveAll(1, 256 * KIB);
        report(new RequestFailed(1, RequestFailed.FOREVER));

        report(new Event.BytesRejected(0, new ByteRange(0, 256 * KIB)));

        assertThat(sends()).isNotEmpty().allMatch(send -> send.replica() == 0);
    }

    @Test
    void asksTwiceForLastBytesThatAreLateAndCancelsTheSlowerRequest() {
        start(known(2, 512 * KIB));
        answer(0, 512 * KIB);
        answer(1, 512 * KIB);
        for (int i = 0; i < 8; i++) {
            receive(0, 240_000 / 0.8, 100);
            nowNs -= 100 * MS;
            receive(1, 256 * KIB / 0.8, 100);
        }
        report(new Event.BytesReceived(1, (int) (256 * KIB - 8 * 100 * 327)));
        report(new Event.RequestCompleted(1));
        while (sends().isEmpty()) {
            tick(RangeScheduler.TICK);
        }
        Send second = sends().getFirst();
        assertThat(second).isEqualTo(send(second.request(), 1, 240_000, 256 * KIB));

        report(new Event.BytesReceived(second.request(), (int) second.range().length()));

        assertThat(actions).contains(new Cancel(0));
        assertThat(scheduler.isComplete()).isTrue();
    }

    @Test
    void ignoresEventsOfRequestsThatAreOver() {
        start(known(1, MIB));
        receiveAll(0, 256 * KIB);

        report(new Event.BytesReceived(0, 1000));
        assertThat(actions).isEmpty();
        report(new RequestFailed(0, Duration.ofHours(1)));
        assertThat(actions).isEmpty();
        receiveAll(1, 256 * KIB);
        assertThat(sends()).hasSize(1);
    }

    @Test
    void refusesEventsOfRequestsThatWereNeverSent() {
        start(known(1, MIB));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> scheduler.handle(new Event.RequestCompleted(99), nowNs));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> scheduler.handle(new Event.RequestCompleted(-1), nowNs));
    }

    @Test
    void refusesImpossibleFetches() {
        assertThatIllegalArgumentException().isThrownBy(() -> known(0, MIB));
        assertThatIllegalArgumentException().isThrownBy(() -> new Options(0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> known(1, MIB, new ByteRange(0, MIB + 1)));
    }
}
