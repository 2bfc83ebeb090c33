package org.gridtorrent.ptcp.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TimedWaitTest {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private boolean hasArrived;

    @Test
    void signal_thatComesWithAnInterrupt_isNotLost() throws Exception {
        FutureTask<Boolean> call = new FutureTask<>(
                () -> awaitAndReturnInterrupted(TimedWait.FOREVER));
        Thread waiter = Thread.ofPlatform().start(call);
        awaitWaiter();
        waiter.interrupt();
        while (!lock.hasQueuedThread(waiter)) {
            Thread.onSpinWait();
        }
        hasArrived = true;
        arrived.signal();
        lock.unlock();
        assertThat(call.get()).isTrue();
    }

    @Test
    void interrupt_doesNotExtendTheTime() throws Exception {
        FutureTask<Boolean> call = new FutureTask<>(
                () -> awaitAndReturnInterrupted(TimeUnit.MILLISECONDS.toNanos(200)));
        Thread waiter = Thread.ofPlatform().start(call);
        awaitWaiter();
        waiter.interrupt();
        lock.unlock();
        assertThat(call.get()).isTrue();
        assertThat(hasArrived).isFalse();
    }

    /** Holds the lock when it returns. */
    private void awaitWaiter() {
        lock.lock();
        while (!lock.hasWaiters(arrived)) {
            lock.unlock();
            Thread.onSpinWait();
            lock.lock();
        }
    }

    private boolean awaitAndReturnInterrupted(long nanos) throws Exception {
        lock.lock();
        try (TimedWait wait = new TimedWait(nanos)) {
            while (!hasArrived && !wait.isExpired()) {
                wait.await(arrived);
            }
        } finally {
            lock.unlock();
        }
        return Thread.currentThread().isInterrupted();
    }
}
