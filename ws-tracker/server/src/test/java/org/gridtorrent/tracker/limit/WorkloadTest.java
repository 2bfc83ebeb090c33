package org.gridtorrent.tracker.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.gridtorrent.tracker.limit.Workload.Turn;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkloadTest {
    private static final Duration FOR_EVER = Duration.ofDays(1);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    private static Workload workload(int working, int waiting, Duration patience, int ofOne) {
        TrackerLimits usual = TrackerLimits.USUAL;
        return new Workload(new TrackerLimits(usual.connections(), usual.connectionsOfOne(),
                usual.handshakes(), usual.handshakesOfOrigin(), usual.handshakeTime(),
                usual.strangersSilence(), working, waiting, patience, ofOne,
                usual.longBodies()));
    }

    @Test
    void callBehindTooMany_isRefusedAndTheOthersHaveTheirTurn() throws Exception {
        var workload = workload(1, 1, FOR_EVER, 9);
        Turn first = workload.enter("a");
        Future<Turn> second = threads.submit(() -> workload.enter("b"));
        await().until(() -> workload.waiting() == 1);
        assertThatThrownBy(() -> workload.enter("c")).isInstanceOf(OverloadException.class);
        assertThat(second.isDone()).isFalse();
        first.close();
        second.get().close();
        workload.enter("c").close();
    }

    @Test
    void callThatWaitedInVain_isToldToComeAgainAfterAsLong() throws Exception {
        var workload = workload(1, 1, Duration.ofMillis(2_100), 9);
        Turn first = workload.enter("a");
        var refused = catchThrowableOfType(OverloadException.class, () -> workload.enter("b"));
        assertThat(refused.retryAfter()).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
        assertThat(workload.waiting()).isZero();
        first.close();
        workload.enter("b").close();
    }

    @Test
    void oneCaller_hasSoManyCallsAndNoMore() throws Exception {
        var workload = workload(9, 9, FOR_EVER, 2);
        Turn first = workload.enter("a");
        Turn second = workload.enter("a");
        var refused = catchThrowableOfType(OverloadException.class, () -> workload.enter("a"));
        assertThat(refused.retryAfter()).isEqualTo(Duration.ofSeconds(1));
        workload.enter("b").close();
        second.close();
        workload.enter("a").close();
        first.close();
    }

    @Test
    void callThatOnlyWaits_leavesItsTurnToOthersAndTakesOneAgain() throws Exception {
        var workload = workload(1, 0, Duration.ZERO, 9);
        try (Turn _ = workload.enter("a")) {
            String heard = workload.aside(() -> {
                try (Turn _ = workload.enter("b")) {
                    return "heard";
                } catch (OverloadException e) {
                    return "refused";
                }
            });
            assertThat(heard).isEqualTo("heard");
            assertThatThrownBy(() -> workload.enter("b")).isInstanceOf(OverloadException.class);
        }
        workload.enter("b").close();
    }

    @Test
    void callersWithCallsOver_areForgotten() throws Exception {
        var workload = workload(1, 0, Duration.ZERO, 1);
        for (int i = 0; i < 3; i++) {
            Turn turn = workload.enter("a");
            assertThatThrownBy(() -> workload.enter("b")).isInstanceOf(OverloadException.class);
            turn.close();
        }
        workload.enter("b").close();
    }
}
