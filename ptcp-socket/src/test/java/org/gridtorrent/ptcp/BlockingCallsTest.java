package org.gridtorrent.ptcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What ends a blocking call: the same for plain sockets and PTCP sockets. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@SuppressWarnings("try") // closing early is the subject
class BlockingCallsTest {
    private static final byte[] MUCH = new byte[32 << 20];

    /** Blocking call in a thread of its own. */
    private record Waiter<T>(FutureTask<T> call, Thread thread) {
        static <T> Waiter<T> start(Thread.Builder builder, Callable<T> action) throws Exception {
            FutureTask<T> call = new FutureTask<>(action);
            Thread thread = builder.start(call);
            // Long enough to begin to wait, unless the machine is busy.
            thread.join(30);
            assertThat(call.isDone()).isFalse();
            return new Waiter<>(call, thread);
        }

        static <T> Waiter<T> virtual(Callable<T> action) throws Exception {
            return start(Thread.ofVirtual(), action);
        }

        static <T> Waiter<T> platform(Callable<T> action) throws Exception {
            return start(Thread.ofPlatform(), action);
        }

        void assertEndsWith(String messagePattern) {
            assertThatThrownBy(call::get).cause()
                    .isInstanceOf(SocketException.class).hasMessageMatching(messagePattern);
        }
    }

    @ParameterizedTest
    @EnumSource(SocketKind.class)
    void interrupt_inAVirtualThread_closesWhatReads(SocketKind kind) throws Exception {
        try (SocketKind.Ends ends = kind.connected()) {
            InputStream in = ends.accepted().getInputStream();
            Waiter<Integer> reader = Waiter.virtual(in::read);
            reader.thread().interrupt();
            reader.assertEndsWith("Closed by interrupt");
            assertThat(ends.accepted().isClosed()).isTrue();
            assertThat(ends.client().getInputStream().read()).isEqualTo(-1);
        }
    }

    /** A plain connection is a JDK channel, which does not count the wait for another reader. */
    @ParameterizedTest
    @EnumSource(value = SocketKind.class, mode = EnumSource.Mode.EXCLUDE, names = "PLAIN_THROUGH_PTCP")
    void soTimeout_endsAReadThatWaitsForAnother(SocketKind kind) throws Exception {
        try (SocketKind.Ends ends = kind.connected()) {
            InputStream in = ends.accepted().getInputStream();
            Waiter<Integer> first = Waiter.platform(in::read);
            ends.accepted().setSoTimeout(20);
            assertThatThrownBy(in::read).isInstanceOf(SocketTimeoutException.class)
                    .hasMessage("Read timed out");
            assertThat(first.call().isDone()).isFalse();
            ends.client().getOutputStream().write(7);
            assertThat(first.call().get()).isEqualTo(7);
        }
    }

