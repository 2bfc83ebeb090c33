package org.gridtorrent.engine.timer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waits with a timer end in time. */
@Timeout(60)
class ConditionTimerTest {
    private static final long HOUR_NS = Duration.ofHours(1).toNanos();
    private static final long SOON_NS = Duration.ofMillis(20).toNanos();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition condition = lock.newCondition();
    private final ConditionTimer timer = new ConditionTimer(lock, condition);

    @BeforeEach
    void take() {
        lock.lock();
    }

    @AfterEach
    void giveBack() {
        timer.cancel();
        lock.unlock();
    }

    /** Whether the condition is signalled within so long. */
    @SuppressWarnings("WaitNotInLoop") // how it ends is what is asked
    private boolean rings(long withinNs) throws InterruptedException {
        return condition.await(withinNs, TimeUnit.NANOSECONDS);
    }

    @Test
    void itRingsWhenItIsDue_andNotAgain() throws Exception {
        timer.set(SOON_NS);
        assertThat(rings(HOUR_NS)).isTrue();
        assertThat(rings(5 * SOON_NS)).isFalse();
    }

    @Test
    void ofTwoTheEarlierCounts_whicheverWasSetFirst() throws Exception {
        timer.set(10 * SOON_NS);
        timer.set(SOON_NS);
        assertThat(rings(HOUR_NS)).isTrue();
        assertThat(rings(20 * SOON_NS)).as("the later one as well").isFalse();
        timer.set(SOON_NS);
        timer.set(HOUR_NS);
        assertThat(rings(HOUR_NS)).isTrue();
    }

    @Test
    void afterItHasRung_itCanBeSetAgain() throws Exception {
        for (int i = 0; i < 3; i++) {
            timer.set(SOON_NS);
            assertThat(rings(HOUR_NS)).isTrue();
        }
    }

    @Test
    void onceItIsCancelled_orNeverDue_itDoesNotRing() throws Exception {
        timer.set(SOON_NS);
        timer.cancel();
        timer.set(ConditionTimer.NEVER);
        assertThat(rings(5 * SOON_NS)).isFalse();
    }
}
