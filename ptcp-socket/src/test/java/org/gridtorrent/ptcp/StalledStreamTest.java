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
import org.gridtorrent.ptcp.net.WireFormat;
import org.gridtorrent.ptcp.session.SessionTimeouts;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams that are slow, stall or end, by means of a relay: they cost little speed and no byte. */
class StalledStreamTest {
    private static final long CRAWL_BYTES_PER_SECOND = 20_000;
    private static final int STRIKES_IN_BUILD = 60;
    private static final int STRIKES = TestScale.of("ptcp.strikes", STRIKES_IN_BUILD, 1000);

    @RegisterExtension
    static final TimeLimit LIMIT = TimeLimit.scaled(
            Duration.ofMinutes(2), STRIKES, STRIKES_IN_BUILD);

    /** Most bytes that arrive from one fault to the next. */
    private static final int MAX_BETWEEN_STRIKES = 4 * WireFormat.PAYLOAD_LENGTH;

    /** A stalled stream is never given up. */
    private static final SessionTimeouts NO_STALL_LIMIT = new SessionTimeouts(
            Duration.ofSeconds(10),
            Duration.ofSeconds(90),
            Duration.ofMinutes(5), Duration.ofSeconds(30), Duration.ofSeconds(10),
            Duration.ofSeconds(30), Duration.ofMillis(20));

    /** A stalled stream is given up soon. */
    private static final SessionTimeouts SHORT_STALL_LIMIT = new SessionTimeouts(
            Duration.ofMillis(200),
            Duration.ofSeconds(90),
            Duration.ofMillis(250), Duration.ofSeconds(30), Duration.ofSeconds(10),
            Duration.ofSeconds(30), Duration.ofMillis(5));

    /** Senders go on until it is set. */
    private final AtomicBoolean struck = new AtomicBoolean();

    /** Both ends and the relay between them. */
    private record Relayed(Relay relay, PTCPServerSocket server, PTCPSocket client,
            PTCPSocket accepted)
            implements
                AutoCloseable {
        static Relayed connected(PTCPOptions options, SessionTimeouts timeouts) throws IOException {
            PTCPServerSocket server = new PTCPServerSocket(options, timeouts,
                    WireFormat.HANDSHAKE_DEADLINE);
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            Relay relay = new Relay(SocketPair.addressOf(server), line -> {});
            PTCPSocket client = new PTCPSocket(options, timeouts);
            client.connect(relay.address(), SocketPair.TIMEOUT_MILLIS);
            PTCPSocket accepted = (PTCPSocket) server.accept();
            await().until(() -> accepted.streams() == options.streams()
                    && client.streams() == options.streams());
            return new Relayed(relay, server, client, accepted);
        }

        PTCPSocket sender(boolean up) {
            return up ? client : accepted;
        }

        PTCPSocket receiver(boolean up) {
            return up ? accepted : client;
        }

        @Override
        public void close() throws IOException {
            relay.close();
            client.setSoLinger(true, 0);
            client.close();
            accepted.setSoLinger(true, 0);
            accepted.close();
            server.close();
        }
    }

    @ParameterizedTest(name = "up {0}, {1} bytes/s")
    @CsvSource({"true,0", "false,0", "true,20000", "false,20000"})
    void oneSlowStream_delaysNothing(boolean up, long speed) throws Exception {
        int streams = 4;
        int more = 24 * Transfer.VOLUME;
        try (Relayed ends = Relayed.connected(PTCPOptions.DEFAULTS.withStreams(streams),
                NO_STALL_LIMIT)) {
            Relay.Line slow = ends.relay.dataLines().get(1);
            FutureTask<Transfer> sent = Transfer
                    .inBackground(() -> sendAndEnd(ends.sender(up), more));
            FutureTask<Transfer> received = Transfer.inBackground(
                    () -> Transfer.receive(ends.receiver(up).getInputStream(), 2));
            await().until(() -> slow.passedBytes() > 1 << 20);
            slow.speed(speed);
            long passedBefore = slow.passedBytes();
            struck.set(true);
            assertThat(received.get()).isEqualTo(sent.get());
            assertThat(slow.passedBytes() - passedBefore)
                    .isLessThan(more / (2L * streams));
            assertThat(ends.sender(up).statistics().lostStreams()).isZero();
            assertThat(ends.sender(up).statistics().resentSubPackets()).isPositive();
        }
    }

    @ParameterizedTest(name = "up {0}")
    @ValueSource(booleans = {true, false})
    void lastStreamThatMoves_carriesEverything(boolean up) throws Exception {
        try (Relayed ends = Relayed.connected(PTCPOptions.DEFAULTS.withStreams(5),
                SHORT_STALL_LIMIT)) {
            FutureTask<Transfer> sent = Transfer
                    .inBackground(() -> sendAndEnd(ends.sender(up), 8L * Transfer.VOLUME));
            FutureTask<Transfer> received = Transfer.inBackground(
                    () -> Transfer.receive(ends.receiver(up).getInputStream(), 2));
            for (Relay.Line line : ends.relay.dataLines().subList(1, 5)) {
                line.speed(0);
            }
            struck.set(true);
            assertThat(received.get()).isEqualTo(sent.get());
        }
    }

