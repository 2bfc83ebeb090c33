package org.gridtorrent.ptcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.gridtorrent.ptcp.session.SessionTimeouts;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Death of channels: costs only speed, unless it is the control channel. */
class ChannelDeathTest {
    /** Factor by which every test sends and kills more. */
    private static final int SOAK = TestScale.of("ptcp.soak", 1, 16);

    @RegisterExtension
    static final TimeLimit LIMIT = TimeLimit.scaled(Duration.ofMinutes(2), SOAK, 1);

    private static final long MEBIBYTE = (1L << 20) * SOAK;
    private static final int KILLS = 60 * SOAK;

    private static long compared;

    /** Senders go on until it is set. */
    private final AtomicBoolean killed = new AtomicBoolean();

    @AfterAll
    static void sayHowMuch() {
        System.out.println("ChannelDeathTest: " + compared / (1 << 20) + " MiB compared");
    }

    private static void requireSame(Transfer received, Transfer sent) {
        assertThat(received).isEqualTo(sent);
        compared += received.length();
    }

    @ParameterizedTest(name = "reset {0}, by the sender {1}")
    @CsvSource({"true,true", "true,false", "false,true", "false,false"})
    void eachOfTheDataChannelsInTurn_costsNoByte(boolean reset, boolean bySender)
            throws Exception {
        int streams = 5;
        try (SocketPair pair = SocketPair.connected(streams)) {
            PTCPSocket victim = bySender ? pair.client() : pair.accepted();
            FutureTask<Transfer> sent = Transfer.inBackground(() -> sendAndEnd(pair.client(), 16));
            FutureTask<Transfer> received = Transfer.inBackground(
                    () -> Transfer.receive(pair.accepted().getInputStream(), 2));
            for (int i = 0; i < streams; i++) {
                kill(awaitChannels(victim, streams).get(i), reset);
            }
            killed.set(true);
            requireSame(received.get(), sent.get());
            assertThat(pair.client().statistics().lostStreams()).isPositive();
            awaitLosses(victim, streams);
            awaitStreams(pair.client(), streams);
        }
    }

    @ParameterizedTest(name = "{0} streams")
    @ValueSource(ints = {2, 8, 32})
    void allDataChannelsButOneAtOnce_costNoByteInEitherDirection(int streams) throws Exception {
        Random random = new Random(TestScale.seed("ptcp.seed"));
        try (SocketPair pair = SocketPair.connected(streams)) {
            FutureTask<Transfer> sentUp = Transfer.inBackground(() -> sendAndEnd(pair.client(), 8));
            FutureTask<Transfer> sentDown = Transfer
                    .inBackground(() -> sendAndEnd(pair.accepted(), 8));
            FutureTask<Transfer> up = Transfer.inBackground(
                    () -> Transfer.receive(pair.accepted().getInputStream(), 2));
            FutureTask<Transfer> down = Transfer.inBackground(
                    () -> Transfer.receive(pair.client().getInputStream(), 3));
            var channels = awaitChannels(pair.accepted(), streams);
            int spared = random.nextInt(streams);
            for (int i = 0; i < streams; i++) {
                if (i != spared) {
                    kill(channels.get(i), random.nextBoolean());
                }
            }
            killed.set(true);
            requireSame(up.get(), sentUp.get());
            requireSame(down.get(), sentDown.get());
        }
    }

    @Test
    void allDataChannelsAtOnce_areReplaced() throws Exception {
        try (SocketPair pair = SocketPair.connected(3)) {
            FutureTask<Transfer> sent = Transfer.inBackground(() -> sendAndEnd(pair.accepted(), 8));
            FutureTask<Transfer> received = Transfer.inBackground(
                    () -> Transfer.receive(pair.client().getInputStream(), 2));
            for (SocketChannel channel : awaitChannels(pair.client(), 3)) {
                kill(channel, true);
            }
            killed.set(true);
            requireSame(received.get(), sent.get());
            awaitLosses(pair.client(), 3);
            awaitStreams(pair.client(), 3);
            awaitStreams(pair.accepted(), 3);
        }
    }

    @Test
    void channelsThatDieAllTheTime_costNoByte() throws Exception {
        Random random = new Random(TestScale.seed("ptcp.seed"));
        try (SocketPair pair = SocketPair.connected(6)) {
            FutureTask<Transfer> sent = Transfer.inBackground(() -> sendAndEnd(pair.client(), 8));
            FutureTask<Transfer> received = Transfer.inBackground(
                    () -> Transfer.receive(pair.accepted().getInputStream(), 2));
            for (int i = 0; i < KILLS; i++) {
                boolean byClient = random.nextBoolean();
                PTCPSocket killer = byClient ? pair.client() : pair.accepted();
                PTCPSocket other = byClient ? pair.accepted() : pair.client();
                var channels = awaitOpenAtBothEnds(killer, other);
                long before = pair.client().statistics().lostStreams();
                kill(channels.get(random.nextInt(channels.size())), random.nextBoolean());
                // From now on the client does not list it, so it is not killed at its other end.
                awaitLosses(pair.client(), before + 1);
            }
            killed.set(true);
            requireSame(received.get(), sent.get());
            awaitLosses(pair.client(), KILLS);
            awaitLosses(pair.accepted(), KILLS);
        }
    }