    @ParameterizedTest
    @EnumSource(SocketKind.class)
    void interrupt_inAVirtualThread_closesWhatWrites(SocketKind kind) throws Exception {
        try (SocketKind.Ends ends = kind.connected()) {
            Waiter<Object> writer = Waiter.virtual(() -> writeMuch(ends.accepted()));
            writer.thread().interrupt();
            writer.assertEndsWith("Closed by interrupt");
            assertThat(ends.accepted().isClosed()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(SocketKind.class)
    void interrupt_inAPlatformThread_endsNoRead(SocketKind kind) throws Exception {
        try (SocketKind.Ends ends = kind.connected()) {
            InputStream in = ends.accepted().getInputStream();
            Waiter<Boolean> reader = Waiter.platform(
                    () -> in.read() == 7 && Thread.currentThread().isInterrupted());
            reader.thread().interrupt();
            ends.client().getOutputStream().write(7);
            assertThat(reader.call().get()).isTrue();
            assertThat(ends.accepted().isClosed()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(SocketKind.class)
    void interrupt_inAPlatformThread_endsNoWrite(SocketKind kind) throws Exception {
        try (SocketKind.Ends ends = kind.connected()) {
            Waiter<Object> writer = Waiter.platform(() -> writeMuch(ends.accepted()));
            writer.thread().interrupt();
            assertThat(ends.client().getInputStream().readNBytes(MUCH.length)).isEqualTo(MUCH);
            assertThat(writer.call().get()).isEqualTo(true);
        }
    }

    /** Returns whether the thread was interrupted meanwhile. */
    private static boolean writeMuch(Socket socket) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(MUCH);
        return Thread.currentThread().isInterrupted();
    }

    @ParameterizedTest
    @EnumSource(SocketKind.class)
    void interrupt_inAVirtualThread_closesWhatAccepts(SocketKind kind) throws Exception {
        try (ServerSocket server = kind.listening()) {
            Waiter<Socket> acceptor = Waiter.virtual(server::accept);
            acceptor.thread().interrupt();
            acceptor.assertEndsWith("Closed by interrupt");
            assertThat(server.isClosed()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(SocketKind.class)
    void interrupt_inAPlatformThread_endsNoAccept(SocketKind kind) throws Exception {
        try (ServerSocket server = kind.listening(); Socket client = kind.socket()) {
            Waiter<Socket> acceptor = Waiter.platform(server::accept);
            acceptor.thread().interrupt();
            client.connect(SocketPair.addressOf(server));
            client.getOutputStream().write(7);
            try (Socket accepted = acceptor.call().get()) {
                assertThat(accepted.getInputStream().read()).isEqualTo(7);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(SocketKind.class)
    void interrupt_inAVirtualThread_closesWhatConnects(SocketKind kind) throws Exception {
        try (UnresponsiveServer deaf = new UnresponsiveServer(); Socket socket = kind.socket()) {
            Waiter<Object> connector = Waiter.virtual(() -> connect(socket, deaf));
            connector.thread().interrupt();
            connector.assertEndsWith("Closed by interrupt");
            assertThat(socket.isClosed()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(SocketKind.class)
    void interrupt_inAPlatformThread_endsNoConnect(SocketKind kind) throws Exception {
        try (UnresponsiveServer deaf = new UnresponsiveServer(); Socket socket = kind.socket()) {
            Waiter<Boolean> connector = Waiter.platform(() -> {
                assertThatThrownBy(() -> socket.connect(deaf.address(), 1000))
                        .isInstanceOf(SocketTimeoutException.class);
                return Thread.currentThread().isInterrupted();
            });
            connector.thread().interrupt();
            assertThat(connector.call().get()).isTrue();
            assertThat(socket.isClosed()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(SocketKind.class)
    void close_fromAnotherThread_endsReadWriteAcceptAndConnect(SocketKind kind) throws Exception {
        try (SocketKind.Ends ends = kind.connected();
                UnresponsiveServer deaf = new UnresponsiveServer();
                Socket socket = kind.socket()) {
            Socket accepted = ends.accepted();
            Waiter<Integer> reader = Waiter.virtual(() -> accepted.getInputStream().read());
            Waiter<Object> writer = Waiter.virtual(() -> writeMuch(accepted));
            Waiter<Socket> acceptor = Waiter.virtual(ends.server()::accept);
            Waiter<Object> connector = Waiter.virtual(() -> connect(socket, deaf));
            ends.server().close();
            accepted.close();
            socket.close();
            reader.assertEndsWith("Socket closed");
            writer.assertEndsWith("Socket closed");
            acceptor.assertEndsWith("Socket closed");
            // "Socket is closed" if it had not begun to connect, as on a busy machine.
            connector.assertEndsWith("Socket( is)? closed");
        }
    }

    private static Object connect(Socket socket, UnresponsiveServer deaf) throws IOException {
        socket.connect(deaf.address());
        return "connected";
    }

    @ParameterizedTest
    @EnumSource(SocketKind.class)
    void timeout_thatIsSetDuringARead_countsForTheNext(SocketKind kind) throws Exception {
        try (SocketKind.Ends ends = kind.connected()) {
            Socket socket = ends.accepted();
            InputStream in = socket.getInputStream();
            Waiter<Integer> reader = Waiter.virtual(in::read);
            socket.setSoTimeout(1);
            reader.thread().join(30);
            ends.client().getOutputStream().write(7);
            assertThat(reader.call().get()).isEqualTo(7);
            assertThatThrownBy(in::read).isInstanceOf(SocketTimeoutException.class)
                    .hasMessage("Read timed out");
            ends.client().getOutputStream().write(8);
            socket.setSoTimeout(SocketPair.TIMEOUT_MILLIS);
            assertThat(in.read()).isEqualTo(8);
        }
    }

    @ParameterizedTest
    @EnumSource(SocketKind.class)
    void shutdownInput_fromAnotherThread_isTheEndForAReader(SocketKind kind) throws Exception {
        try (SocketKind.Ends ends = kind.connected()) {
            InputStream in = ends.accepted().getInputStream();
            Waiter<Integer> reader = Waiter.virtual(in::read);
            ends.accepted().shutdownInput();
            assertThat(reader.call().get()).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @EnumSource(SocketKind.class)
    void write_toAPeerThatClosed_failsSoonerOrLater(SocketKind kind) throws Exception {
        try (SocketKind.Ends ends = kind.connected()) {
            ends.client().close();
            assertThatThrownBy(() -> {
                while (true) {
                    ends.accepted().getOutputStream().write(1);
                }
            }).isInstanceOf(SocketException.class);
        }
    }
}
