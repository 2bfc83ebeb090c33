package org.gridtorrent.ptcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Random;
import java.util.stream.Stream;
import org.gridtorrent.ptcp.handshake.HandshakeToken;
import org.gridtorrent.ptcp.handshake.Preamble;
import org.gridtorrent.ptcp.net.Channel;
import org.gridtorrent.ptcp.net.WireFormat;
import org.gridtorrent.ptcp.session.SessionTimeouts;
import org.gridtorrent.testing.TestScale;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Peers that break the protocol: each ends its own session and nothing else. */
@NullUnmarked
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostilePeerTest {
    private static final int RECEIVE_LIMIT = 1 << 20;

    /** Sub-packets that the limit holds. */
    private static final int WINDOW = RECEIVE_LIMIT / WireFormat.PAYLOAD_LENGTH;

    private static PTCPServerSocket server;

    @BeforeAll
    static void listen() throws IOException {
        server = SocketPair.listening(PTCPOptions.DEFAULTS.withReceiveLimit(RECEIVE_LIMIT));
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    static Stream<Arguments> badFramesOnDataChannel() {
        return Stream.of(
                Arguments.of("unknown type", RawSession.frame(99, 0, 0, 0)),
                Arguments.of("type 0", RawSession.frame(0, 0, 0, 0)),
                Arguments.of("WINDOW on a data channel", RawSession.frame(16, 0, 0, 0)),
                Arguments.of("END on a data channel", RawSession.frame(17, 0, 0, 0)),
                Arguments.of("empty DATA", RawSession.frame(1, 0, 0, 0)),
                Arguments.of("DATA too long",
                        RawSession.frame(1, WireFormat.PAYLOAD_LENGTH + 1, 0, 0)),
                Arguments.of("DATA of 16 MiB", RawSession.frame(1, 0xFFFFFF, 0, 0)),
                Arguments.of("beyond the window", RawSession.frame(1, 1, WINDOW, 1)),
                Arguments.of("far beyond the window", RawSession.frame(1, 1, Long.MAX_VALUE, 1)),
                Arguments.of("negative number", RawSession.frame(1, 1, -1, 1)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badFramesOnDataChannel")
    void badFrame_onDataChannel_breaksTheSession(String name, ByteBuffer bytes) throws Exception {
        try (RawSession raw = connect();
                PTCPSocket accepted = accept()) {
            raw.data().get(1).write(bytes);
            assertBroken(raw, accepted);
        }
    }

    static Stream<Arguments> badFramesOnControlChannel() {
        return Stream.of(
                Arguments.of("unknown type", RawSession.frame(3, 0, 0, 0)),
                Arguments.of("DATA", RawSession.frame(1, 1, 0, 1)),
                Arguments.of("type 0", RawSession.frame(0, 0, 0, 0)),
                Arguments.of("WINDOW of a stream", RawSession.frame(16, 1, 20, 0)),
                Arguments.of("CLOSE with a number", RawSession.frame(18, 0, 1, 0)),
                Arguments.of("ACK of what was never sent", RawSession.frame(19, 1, 20, 0)),
                Arguments.of("DROP with a number", RawSession.frame(23, 1, 1, 0)),
                Arguments.of("negative WINDOW", RawSession.frame(16, 0, -5, 0)),
                Arguments.of("two ENDs", twice(RawSession.frame(17, 0, 9, 0))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badFramesOnControlChannel")
    void badFrame_onControlChannel_breaksTheSession(String name, ByteBuffer bytes)
            throws Exception {
        try (RawSession raw = connect();
                PTCPSocket accepted = accept()) {
            raw.control().write(bytes);
            assertBroken(raw, accepted);
        }
    }

    @Test
    void theSameSubPacketTwice_isReadOnce() throws Exception {
        try (RawSession raw = connect();
                PTCPSocket accepted = accept()) {
            for (SocketChannel channel : raw.data()) {
                channel.write(RawSession.frame(1, 1, 0, 1));
                channel.write(RawSession.frame(1, 1, 1, 1));
            }
            raw.control().write(RawSession.frame(17, 0, 2, 0));
            assertThat(accepted.getInputStream().readAllBytes()).hasSize(2);
        }
    }

    @Test
    void endBelowReceivedNumber_breaksTheSession() throws Exception {
        try (RawSession raw = connect();
                PTCPSocket accepted = accept()) {
            raw.data().get(0).write(RawSession.frame(1, 1, 0, 1));
            assertThat(accepted.getInputStream().read()).isZero();
            raw.control().write(RawSession.frame(17, 0, 0, 0));
            assertBroken(raw, accepted);
        }
    }

    @Test
    void cutInTheMiddleOfASubPacket_isNeverAnEnd() throws Exception {
        try (RawSession raw = connect();
                PTCPSocket accepted = accept()) {
            raw.data().get(0).write(RawSession.frame(1, 1000, 0, 10));
            raw.data().get(0).close();
            raw.data().get(1).write(RawSession.frame(1, 1000, 0, 1000));
            raw.control().write(RawSession.frame(17, 0, 1, 0));
            assertThat(accepted.getInputStream().readAllBytes()).hasSize(1000);
        }
    }

    @Test
    void endOfTheControlChannel_withSubPacketsMissing_breaksTheSession() throws Exception {
        try (RawSession raw = connect();
                PTCPSocket accepted = accept()) {
            raw.control().write(RawSession.frame(17, 0, 1, 0));
            raw.control().write(RawSession.frame(18, 0, 0, 0));
            raw.control().shutdownOutput();
            assertBroken(raw, accepted);
        }
    }

    @Test
    void garbage_onAnyChannel_breaksTheSession() throws Exception {
        Random random = new Random(TestScale.seed("ptcp.seed"));
        for (int round = 0; round < 50; round++) {
            byte[] garbage = new byte[500];
            random.nextBytes(garbage);
            garbage[0] |= (byte) 0x80;
            try (RawSession raw = connect();
                    PTCPSocket accepted = accept()) {
                SocketChannel victim = random.nextBoolean()
                        ? raw.control()
                        : raw.data().get(random.nextInt(3));
                victim.write(ByteBuffer.wrap(garbage));
                assertBroken(raw, accepted);
            }
        }
    }

    @Test
    void openThatIsResetAtOnce_leavesNoDataChannelBehind() throws Exception {
        try (PTCPServerSocket shortStallLimit = new PTCPServerSocket(
                PTCPOptions.DEFAULTS, SessionTimeouts.DEFAULTS, Duration.ofMillis(300))) {
            shortStallLimit.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            shortStallLimit.setSoTimeout(50);
            for (int round = 0; round < 8; round++) {
                joinAndReset(shortStallLimit);
            }
        }
    }

    private static void joinAndReset(PTCPServerSocket shortStallLimit) throws IOException {
        HandshakeToken session = HandshakeToken.random(Preamble.SESSION_LENGTH);
        HandshakeToken secret = HandshakeToken.random(Preamble.SECRET_LENGTH);
        var join = Preamble.Join.of(0, session, secret).encode();
        var open = RawSession.open(1, session, secret).encode();
        try (SocketChannel data = RawSession.send(SocketPair.addressOf(shortStallLimit), join)) {
            Channel.close(RawSession.send(SocketPair.addressOf(shortStallLimit), open), true);
            acceptIfAny(shortStallLimit);
            data.socket().setSoTimeout(SocketPair.TIMEOUT_MILLIS);
            assertThat(endsOrBreaks(data.socket().getInputStream())).isTrue();
        }
    }

    private static boolean endsOrBreaks(InputStream in) throws IOException {
        try {
            return in.read() < 0;
        } catch (SocketException e) {
            return true;
        }
    }

    /** The server may notice the reset before or after it opens the session. */
    private static void acceptIfAny(PTCPServerSocket shortStallLimit) throws IOException {
        try (var accepted = shortStallLimit.accept()) {
            assertThat(accepted.isConnected()).isTrue();
        } catch (SocketTimeoutException e) {
            // The reset came first.
        }
    }

    /** With all data channels joined: a late one would just be closed. */
    private static PTCPSocket accept() throws IOException {
        PTCPSocket accepted = (PTCPSocket) server.accept();
        await().until(() -> accepted.streams() == 3);
        return accepted;
    }

    private static RawSession connect() throws IOException {
        return RawSession.connect(SocketPair.addressOf(server), 3);
    }

    private static void assertBroken(RawSession raw, PTCPSocket accepted) throws IOException {
        InputStream in = accepted.getInputStream();
        assertThatThrownBy(in::readAllBytes).isInstanceOf(SocketException.class)
                .hasMessageContaining("PTCP");
        for (SocketChannel channel : raw.data()) {
            assertThatThrownBy(() -> readToTheEnd(channel)).isInstanceOf(IOException.class);
        }
    }

    /** A reset is an exception; an orderly end would not be. */
    private static void readToTheEnd(SocketChannel channel) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(100);
        while (channel.read(buffer.clear()) >= 0) {
            assertThat(buffer.position()).isPositive();
        }
    }

    private static ByteBuffer twice(ByteBuffer frame) {
        return ByteBuffer.allocate(2 * frame.limit()).put(frame.duplicate()).put(frame).flip();
    }
}