    @Test
    void withoutAServerToJoin_theOtherStreamsGoOn() throws Exception {
        try (SocketPair pair = SocketPair.connected(3)) {
            awaitStreams(pair.accepted(), 3);
            pair.server().close();
            kill(pair.client().requireConnected().dataChannels().get(1), true);
            killed.set(true);
            FutureTask<Transfer> received = Transfer.inBackground(
                    () -> Transfer.receive(pair.accepted().getInputStream(), 2));
            Transfer sent = sendAndEnd(pair.client(), 1);
            requireSame(received.get(), sent);
            assertThat(pair.client().streams()).isEqualTo(2);
        }
    }

    @Test
    void withoutAnyDataChannelLeft_bothEndsGetAnException() throws Exception {
        SessionTimeouts shortStallLimit = new SessionTimeouts(Duration.ofMillis(200),
                Duration.ofSeconds(20),
                Duration.ofMillis(500), Duration.ofMillis(300), Duration.ofSeconds(1),
                Duration.ofSeconds(1), Duration.ofMillis(5));
        try (SocketPair pair = SocketPair.connected(PTCPOptions.DEFAULTS.withStreams(2),
                shortStallLimit)) {
            awaitStreams(pair.accepted(), 2);
            pair.server().close();
            for (SocketChannel channel : pair.client().requireConnected().dataChannels()) {
                kill(channel, true);
            }
            assertBroken(pair);
        }
    }

    @ParameterizedTest(name = "reset {0}")
    @ValueSource(booleans = {true, false})
    void controlChannel_whileDataFlows_isAnExceptionAtBothEnds(boolean reset) throws Exception {
        try (SocketPair pair = SocketPair.connected(3)) {
            FutureTask<Transfer> up = Transfer.inBackground(
                    () -> Transfer.send(pair.client().getOutputStream(), Long.MAX_VALUE, 1));
            FutureTask<Transfer> upRead = Transfer.inBackground(
                    () -> Transfer.receive(pair.accepted().getInputStream(), 2));
            FutureTask<Integer> downRead = Transfer.inBackground(
                    () -> pair.client().getInputStream().read());
            kill(pair.client().requireConnected().controlChannel(), reset);
            assertThatThrownBy(up::get).hasCauseInstanceOf(SocketException.class);
            assertThatThrownBy(upRead::get).hasCauseInstanceOf(SocketException.class);
            assertThatThrownBy(downRead::get).hasCauseInstanceOf(SocketException.class);
        }
    }

    @ParameterizedTest(name = "reset {0}")
    @ValueSource(booleans = {true, false})
    void controlChannel_ofAnIdleConnection_isAnExceptionAtBothEnds(boolean reset)
            throws Exception {
        try (SocketPair pair = SocketPair.connected(2)) {
            kill(pair.accepted().requireConnected().controlChannel(), reset);
            assertBroken(pair);
            assertThatThrownBy(() -> pair.client().getOutputStream().write(1))
                    .isInstanceOf(SocketException.class);
            assertThat(pair.client().isClosed()).isFalse();
        }
    }

    private static void assertBroken(SocketPair pair) {
        assertThatThrownBy(() -> pair.client().getInputStream().read())
                .isInstanceOf(SocketException.class).hasMessageNotContaining("closed by");
        assertThatThrownBy(() -> pair.accepted().getInputStream().read())
                .isInstanceOf(SocketException.class);
    }

    private Transfer sendAndEnd(PTCPSocket socket, long mebibytes) throws IOException {
        Transfer flow = Transfer.sendUntil(socket.getOutputStream(), killed::get,
                mebibytes * MEBIBYTE, 1);
        socket.shutdownOutput();
        return flow;
    }

    private static void awaitStreams(PTCPSocket socket, int count) {
        await().atMost(Duration.ofSeconds(20)).until(() -> socket.streams() == count);
    }

    private static void awaitLosses(PTCPSocket socket, long count) {
        await().atMost(Duration.ofSeconds(20))
                .until(() -> socket.statistics().lostStreams() >= count);
    }

    /** Channels of one end whose death counts as a loss at both ends. */
    private static List<SocketChannel> awaitOpenAtBothEnds(PTCPSocket end, PTCPSocket other) {
        return await().atMost(Duration.ofSeconds(20)).until(() -> {
            var others = other.requireConnected().dataChannels();
            return end.requireConnected().dataChannels().stream()
                    .filter(channel -> channel.isOpen() && others.stream()
                            .anyMatch(far -> far.isOpen() && areEndsOfOne(channel, far)))
                    .toList();
        }, channels -> !channels.isEmpty());
    }

    private static boolean areEndsOfOne(SocketChannel near, SocketChannel far) {
        return near.socket().getLocalPort() == far.socket().getPort()
                && near.socket().getPort() == far.socket().getLocalPort();
    }

    /** Channels that were killed before are replaced too. */
    private static List<SocketChannel> awaitChannels(PTCPSocket socket, int count) {
        return await().atMost(Duration.ofSeconds(20)).until(
                () -> socket.requireConnected().dataChannels(),
                channels -> channels.size() == count
                        && channels.stream().allMatch(SocketChannel::isOpen));
    }

    private static void kill(SocketChannel victim, boolean reset) throws IOException {
        if (victim.isOpen() && reset) {
            victim.setOption(StandardSocketOptions.SO_LINGER, 0);
        }
        victim.close();
    }
}
