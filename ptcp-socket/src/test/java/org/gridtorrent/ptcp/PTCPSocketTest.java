package org.gridtorrent.ptcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.gridtorrent.ptcp.net.WireFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PTCPSocketTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 16})
    void carriesBothDirectionsAtOnce(int streams) throws Exception {
        long length = 12L * Transfer.VOLUME;
        try (SocketPair pair = SocketPair.connected(streams)) {
            FutureTask<Transfer> up = Transfer
                    .inBackground(() -> sendAndShut(pair.client(), length, 1));
            FutureTask<Transfer> down = Transfer
                    .inBackground(() -> sendAndShut(pair.accepted(), length, 2));
            FutureTask<Transfer> upRead = Transfer
                    .inBackground(() -> Transfer.receive(pair.accepted().getInputStream(), 3));
            Transfer downRead = Transfer.receive(pair.client().getInputStream(), 4);
            assertThat(upRead.get()).isEqualTo(up.get());
            assertThat(downRead).isEqualTo(down.get());
            assertThat(pair.accepted().streams()).isEqualTo(streams);
        }
    }

    private static Transfer sendAndShut(Socket socket, long length, long seed) throws IOException {
        Transfer flow = Transfer.send(socket.getOutputStream(), length, seed);
        socket.shutdownOutput();
        return flow;
    }

    @Test
    void close_afterWriting_deliversEverything() throws Exception {
        try (SocketPair pair = SocketPair.connected(4)) {
            FutureTask<Transfer> sent = Transfer.inBackground(() -> {
                try (Socket socket = pair.client()) {
                    return Transfer.send(socket.getOutputStream(), 12L * Transfer.VOLUME, 5);
                }
            });
            assertThat(Transfer.receive(pair.accepted().getInputStream(), 6)).isEqualTo(sent.get());
        }
    }

    @Test
    void shutdownOutput_leavesTheOtherDirectionOpen() throws Exception {
        try (SocketPair pair = SocketPair.connected(3)) {
            pair.client().getOutputStream().write("question".getBytes(UTF_8));
            pair.client().shutdownOutput();
            assertThat(pair.accepted().getInputStream().readAllBytes()).asString()
                    .isEqualTo("question");
            pair.accepted().getOutputStream().write("answer".getBytes(UTF_8));
            pair.accepted().close();
            assertThat(pair.client().getInputStream().readAllBytes()).asString()
                    .isEqualTo("answer");
            assertThatThrownBy(() -> pair.client().getOutputStream())
                    .isInstanceOf(SocketException.class);
        }
    }

    @Test
    void read_withTimeout_givesUpAndCanGoOn() throws Exception {
        try (SocketPair pair = SocketPair.connected(2)) {
            pair.client().setSoTimeout(50);
            InputStream in = pair.client().getInputStream();
            assertThatThrownBy(in::read).isInstanceOf(SocketTimeoutException.class);
            pair.client().setSoTimeout(0);
            pair.accepted().getOutputStream().write(42);
            assertThat(in.read()).isEqualTo(42);
        }
    }

    @Test
    void close_fromAnotherThread_endsReadAndWrite() throws Exception {
        try (SocketPair pair = SocketPair.connected(2)) {
            FutureTask<Integer> read = Transfer
                    .inBackground(() -> pair.client().getInputStream().read());
            FutureTask<Transfer> write = Transfer.inBackground(
                    () -> Transfer.send(pair.client().getOutputStream(), Long.MAX_VALUE, 7));
            assertThatThrownBy(() -> read.get(50, TimeUnit.MILLISECONDS))
                    .isInstanceOf(TimeoutException.class);
            pair.client().close();
            assertThatThrownBy(read::get).hasCauseInstanceOf(SocketException.class);
            assertThatThrownBy(write::get).hasCauseInstanceOf(SocketException.class);
            assertThatThrownBy(() -> pair.client().getInputStream())
                    .isInstanceOf(SocketException.class);
        }
    }

    @Test
    void interrupt_ofAVirtualThread_closesTheSocket() throws Exception {
        try (SocketPair pair = SocketPair.connected(2)) {
            FutureTask<Integer> read = new FutureTask<>(
                    () -> pair.client().getInputStream().read());
            Thread reader = Thread.ofVirtual().start(read);
            reader.interrupt();
            assertThatThrownBy(read::get).hasCauseInstanceOf(SocketException.class);
            assertThat(pair.client().isClosed()).isTrue();
            assertThat(pair.accepted().getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void close_whileThePeerDoesNotRead_deliversInTheBackground() throws Exception {
        try (SocketPair pair = SocketPair.connected(
                PTCPOptions.DEFAULTS.withStreams(2).withReceiveLimit(1 << 20))) {
            byte[] more = new byte[20 * WireFormat.PAYLOAD_LENGTH];
            pair.client().getOutputStream().write(more);
            pair.client().close();
            assertThat(pair.accepted().getInputStream().readAllBytes()).isEqualTo(more);
        }
    }

    @Test
    void close_withLingerZero_resetsThePeer() throws Exception {
        try (SocketPair pair = SocketPair.connected(
                PTCPOptions.DEFAULTS.withStreams(2).withReceiveLimit(1 << 20))) {
            pair.client().getOutputStream().write(new byte[20 * WireFormat.PAYLOAD_LENGTH]);
            pair.client().setSoLinger(true, 0);
            pair.client().close();
            assertThatThrownBy(() -> pair.accepted().getInputStream().readAllBytes())
                    .isInstanceOf(SocketException.class);
        }
    }

    @Test
    void shutdownInput_letsThePeerWriteOn() throws Exception {
        try (SocketPair pair = SocketPair.connected(
                PTCPOptions.DEFAULTS.withStreams(2).withReceiveLimit(1 << 20))) {
            pair.client().shutdownInput();
            pair.accepted().getOutputStream().write(new byte[100 * WireFormat.PAYLOAD_LENGTH]);
            pair.accepted().shutdownOutput();
            pair.client().getOutputStream().write(7);
            assertThat(pair.accepted().getInputStream().read()).isEqualTo(7);
        }
    }

    @Test
    void smallWrites_withoutAReader_areGathered() throws Exception {
        try (SocketPair pair = SocketPair.connected(
                PTCPOptions.DEFAULTS.withStreams(2).withReceiveLimit(1 << 20))) {
            for (int i = 0; i < 10_000; i++) {
                pair.client().getOutputStream().write(new byte[17]);
            }
            pair.client().shutdownOutput();
            assertThat(pair.accepted().getInputStream().readAllBytes()).hasSize(170_000);
        }
    }

    @Test
    void write_toAPeerThatClosed_fails() throws Exception {
        try (SocketPair pair = SocketPair.connected(2)) {
            pair.accepted().close();
            assertThatThrownBy(
                    () -> Transfer.send(pair.client().getOutputStream(), Long.MAX_VALUE, 8))
                    .isInstanceOf(SocketException.class);
            assertThat(pair.client().getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void connect_toASilentServer_timesOut() throws Exception {
        try (ServerSocket plain = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                PTCPSocket socket = new PTCPSocket()) {
            assertThatThrownBy(() -> socket.connect(SocketPair.addressOf(plain), 200))
                    .isInstanceOf(SocketTimeoutException.class)
                    .hasMessageContaining("PTCP server")
                    // This side has ended the connection.
                    .satisfies(e -> assertThat(e).hasCauseInstanceOf(ClosedChannelException.class));
            assertThat(socket.isClosed()).isTrue();
        }
    }

    @Test
    void connect_toAServerOfAnotherProtocol_failsAndSaysSo() throws Exception {
        try (ServerSocket plain = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                PTCPSocket socket = new PTCPSocket()) {
            Thread.ofVirtual().start(() -> answerAll(plain));
            assertThatThrownBy(() -> socket.connect(SocketPair.addressOf(plain), 5000))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("not a PTCP server");
        }
    }

    private static void answerAll(ServerSocket server) {
        try {
            while (true) {
                try (Socket socket = server.accept()) {
                    socket.getOutputStream().write("220 ftp.example ready\r\n".getBytes(UTF_8));
                    socket.getInputStream().read();
                }
            }
        } catch (IOException e) {
            // The test is over.
        }
    }

    @Test
    void connect_toNobody_isRefused() throws Exception {
        int port;
        try (ServerSocket gone = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            port = gone.getLocalPort();
        }
        try (PTCPSocket socket = new PTCPSocket()) {
            assertThatThrownBy(() -> socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 5000))
                    .isInstanceOf(ConnectException.class);
        }
    }

    @Test
    void options_applyToEachStream() throws Exception {
        try (SocketPair pair = SocketPair.connected(2)) {
            PTCPSocket socket = pair.client();
            assertThat(socket.getTcpNoDelay()).isTrue();
            socket.setTcpNoDelay(false);
            assertThat(socket.getTcpNoDelay()).isFalse();
            socket.setSendBufferSize(100_000);
            assertThat(socket.getSendBufferSize()).isGreaterThanOrEqualTo(100_000);
            assertThat(socket.getRemoteSocketAddress())
                    .isEqualTo(SocketPair.addressOf(pair.server()));
            assertThat(socket.getLocalAddress()).isEqualTo(InetAddress.getLoopbackAddress());
            assertThat(pair.accepted().getPort()).isEqualTo(socket.getLocalPort());
            assertThatThrownBy(() -> socket.sendUrgentData(1)).isInstanceOf(SocketException.class);
        }
    }
}
