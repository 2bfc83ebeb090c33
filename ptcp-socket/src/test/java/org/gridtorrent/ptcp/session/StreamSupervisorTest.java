package org.gridtorrent.ptcp.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.ptcp.Transfer;
import org.gridtorrent.ptcp.net.TcpChannel;
import org.gridtorrent.ptcp.net.WireFormat;
import org.gridtorrent.ptcp.stream.BufferPool;
import org.gridtorrent.ptcp.stream.Merger;
import org.gridtorrent.ptcp.stream.Splitter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How many streams each side opens, retires and asks for, and how often it checks. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StreamSupervisorTest {
    private static final SessionParameters AGREED = new SessionParameters(
            2, 32, 64, WireFormat.PAYLOAD_LENGTH, Duration.ZERO);

    @Test
    void requestThatIsNotGranted_keepsChecksRare() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
                SocketChannel own = SocketChannel.open(server.getLocalSocketAddress());
                var peer = server.accept()) {
            ControlSender control = new ControlSender(new TcpChannel(own),
                    new RttEstimator(Duration.ZERO));
            StreamSupervisor supervisor = supervisor(control, null);
            FutureTask<Void> supervising = beside(supervisor::run);
            FutureTask<Void> controlling = beside(control::run);
            supervisor.setFixedCount(9);
            ByteBuffer request = ByteBuffer.wrap(
                    peer.getInputStream().readNBytes(ControlFrame.LENGTH));
            assertThat(ControlFrame.decode(request))
                    .isEqualTo(new ControlFrame(ControlFrame.Type.STREAMS, 0, 9));
            assertThat(supervisor.isUnsettled()).isFalse();
            supervisor.stop();
            supervising.get();
            control.stop();
            controlling.get();
        }
    }

    @Test
    void connectingSide_checksOftenUntilItsStreamsAreOpen() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
                SocketChannel own = SocketChannel.open(server.getLocalSocketAddress())) {
            StreamSupervisor supervisor = supervisor(
                    new ControlSender(new TcpChannel(own),
                            new RttEstimator(Duration.ZERO)),
                    (stream, timeout) -> {
                        throw new IOException("refused");
                    });
            assertThat(supervisor.isUnsettled()).isTrue();
        }
    }

    /** They are in the list a moment before the supervisor learns that they were opened. */
    @Test
    void streamsJustAdded_areNotRetired() throws Exception {
        try (SilentPeer peer = new SilentPeer()) {
            StreamSupervisor supervisor = supervisor(peer.streams, peer.control, peer.splitter,
                    AGREED,
                    (stream, timeout) -> {
                        throw new IOException("refused");
                    });
            peer.add(0);
            peer.add(1);
            supervisor.check(System.nanoTime());
            assertThat(peer.streams.active()).hasSize(2);
        }
    }

    @Test
    void opensNoMoreStreamsThanThePeerTakes_retiringOnesIncluded() throws Exception {
        try (SilentPeer peer = new SilentPeer()) {
            BlockingQueue<Integer> openWhenAsked = new LinkedBlockingQueue<>();
            SessionParameters two = new SessionParameters(2, 2, 64, WireFormat.PAYLOAD_LENGTH,
                    Duration.ZERO);
            StreamSupervisor supervisor = supervisor(peer.streams, peer.control, peer.splitter, two,
                    (stream, timeout) -> {
                        openWhenAsked.add(peer.streams.all().size());
                        throw new IOException("refused");
                    });
            for (int i = 0; i < 2; i++) {
                peer.add(i);
                supervisor.openingFinished(true);
            }
            supervisor.setFixedCount(1);
            supervisor.check(System.nanoTime());
            assertThat(peer.streams.active()).hasSize(1);
            supervisor.setFixedCount(2);
            supervisor.check(System.nanoTime());
            peer.streams.retiredByPeer(1);
            supervisor.check(System.nanoTime());
            supervisor.check(System.nanoTime());
            assertThat(openWhenAsked.poll(20, TimeUnit.SECONDS)).isEqualTo(1);
        }
    }

    /** Streams to a peer that sends nothing. */
    private static final class SilentPeer implements AutoCloseable {
        private final ServerSocket server = new ServerSocket(
                0, 8, InetAddress.getLoopbackAddress());
        private final SocketChannel own = SocketChannel.open(server.getLocalSocketAddress());
        private final ControlSender control = new ControlSender(new TcpChannel(own),
                new RttEstimator(Duration.ZERO));
        private final Splitter splitter = new Splitter(BufferPool.SHARED, 1024, 16, 16,
                limit -> {}, System::nanoTime);
        private final DataStreams streams = new DataStreams(splitter,
                new Merger(BufferPool.SHARED, 16, 16, limit -> {}), control, stream -> {},
                cause -> {});

        SilentPeer() throws IOException {}

        void add(int stream) throws IOException {
            SocketChannel channel = SocketChannel.open(server.getLocalSocketAddress());
            assertThat(streams.add(stream, new TcpChannel(channel))).isTrue();
        }

        @Override
        public void close() throws IOException {
            streams.close(true);
            own.close();
            server.close();
        }
    }

    private static StreamSupervisor supervisor(ControlSender control,
            @Nullable DataChannelOpener opener) {
        Splitter splitter = new Splitter(BufferPool.SHARED, 1024, 16, 16, limit -> {},
                System::nanoTime);
        Merger merger = new Merger(BufferPool.SHARED, 16, 16, limit -> {});
        DataStreams streams = new DataStreams(splitter, merger, control, stream -> {}, cause -> {});
        return supervisor(streams, control, splitter, AGREED, opener);
    }

    private static StreamSupervisor supervisor(
            DataStreams streams,
            ControlSender control,
            Splitter splitter,
            SessionParameters agreed,
            @Nullable DataChannelOpener opener) {
        KeepAlive keepAlive = new KeepAlive(SessionTimeouts.DEFAULTS,
                new RttEstimator(Duration.ZERO), System.nanoTime());
        return new StreamSupervisor(streams, splitter, control, keepAlive, SessionTimeouts.DEFAULTS,
                opener,
                agreed,
                agreed.maxStreams(), cause -> {});
    }

    private interface Task {
        void run() throws Exception;
    }

    private static FutureTask<Void> beside(Task task) {
        return Transfer.inBackground(() -> {
            task.run();
            return null;
        });
    }
}
