package org.gridtorrent.ptcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.gridtorrent.ptcp.handshake.Preamble;
import org.gridtorrent.ptcp.net.WireFormat;
import org.gridtorrent.ptcp.session.ControlFrame;
import org.gridtorrent.ptcp.session.SessionTimeouts;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Streams that are opened and retired while data flows in both directions. */
class StreamCountChangeTest {
    private static final long LENGTH = 12L * Transfer.VOLUME;
    private static final int CHANGES_IN_BUILD = 40;
    private static final int CHANGES = TestScale.of("ptcp.changes", CHANGES_IN_BUILD, 1000);

    @RegisterExtension
    static final TimeLimit LIMIT = TimeLimit.scaled(
            Duration.ofMinutes(1), CHANGES, CHANGES_IN_BUILD);

    private static final Duration CHECK_INTERVAL = Duration.ofMillis(1);

    /** The pause before opening a stream doubles six times. */
    private static final Duration MAX_JOIN_PAUSE = CHECK_INTERVAL.multipliedBy(64);

    /** Most bytes that arrive from one change to the next. */
    private static final int MAX_BETWEEN_CHANGES = 1 << 20;

    /** A PING at each check, because the peer sends nothing on the control channel. */
    private static final SessionTimeouts PING_AT_EACH_CHECK = new SessionTimeouts(
            Duration.ofMillis(1),
            Duration.ofSeconds(90), Duration.ofSeconds(5), Duration.ofSeconds(30),
            Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofMillis(10));

    /** Transfers in both directions, to be compared at the end. */
    private record Transfers(
            FutureTask<Transfer> sentUp, FutureTask<Transfer> sentDown, FutureTask<Transfer> up,
            FutureTask<Transfer> down, AtomicLong readUp) {
        static Transfers begin(PTCPSocket client, PTCPSocket accepted, BooleanSupplier over) {
            AtomicLong readUp = new AtomicLong();
            return new Transfers(Transfer.inBackground(() -> sendAndEnd(client, over)),
                    Transfer.inBackground(() -> sendAndEnd(accepted, over)),
                    Transfer.inBackground(
                            () -> Transfer.receive(accepted.getInputStream(), 2, readUp::set)),
                    Transfer.inBackground(() -> Transfer.receive(client.getInputStream(), 3)),
                    readUp);
        }

        private static Transfer sendAndEnd(PTCPSocket socket, BooleanSupplier over)
                throws IOException {
            Transfer flow = Transfer.sendUntil(socket.getOutputStream(), over, LENGTH, 1);
            socket.shutdownOutput();
            return flow;
        }

        void awaitProgress(int bytes) {
            long next = readUp.get() + bytes;
            await().atMost(Duration.ofSeconds(20)).until(() -> readUp.get() >= next);
        }

        void assertWhole() throws Exception {
            assertThat(up.get()).isEqualTo(sentUp.get());
            assertThat(down.get()).isEqualTo(sentDown.get());
        }
    }

    @Test
    void setStreams_atRandomFromBothSides_costsNoByte_andSettles() throws Exception {
        Random random = new Random(TestScale.seed("ptcp.seed"));
        AtomicBoolean changed = new AtomicBoolean();
        try (SocketPair pair = SocketPair.connected(
                PTCPOptions.DEFAULTS.withTunedStreams(2, 32))) {
            Transfers transfers = Transfers.begin(
                    pair.client(), pair.accepted(), changed::get);
            for (int i = 0; i < CHANGES; i++) {
                PTCPSocket side = random.nextBoolean() ? pair.client() : pair.accepted();
                side.setStreams(1 + random.nextInt(32));
                transfers.awaitProgress(random.nextInt(MAX_BETWEEN_CHANGES));
            }
            changed.set(true);
            transfers.assertWhole();
            pair.client().setStreams(5);
            awaitChannels(pair.client(), 5);
            awaitChannels(pair.accepted(), 5);
            assertThat(pair.client().statistics().lostStreams()).isZero();
            assertThat(pair.accepted().statistics().lostStreams()).isZero();
        }
    }

