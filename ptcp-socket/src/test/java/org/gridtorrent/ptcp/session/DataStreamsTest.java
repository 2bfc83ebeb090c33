package org.gridtorrent.ptcp.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.gridtorrent.ptcp.RawSession;
import org.gridtorrent.ptcp.Transfer;
import org.gridtorrent.ptcp.net.TcpChannel;
import org.gridtorrent.ptcp.net.WireFormat;
import org.gridtorrent.ptcp.stream.BufferPool;
import org.gridtorrent.ptcp.stream.Merger;
import org.gridtorrent.ptcp.stream.Splitter;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@NullUnmarked
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DataStreamsTest {
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final CountDownLatch failed = new CountDownLatch(1);
    private ServerSocket server;
    private SocketChannel channel;
    private DataStreams streams;

    @BeforeEach
    void connect() throws IOException {
        server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
        channel = SocketChannel.open(server.getLocalSocketAddress());
        Splitter splitter = new Splitter(BufferPool.SHARED, 1024, 16, 16, limit -> {},
                System::nanoTime);
        Merger merger = new Merger(BufferPool.SHARED, 16, 16, limit -> {
            throw new OutOfMemoryError("of this test");
        });
        ControlSender control = new ControlSender(new TcpChannel(channel),
                new RttEstimator(Duration.ZERO));
        merger.discard();
        streams = new DataStreams(splitter, merger, control, stream -> {}, cause -> {
            failure.set(cause);
            failed.countDown();
        });
    }

    @AfterEach
    void close() throws IOException {
        streams.close(true);
        channel.close();
        server.close();
    }

    @Test
    void addsAtMost128Streams_alsoFromManyThreads() throws Exception {
        List<FutureTask<Boolean>> adding = new ArrayList<>();
        for (int i = 0; i < 2 * WireFormat.MAX_STREAMS; i++) {
            int id = i;
            adding.add(Transfer.inBackground(() -> streams.add(id, new TcpChannel(channel))));
        }
        int added = 0;
        for (FutureTask<Boolean> one : adding) {
            added += one.get() ? 1 : 0;
        }
        assertThat(added).isEqualTo(WireFormat.MAX_STREAMS);
    }

    @Test
    void errorInAStreamsThread_isReportedAsFailure() throws Exception {
        streams.add(0, new TcpChannel(channel));
        try (var peer = server.accept()) {
            // At the fourth sub-packet the merger announces a limit, which fails in this test.
            for (int i = 0; i < 4; i++) {
                peer.getOutputStream().write(RawSession.frame(1, 100, i, 100).array());
            }
            failed.await();
            assertThat(failure.get()).isInstanceOf(OutOfMemoryError.class);
        }
    }

    @Test
    void retiringStreams_leaveRoomForOthers_upToALimit() {
        int id = 0;
        while (streams.add(id, new TcpChannel(channel))) {
            streams.retire(streams.newestActive().orElseThrow());
            id++;
        }
        assertThat(id).isEqualTo(2 * WireFormat.MAX_STREAMS);
    }
}
