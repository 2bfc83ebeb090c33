package org.gridtorrent.ptcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.gridtorrent.ptcp.session.SessionTimeouts;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Connections that the kernel kills or a packet filter drops, at every stage of a session.
 *
 * <p>When data channels die, no byte is lost or duplicated, and the order is kept.
 */
@Timeout(value = 40, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KilledChannelTest {
    private static final int STREAMS = 4;

    /** Bytes that a sender has written long before its peer has them. */
    private static final long LENGTH = 24L << 20;

    /** Bytes that are sent after the fault. */
    private static final long MORE = 2L * Transfer.VOLUME;

    /** Bytes that a writer can write while nobody reads, even if its sub-packets are half empty. */
    private static final long UNREAD_LENGTH = 3L << 19;

    private static final SessionTimeouts SHORT_STALL_LIMIT = shortStallLimit(
            Duration.ofSeconds(10));

    /** A silent control channel is lost soon. */
    private static final SessionTimeouts SHORT_LOSS_LIMIT = shortStallLimit(Duration.ofSeconds(1));

    private static SessionTimeouts shortStallLimit(Duration lostAfter) {
        return new SessionTimeouts(Duration.ofMillis(100), lostAfter, Duration.ofMillis(250),
                Duration.ofSeconds(20), Duration.ofSeconds(2), Duration.ofSeconds(20),
                Duration.ofMillis(5));
    }

    private static final long SEED = TestScale.seed("ptcp.seed");

    private SplittableRandom random = random("");
    private final AtomicBoolean struck = new AtomicBoolean();

    /** Random numbers of one case. */
    private static SplittableRandom random(String name) {
        return new SplittableRandom(SEED + name.hashCode());
    }

    /** Data channels that die. */
    enum Victims {
        EACH_IN_TURN,
        ALL_BUT_ONE,
        ALL
    }

    /** Stage at which they die. */
    enum Stage {
        JUST_JOINED(true, true),
        IDLE(true, true),
        UP(true, false),
        DOWN(false, true),
        BOTH(true, true),
        WHILE_THE_SENDER_SHUTS_DOWN(true, true),
        AFTER_THE_END_WAS_SAID(true, false),
        CLOSING(true, false),
        RETIRING(true, true);

        private final boolean up;
        private final boolean down;

        Stage(boolean up, boolean down) {
            this.up = up;
            this.down = down;
        }

        boolean isBeforeData() {
            return this == JUST_JOINED || this == IDLE;
        }
    }

    static Stream<Arguments> everyStageAndVictims() {
        return Stream.of(Stage.values()).flatMap(stage -> Stream.of(Victims.values())
                .map(victims -> Arguments.of(stage, victims)));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("everyStageAndVictims")
    void killedDataChannels_costNoByte(Stage stage, Victims victims) throws Exception {
        TcpFaults.requireKilling();
        random = random(stage.name() + victims);
        try (SocketPair pair = SocketPair.connected(STREAMS)) {
            if (stage != Stage.JUST_JOINED) {
                awaitStreams(pair, STREAMS);
            }
            if (stage.isBeforeData()) {
                strike(pair, victims);
            }
            FutureTask<Transfer> sentUp = Transfer.inBackground(
                    () -> stage.up ? send(pair.client(), stage) : end(pair.client()));
            FutureTask<Transfer> sentDown = Transfer.inBackground(
                    () -> stage.down ? send(pair.accepted(), stage) : end(pair.accepted()));
            if (stage == Stage.AFTER_THE_END_WAS_SAID || stage == Stage.CLOSING) {
                sentUp.get();
                strike(pair, victims);
            }
            FutureTask<Transfer> up = receive(pair.accepted(), 2);
            FutureTask<Transfer> down = stage == Stage.CLOSING
                    ? sentDown
                    : receive(pair.client(), 3);
            strikeDuring(stage, victims, pair, sentUp);
            assertThat(up.get()).isEqualTo(sentUp.get());
            assertThat(down.get()).isEqualTo(sentDown.get());
            if (stage != Stage.CLOSING && stage != Stage.RETIRING) {
                awaitStreams(pair, STREAMS);
            }
        }
    }

    private void strikeDuring(Stage stage, Victims victims, SocketPair pair,
            FutureTask<Transfer> sentUp)
            throws Exception {
        switch (stage) {
            case UP, DOWN, BOTH -> strike(pair, victims);
            case RETIRING -> {
                pair.client().setStreams(1);
                strike(pair, victims);
            }
            case WHILE_THE_SENDER_SHUTS_DOWN -> {
                sentUp.get();
                strike(pair, victims);
            }
            default -> {
                // It was done before.
            }
        }
    }

    /** Ends with a shutdown, or with a close while the peer has not read everything. */
    private Transfer send(PTCPSocket socket, Stage stage) throws IOException {
        OutputStream out = socket.getOutputStream();
        Transfer flow = switch (stage) {
            case AFTER_THE_END_WAS_SAID, CLOSING -> Transfer.send(out, UNREAD_LENGTH, 1);
            case WHILE_THE_SENDER_SHUTS_DOWN -> Transfer.send(out, LENGTH, 1);
            default -> Transfer.sendUntil(out, struck::get, MORE, 1);
        };
        if (stage == Stage.CLOSING) {
            socket.close();
        } else {
            socket.shutdownOutput();
        }
        return flow;
    }

    private static Transfer end(PTCPSocket socket) throws IOException {
        Transfer flow = Transfer.send(socket.getOutputStream(), 0, 1);
        socket.shutdownOutput();
        return flow;
    }

    private static FutureTask<Transfer> receive(PTCPSocket socket, long seed) {
        return Transfer.inBackground(() -> Transfer.receive(socket.getInputStream(), seed));
    }

    /** Kills at a random side; the kernel resets the other one. */
    private void strike(SocketPair pair, Victims victims) throws IOException {
        boolean atClient = pair.client().isClosed() ? false : random.nextBoolean();
        List<TcpFaults.Ports> ports = TcpFaults.portsOf((atClient ? pair.client() : pair.accepted())
                .requireConnected().dataChannels());
        switch (victims) {
            case ALL -> TcpFaults.kill(ports);
            case ALL_BUT_ONE ->
                TcpFaults.kill(ports.subList(Math.min(1, ports.size()), ports.size()));
            case EACH_IN_TURN -> {
                for (TcpFaults.Ports one : ports) {
                    TcpFaults.kill(List.of(one));
                }
            }
        }
        struck.set(true);
    }

    @Test
    void channelsKilledWhileTheyJoin_comeAgain() throws Exception {
        TcpFaults.requireKilling();
        try (SocketPair pair = SocketPair.connected(1)) {
            FutureTask<Transfer> sent = Transfer.inBackground(() -> send(pair.client(), Stage.UP));
            FutureTask<Transfer> received = receive(pair.accepted(), 2);
            pair.client().setStreams(16);
            for (int i = 0; i < 5; i++) {
                TcpFaults.killAllTo(pair.server().getLocalPort(), pair.client().getLocalPort());
            }
            struck.set(true);
            assertThat(received.get()).isEqualTo(sent.get());
            awaitStreams(pair, 16);
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"JUST_JOINED", "IDLE", "BOTH"})
    void killedControlChannel_isAnExceptionAtBothEnds(Stage stage) throws Exception {
        TcpFaults.requireKilling();
        random = random(stage.name());
        try (SocketPair pair = SocketPair.connected(STREAMS)) {
            FutureTask<Transfer> up = Transfer
                    .inBackground(() -> Transfer.send(pair.client().getOutputStream(),
                            stage == Stage.BOTH ? Long.MAX_VALUE : 0, 1));
            PTCPSocket victim = random.nextBoolean() ? pair.client() : pair.accepted();
            TcpFaults.kill(TcpFaults.portsOf(List.of(victim.requireConnected().controlChannel())));
            assertBothBreak(pair);
            if (stage == Stage.BOTH) {
                assertThatThrownBy(up::get).hasCauseInstanceOf(SocketException.class);
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(Victims.class)
    void filteredDataChannels_areReplaced_andCostNoByte(Victims victims) throws Exception {
        TcpFaults.requireFiltering();
        try (SocketPair pair = SocketPair.connected(
                PTCPOptions.DEFAULTS.withStreams(STREAMS), SHORT_STALL_LIMIT)) {
            awaitStreams(pair, STREAMS);
            FutureTask<Transfer> sentUp = Transfer
                    .inBackground(() -> send(pair.client(), Stage.BOTH));
            FutureTask<Transfer> sentDown = Transfer
                    .inBackground(() -> send(pair.accepted(), Stage.BOTH));
            FutureTask<Transfer> up = receive(pair.accepted(), 2);
            FutureTask<Transfer> down = receive(pair.client(), 3);
            var ports = TcpFaults.portsOf(pair.client().requireConnected().dataChannels());
            int first = victims == Victims.ALL ? 0 : 1;
            int count = victims == Victims.EACH_IN_TURN ? first + 1 : ports.size();
            try (var _ = TcpFaults.Filter.dropping(ports.subList(first, count))) {
                struck.set(true);
                assertThat(up.get()).isEqualTo(sentUp.get());
                assertThat(down.get()).isEqualTo(sentDown.get());
                awaitStreams(pair, STREAMS);
            }
        }
    }

    @Test
    void rejectedDataChannels_areReplaced_andCostNoByte() throws Exception {
        TcpFaults.requireFiltering();
        try (SocketPair pair = SocketPair.connected(STREAMS)) {
            awaitStreams(pair, STREAMS);
            FutureTask<Transfer> sent = Transfer.inBackground(() -> send(pair.client(), Stage.UP));
            FutureTask<Transfer> received = receive(pair.accepted(), 2);
            var ports = TcpFaults.portsOf(pair.client().requireConnected().dataChannels());
            try (var _ = TcpFaults.Filter.rejecting(ports.subList(1, 3))) {
                struck.set(true);
                assertThat(received.get()).isEqualTo(sent.get());
                awaitStreams(pair, STREAMS);
            }
        }
    }

    @Test
    void filteredControlChannel_isAnExceptionAtBothEnds() throws Exception {
        TcpFaults.requireFiltering();
        try (SocketPair pair = SocketPair.connected(
                PTCPOptions.DEFAULTS.withStreams(STREAMS), SHORT_LOSS_LIMIT)) {
            var control = List.of(pair.client().requireConnected().controlChannel());
            FutureTask<Transfer> sent = Transfer.inBackground(() -> Transfer.send(
                    pair.client().getOutputStream(), Long.MAX_VALUE, 1));
            try (var _ = TcpFaults.Filter.dropping(TcpFaults.portsOf(control))) {
                assertBothBreak(pair);
                assertThatThrownBy(sent::get).hasCauseInstanceOf(SocketException.class);
            }
        }
    }

    @Test
    void rejectedControlChannel_isAnExceptionAtBothEnds() throws Exception {
        TcpFaults.requireFiltering();
        try (SocketPair pair = SocketPair.connected(
                PTCPOptions.DEFAULTS.withStreams(STREAMS), SHORT_LOSS_LIMIT)) {
            var control = List.of(pair.client().requireConnected().controlChannel());
            try (var _ = TcpFaults.Filter.rejecting(TcpFaults.portsOf(control))) {
                assertBothBreak(pair);
            }
        }
    }

    private static void assertBothBreak(SocketPair pair) {
        assertThatThrownBy(() -> pair.client().getInputStream().readAllBytes())
                .isInstanceOf(SocketException.class);
        assertThatThrownBy(() -> Transfer.receive(pair.accepted().getInputStream(), 1))
                .isInstanceOf(SocketException.class);
    }

    private static void awaitStreams(SocketPair pair, int count) {
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            assertThat(pair.client().streams()).isEqualTo(count);
            assertThat(pair.accepted().streams()).isEqualTo(count);
        });
    }
}
