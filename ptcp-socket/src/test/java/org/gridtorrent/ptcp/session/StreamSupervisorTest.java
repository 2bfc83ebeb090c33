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

/** What the side that accepts wishes for, as its peer reads it, and when it looks around. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StreamSupervisorTest {
    private static final SessionParameters TERMS = new SessionParameters(
            2, 32, 64, WireFormat.PAYLOAD_LENGTH, Duration.ZERO);

    @Test
    void aWishThatIsNotGranted_isNoReasonToLookOften() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
                SocketChannel own = SocketChannel.open(server.getLocalSocketAddress());
                var peer = server.accept()) {
            ControlSender control = new ControlSender(new TcpChannel(own),
                    new RttEstimator(Duration.ZERO));
            StreamSupervisor supervisor = supervisor(control, null);
            FutureTask<Void> supervising = beside(supervisor::run);
            FutureTask<Void> controlling = beside(control::run);
            supervisor.fix(9);
            ByteBuffer wish = ByteBuffer.wrap(
                    peer.getInputStream().readNBytes(ControlFrame.LENGTH));
            assertThat(ControlFrame.decode(wish))
                    .isEqualTo(new ControlFrame(ControlFrame.Type.STREAMS, 0, 9));
            assertThat(supervisor.isUnfinished()).isFalse();
            supervisor.stop();
            supervising.get();
            control.stop();
            controlling.get();
        }
    }

    @Test
    void theSideThatConnects_looksOftenUntilItsStreamsAreThere() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
                SocketChannel own = SocketChannel.open(server.getLocalSocketAddress())) {
            StreamSupervisor supervisor = supervisor(
                    new ControlSender(new TcpChannel(own),
                            new RttEstimator(Duration.ZERO)),
                    (stream, timeout) -> {
                        throw new IOException("no way");
                    });
            assertThat(supervisor.isUnfinished()).isTrue();
        }
    }

    /** They are there a moment before the supervisor hears that they have come. */
    @Test
    void streamsThatHaveJustCome_areNotRetired() throws Exception {
        try (Line line = new Line()) {
            StreamSupervisor supervisor = supervisor(line.streams, line.control, line.splitter,
                    TERMS,
                    (stream, timeout) -> {
                        throw new IOException("no way");
                    });
            line.add(0);
            line.add(1);
            supervisor.look(System.nanoTime());
            assertThat(line.streams.working()).hasSize(2);
        }
    }

    @Test
    void thePeerIsAskedForNoMoreStreamsThanItTakes_thoseThatRetireCounted() throws Exception {
        try (Line line = new Line()) {
            BlockingQueue<Integer> thereWhenAsked = new LinkedBlockingQueue<>();
            SessionParameters two = new SessionParameters(2, 2, 64, WireFormat.PAYLOAD_LENGTH,
                    Duration.ZERO);
            StreamSupervisor supervisor = supervisor(line.streams, line.control, line.splitter, two,
                    (stream, timeout) -> {
                        thereWhenAsked.add(line.streams.all().size());
                        throw new IOException("no way");
                    });
            for (int i = 0; i < 2; i++) {
                line.add(i);
                supervisor.joined(true);
            }
            supervisor.fix(1);
            supervisor.look(System.nanoTime());
            assertThat(line.streams.working()).hasSize(1);
            supervisor.fix(2);
            supervisor.look(System.nanoTime());
            line.streams.retiredByPeer(1);
            supervisor.look(System.nanoTime());
            supervisor.look(System.nanoTime());
            assertThat(thereWhenAsked.poll(20, TimeUnit.SECONDS)).isEqualTo(1);
        }
    }

    /** Streams over one connection, to a peer that says nothing. */
    private static final class Line implements AutoCloseable {
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

        Line() throws IOException {}

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
        return supervisor(streams, control, splitter, TERMS, opener);
    }

    private static StreamSupervisor supervisor(
            DataStreams streams,
            ControlSender control,
            Splitter splitter,
            SessionParameters terms,
            @Nullable DataChannelOpener opener) {
        KeepAlive keepAlive = new KeepAlive(SessionTimeouts.DEFAULTS,
                new RttEstimator(Duration.ZERO), System.nanoTime());
        return new StreamSupervisor(streams, splitter, control, keepAlive, SessionTimeouts.DEFAULTS,
                opener,
                terms,
                terms.maxStreams(), cause -> {});
    }

    private interface Task {
        void run() throws Exception;
    }

    private static FutureTask<Void> beside(Task task) {
        return Transfer.beside(() -> {
            task.run();
            return null;
        });
    }
}
