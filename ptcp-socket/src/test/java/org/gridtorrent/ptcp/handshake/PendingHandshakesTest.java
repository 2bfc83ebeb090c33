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
    void theOldest_isPushedOut_andItsThreadWithIt() throws Exception {
        PendingHandshakes unsorted = new PendingHandshakes(Duration.ofMinutes(10), 2, false);
        try (SocketChannel first = SocketChannel.open();
                SocketChannel second = SocketChannel.open();
                SocketChannel third = SocketChannel.open()) {
            Thread waiting = add(unsorted, first);
            add(unsorted, second);
            Thread last = add(unsorted, third);
            waiting.join();
            assertThat(first.isOpen()).isFalse();
            assertThat(unsorted.remove(first)).isFalse();
            assertThat(second.isOpen() && third.isOpen() && last.isAlive()).isTrue();
            assertThat(unsorted.remove(third)).isTrue();
            last.interrupt();
        } finally {
            unsorted.close();
        }
    }

    @Test
    void whoseTimeIsOver_isClosed_orLeftOpenForItsAnswer() throws Exception {
        for (boolean answered : new boolean[]{true, false}) {
            PendingHandshakes unsorted = new PendingHandshakes(Duration.ofMillis(20), 2, answered);
            try (SocketChannel channel = SocketChannel.open()) {
                add(unsorted, channel).join();
                assertThat(channel.isOpen()).isEqualTo(answered);
                assertThat(unsorted.remove(channel)).isFalse();
            }
        }
    }

    /** As a data channel's thread that waits for its session. */
    private static Thread add(PendingHandshakes unsorted, SocketChannel channel) {
        Thread waiting = Thread.ofVirtual().unstarted(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park();
            }
        });
        unsorted.add(channel, waiting);
        waiting.start();
        return waiting;
    }
}
