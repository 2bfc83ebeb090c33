package org.gridtorrent.ptcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the death of a channel costs: nothing but speed, unless it is the control channel. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ChannelDeathTest {
    /** The soak sends so many times as much with {@code -Dptcp.soak}. */
    private static final long MEBIBYTE = (1L << 20) * Integer.getInteger("ptcp.soak", 1);

    private static long compared;

    @AfterAll
    static void sayHowMuch() {
        System.out.println("ChannelDeathTest: " + compared / (1 << 20) + " MiB compared");
    }

    private static void requireSame(Flow received, Flow sent) {
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
            FutureTask<Flow> sent = Flow.beside(() -> sendAndEnd(pair.client(), 256));
            FutureTask<Flow> received = Flow.beside(
                    () -> Flow.receive(pair.accepted().getInputStream(), 2));
            for (int i = 0; i < streams; i++) {
                awaitStreams(victim, streams);
                kill(victim.requireConnected().dataChannels().get(i), reset);
            }
            requireSame(received.get(), sent.get());
            assertThat(pair.client().statistics().lostStreams()).isPositive();
            awaitStreams(pair.client(), streams);
        }
    }

    @ParameterizedTest(name = "{0} streams")
    @ValueSource(ints = {2, 8, 32})
    void allDataChannelsButOneAtOnce_costNoByteInEitherDirection(int streams) throws Exception {
        long seed = System.nanoTime();
        System.out.println("ChannelDeathTest: seed " + seed);
        Random random = new Random(seed);
        try (SocketPair pair = SocketPair.connected(streams)) {
            FutureTask<Flow> sentUp = Flow.beside(() -> sendAndEnd(pair.client(), 128));
            FutureTask<Flow> sentDown = Flow.beside(() -> sendAndEnd(pair.accepted(), 128));
            FutureTask<Flow> up = Flow.beside(
                    () -> Flow.receive(pair.accepted().getInputStream(), 2));
            FutureTask<Flow> down = Flow.beside(
                    () -> Flow.receive(pair.client().getInputStream(), 3));
            awaitStreams(pair.accepted(), streams);
            int spared = random.nextInt(streams);
            var channels = pair.accepted().requireConnected().dataChannels();
            for (int i = 0; i < streams; i++) {
                if (i != spared) {
                    kill(channels.get(i), random.nextBoolean());
                }
            }
            requireSame(up.get(), sentUp.get());
            requireSame(down.get(), sentDown.get());
        }
    }

    @Test
    void allDataChannelsAtOnce_areReplaced() throws Exception {
        try (SocketPair pair = SocketPair.connected(3)) {
            FutureTask<Flow> sent = Flow.beside(() -> sendAndEnd(pair.accepted(), 128));
            FutureTask<Flow> received = Flow.beside(
                    () -> Flow.receive(pair.client().getInputStream(), 2));
            awaitStreams(pair.client(), 3);
            for (SocketChannel channel : pair.client().requireConnected().dataChannels()) {
                kill(channel, true);
            }
            requireSame(received.get(), sent.get());
            awaitStreams(pair.client(), 3);
            awaitStreams(pair.accepted(), 3);
        }
    }

    @Test
    void channelsThatDieAllTheTime_costNoByte() throws Exception {
        long seed = System.nanoTime();
        System.out.println("ChannelDeathTest: seed " + seed);
        Random random = new Random(seed);
        try (SocketPair pair = SocketPair.connected(6)) {
            FutureTask<Flow> sent = Flow.beside(() -> sendAndEnd(pair.client(), 512));
            FutureTask<Flow> received = Flow.beside(
                    () -> Flow.receive(pair.accepted().getInputStream(), 2));
            while (!received.isDone()) {
                PTCPSocket side = random.nextBoolean() ? pair.client() : pair.accepted();
                var channels = side.requireConnected().dataChannels();
                if (!channels.isEmpty()) {
                    kill(channels.get(random.nextInt(channels.size())), random.nextBoolean());
                }
                long before = side.statistics().lostStreams();
                await().atMost(Duration.ofSeconds(20)).until(
                        () -> received.isDone() || side.statistics().lostStreams() > before
                                || side.streams() > 1);
            }
            requireSame(received.get(), sent.get());
        }
    }

    @Test
    void withoutAServerToJoin_theOtherStreamsGoOn() throws Exception {
        try (SocketPair pair = SocketPair.connected(3)) {
            awaitStreams(pair.accepted(), 3);
            pair.server().close();
            kill(pair.client().requireConnected().dataChannels().get(1), true);
            FutureTask<Flow> received = Flow.beside(
                    () -> Flow.receive(pair.accepted().getInputStream(), 2));
            Flow sent = sendAndEnd(pair.client(), 16);
            requireSame(received.get(), sent);
            assertThat(pair.client().streams()).isEqualTo(2);
        }
    }

    @Test
    void withoutAnyDataChannelLeft_bothEndsGetAnException() throws Exception {
        Timing hasty = new Timing(Duration.ofMillis(200), Duration.ofSeconds(20),
                Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofSeconds(1),
                Duration.ofSeconds(1));
        try (SocketPair pair = SocketPair.connected(PTCPOptions.DEFAULTS.withStreams(2), hasty)) {
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
            FutureTask<Flow> up = Flow.beside(
                    () -> Flow.send(pair.client().getOutputStream(), Long.MAX_VALUE, 1));
            FutureTask<Flow> upRead = Flow.beside(
                    () -> Flow.receive(pair.accepted().getInputStream(), 2));
            FutureTask<Integer> downRead = Flow.beside(
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

    private static Flow sendAndEnd(PTCPSocket socket, long mebibytes) throws IOException {
        Flow flow = Flow.send(socket.getOutputStream(), mebibytes * MEBIBYTE, 1);
        socket.shutdownOutput();
        return flow;
    }

    private static void awaitStreams(PTCPSocket socket, int count) {
        await().atMost(Duration.ofSeconds(20)).until(() -> socket.streams() == count);
    }

    private static void kill(SocketChannel victim, boolean reset) throws IOException {
        if (victim.isOpen() && reset) {
            victim.setOption(StandardSocketOptions.SO_LINGER, 0);
        }
        victim.close();
    }
}