    @Test
    void fewBytesOnAStalledStream_areCopiedToAnother() throws Exception {
        int streams = 3;
        try (Relayed ends = Relayed.connected(PTCPOptions.DEFAULTS.withStreams(streams),
                NO_STALL_LIMIT)) {
            FutureTask<Void> echo = Transfer.inBackground(() -> {
                int one;
                while ((one = ends.accepted.getInputStream().read()) >= 0) {
                    ends.accepted.getOutputStream().write(one);
                }
                return null;
            });
            exchange(ends.client, 4 * streams);
            ends.relay.dataLines().get(0).speed(0);
            exchange(ends.client, 4 * streams);
            assertThat(ends.client.statistics().lostStreams()).isZero();
            ends.client.shutdownOutput();
            echo.get();
        }
    }

    private static void exchange(PTCPSocket client, int times) throws IOException {
        for (int i = 0; i < times; i++) {
            client.getOutputStream().write(i);
            assertThat(client.getInputStream().read()).isEqualTo(i);
        }
    }

    @ParameterizedTest(name = "up {0}")
    @ValueSource(booleans = {true, false})
    void whileTheReaderStalls_noSideHoldsMoreThanItsLimit(boolean up) throws Exception {
        int receiveLimit = 48 * WireFormat.PAYLOAD_LENGTH;
        int sendLimit = 32 * WireFormat.PAYLOAD_LENGTH;
        PTCPOptions options = PTCPOptions.DEFAULTS.withStreams(6).withReceiveLimit(receiveLimit)
                .withSendLimit(sendLimit);
        try (Relayed ends = Relayed.connected(options, NO_STALL_LIMIT)) {
            struck.set(true);
            FutureTask<Transfer> sent = Transfer
                    .inBackground(() -> sendAndEnd(ends.sender(up), 12L * Transfer.VOLUME));
            await().until(() -> ends.receiver(up).statistics().heldToReadBytes() == receiveLimit
                    && ends.sender(up).statistics().heldToSendBytes() > 0);
            ends.relay.dataLines().get(2).speed(CRAWL_BYTES_PER_SECOND);
            FutureTask<Transfer> received = Transfer.inBackground(
                    () -> Transfer.receive(ends.receiver(up).getInputStream(), 2));
            long mostToSend = 0;
            long mostToRead = 0;
            while (!received.isDone()) {
                mostToSend = Math.max(mostToSend,
                        ends.sender(up).statistics().heldToSendBytes());
                mostToRead = Math.max(mostToRead,
                        ends.receiver(up).statistics().heldToReadBytes());
            }
            assertThat(received.get()).isEqualTo(sent.get());
            assertThat(mostToSend).isLessThanOrEqualTo(sendLimit);
            assertThat(mostToRead).isLessThanOrEqualTo(receiveLimit);
        }
    }

    @Test
    void everyKindOfFault_inBothDirections_costsNoByte() throws Exception {
        Random random = new Random(TestScale.seed("ptcp.seed"));
        AtomicLong readUp = new AtomicLong();
        AtomicLong readDown = new AtomicLong();
        try (Relayed ends = Relayed.connected(PTCPOptions.DEFAULTS.withStreams(6),
                SHORT_STALL_LIMIT)) {
            FutureTask<Transfer> sentUp = Transfer
                    .inBackground(() -> sendAndEnd(ends.client, Transfer.VOLUME));
            FutureTask<Transfer> sentDown = Transfer
                    .inBackground(() -> sendAndEnd(ends.accepted, Transfer.VOLUME));
            FutureTask<Transfer> up = Transfer.inBackground(
                    () -> Transfer.receive(ends.accepted.getInputStream(), 2, readUp::set));
            FutureTask<Transfer> down = Transfer.inBackground(
                    () -> Transfer.receive(ends.client.getInputStream(), 3, readDown::set));
            for (int i = 0; i < STRIKES; i++) {
                List<Relay.Line> lines = ends.relay.dataLines();
                strike(lines.get(random.nextInt(lines.size())), random);
                long next = readUp.get() + readDown.get() + random.nextInt(MAX_BETWEEN_STRIKES);
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> readUp.get() + readDown.get() >= next);
            }
            struck.set(true);
            assertThat(up.get()).isEqualTo(sentUp.get());
            assertThat(down.get()).isEqualTo(sentDown.get());
        }
    }

    private static void strike(Relay.Line line, Random random) {
        try {
            switch (random.nextInt(6)) {
                case 0 -> line.speed(0);
                case 1 -> line.speed(CRAWL_BYTES_PER_SECOND);
                case 2 -> line.cut();
                case 3 -> line.endOneSide(random.nextBoolean());
                default -> line.speed(Long.MAX_VALUE);
            }
        } catch (IOException e) {
            // It has ended already.
        }
    }

    private Transfer sendAndEnd(PTCPSocket socket, long more) throws IOException {
        Transfer flow = Transfer.sendUntil(socket.getOutputStream(), struck::get, more, 1);
        socket.shutdownOutput();
        return flow;
    }
}
