package org.gridtorrent.ptcp.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PendingHandshakesTest {
    @Test
    void oneAboveTheLimit_dropsTheOldest_andInterruptsItsThread() throws Exception {
        PendingHandshakes pending = new PendingHandshakes(Duration.ofMinutes(10), 2, false);
        try (SocketChannel first = SocketChannel.open();
                SocketChannel second = SocketChannel.open();
                SocketChannel third = SocketChannel.open()) {
            Thread waiting = add(pending, first);
            add(pending, second);
            Thread last = add(pending, third);
            waiting.join();
            assertThat(first.isOpen()).isFalse();
            assertThat(pending.remove(first)).isFalse();
            assertThat(second.isOpen() && third.isOpen() && last.isAlive()).isTrue();
            assertThat(pending.remove(third)).isTrue();
            last.interrupt();
        } finally {
            pending.close();
        }
    }

    @Test
    void atTheDeadline_aConnectionIsClosed_unlessItsThreadClosesIt() throws Exception {
        for (boolean threadCloses : new boolean[]{true, false}) {
            PendingHandshakes pending = new PendingHandshakes(Duration.ofMillis(20), 2,
                    threadCloses);
            try (SocketChannel channel = SocketChannel.open()) {
                add(pending, channel).join();
                assertThat(channel.isOpen()).isEqualTo(threadCloses);
                assertThat(pending.remove(channel)).isFalse();
            }
        }
    }

    /** Starts a thread that waits, as that of a data channel waits for its session. */
    private static Thread add(PendingHandshakes pending, SocketChannel channel) {
        Thread waiting = Thread.ofVirtual().unstarted(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park();
            }
        });
        pending.add(channel, waiting);
        waiting.start();
        return waiting;
    }
}