    @Test
    void requestOfTheAcceptingSide_isGrantedUntilTheOtherSideFixesTheCount() throws Exception {
        try (SocketPair pair = SocketPair.connected(
                PTCPOptions.DEFAULTS.withTunedStreams(2, 32),
                SocketPair.withCheckInterval(SessionTimeouts.DEFAULTS, CHECK_INTERVAL))) {
            pair.accepted().setStreams(12);
            awaitChannels(pair.client(), 12);
            awaitChannels(pair.accepted(), 12);
            pair.client().setStreams(3);
            awaitChannels(pair.client(), 3);
            awaitChannels(pair.accepted(), 3);
            pair.accepted().setStreams(9);
            Transfers.begin(pair.client(), pair.accepted(), () -> true).assertWhole();
            // The retired streams carried nothing, so the next one would be opened after a pause.
            await().during(MAX_JOIN_PAUSE.multipliedBy(2)).atMost(Duration.ofSeconds(5))
                    .until(() -> pair.client().streams() == 3);
        }
    }

    @Test
    void defaultOptions_whichTuneThemselves_costNoByte() throws Exception {
        try (SocketPair pair = SocketPair.connected(PTCPOptions.DEFAULTS)) {
            Transfers.begin(pair.client(), pair.accepted(), () -> true).assertWhole();
        }
    }

    /** RETIRE may reach the peer on the control channel before the JOIN of its stream. */
    @Test
    void streamsRetiredBeforeTheyWereAdmitted_areClosedAtBothEnds() throws Exception {
        try (PTCPServerSocket server = SocketPair.listening(PTCPOptions.DEFAULTS);
                Relay relay = new Relay(SocketPair.addressOf(server), line -> {
                    if (line.stream() >= 1) {
                        line.speed(0);
                    }
                });
                PTCPSocket client = new PTCPSocket(PTCPOptions.DEFAULTS.withStreams(1))) {
            client.connect(relay.address(), SocketPair.TIMEOUT_MILLIS);
            try (PTCPSocket accepted = (PTCPSocket) server.accept()) {
                client.setStreams(4);
                awaitChannels(client, 4);
                await().until(() -> relay.dataLines().size() == 4);
                long sentBefore = relay.controlLine().passedBytes();
                client.setStreams(1);
                // Three RETIREs for streams whose JOIN the relay holds back.
                await().until(() -> relay.controlLine().passedBytes() >= sentBefore
                        + 3 * ControlFrame.LENGTH);
                List<Relay.Line> late = relay.dataLines().stream()
                        .filter(line -> line.stream() >= 1).toList();
                assertThat(late).hasSize(3);
                assertThat(late).allMatch(line -> line.passedBytes() == 0);
                late.forEach(line -> line.speed(Long.MAX_VALUE));
                await().atMost(Duration.ofSeconds(20)).untilAsserted(
                        () -> assertThat(late).allMatch(Relay.Line::hasEnded));
                assertThat(late).allMatch(line -> line.passedBytes() == Preamble.LENGTH);
                awaitChannels(client, 1);
                awaitChannels(accepted, 1);
                assertThat(client.statistics().lostStreams()).isZero();
                assertThat(accepted.statistics().lostStreams()).isZero();
            }
        }
    }

    @Test
    void sideThatOnlyReads_requestsNoStreams() throws Exception {
        try (PTCPServerSocket server = new PTCPServerSocket(
                PTCPOptions.DEFAULTS, PING_AT_EACH_CHECK, WireFormat.HANDSHAKE_DEADLINE)) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (RawSession raw = RawSession.connect(SocketPair.addressOf(server), 2, 32);
                    PTCPSocket accepted = (PTCPSocket) server.accept()) {
                await().until(() -> accepted.streams() == 2);
                for (int checks = 0; checks < 15; checks++) {
                    awaitCheck(raw);
                    raw.data().get(checks % 2).write(RawSession.frame(1, 1000, checks, 1000));
                    assertThat(accepted.getInputStream().readNBytes(1000)).hasSize(1000);
                }
                assertThat(accepted.streams()).isEqualTo(2);
            }
        }
    }

    private static void awaitCheck(RawSession raw) throws IOException {
        ControlFrame frame;
        do {
            frame = raw.readControlFrame();
            assertThat(frame.type()).isNotEqualTo(ControlFrame.Type.STREAMS);
        } while (frame.type() != ControlFrame.Type.PING);
    }

    private static void awaitChannels(PTCPSocket socket, int count) {
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            assertThat(socket.requireConnected().dataChannels()).hasSize(count);
            assertThat(socket.streams()).isEqualTo(count);
        });
    }
}
