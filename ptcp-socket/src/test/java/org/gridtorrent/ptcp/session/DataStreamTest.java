package org.gridtorrent.ptcp.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.gridtorrent.ptcp.RawSession;
import org.gridtorrent.ptcp.Transfer;
import org.gridtorrent.ptcp.net.TcpChannel;
import org.gridtorrent.ptcp.stream.BufferPool;
import org.gridtorrent.ptcp.stream.Merger;
import org.gridtorrent.ptcp.stream.Splitter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DataStreamTest {
    /** Otherwise a peer that has everything confirmed could end the session before the merger has it. */
    @Test
    void acknowledgesASubPacket_onlyWhenTheMergerHasIt() throws Exception {
        CountDownLatch offering = new CountDownLatch(1);
        CountDownLatch proceed = new CountDownLatch(1);
        Merger merger = new Merger(BufferPool.SHARED, 16, 16, limit -> {
            offering.countDown();
            awaitQuietly(proceed);
        });
        merger.discard();
        try (ServerSocket server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
                SocketChannel _ = SocketChannel.open(server.getLocalSocketAddress());
                SocketChannel own = SocketChannel.open(server.getLocalSocketAddress())) {
            ControlSender control = new ControlSender(new TcpChannel(own),
                    new RttEstimator(Duration.ZERO));
            Splitter splitter = new Splitter(BufferPool.SHARED, 1024, 16, 16, limit -> {},
                    System::nanoTime);
            SocketChannel arriving = SocketChannel.open(server.getLocalSocketAddress());
            for (int i = 0; i < 2; i++) {
                server.accept();
            }
            var sending = server.accept();
            DataStream stream = new DataStream(
                    1, new TcpChannel(arriving), splitter, merger, BufferPool.SHARED);
            FutureTask<Void> receiver = Transfer.inBackground(() -> {
                stream.receive(control);
                return null;
            });
            // The fourth sub-packet makes the merger announce a limit while it takes it.
            for (int i = 0; i < 4; i++) {
                sending.getOutputStream().write(RawSession.frame(1, 100, i, 100).array());
            }
            offering.await();
            assertThat(stream.ack().number()).isLessThan(4 * 112);
            proceed.countDown();
            sending.close();
            assertThat(receiver).failsWithin(Duration.ofSeconds(20))
                    .withThrowableThat().withCauseInstanceOf(IOException.class);
            assertThat(stream.ack().number()).isEqualTo(4 * 112);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
