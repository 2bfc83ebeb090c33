package org.gridtorrent.engine.announce.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gridtorrent.engine.announce.Samples.SECOND_NS;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.gridtorrent.engine.announce.Samples;
import org.gridtorrent.engine.announce.message.AnnounceRequest.Event;
import org.gridtorrent.engine.announce.message.SwarmCounts;
import org.gridtorrent.engine.announce.message.TrackerFailureException;
import org.gridtorrent.engine.announce.message.TrackerResponse;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;

@SuppressWarnings("FutureReturnValueIgnored") // often only what is sent matters
final class UdpConnectionTest {
    private static final long CONNECTION = 0x1122334455667788L;
    private static final long LONG_NS = 100_000 * SECOND_NS;

    private final UdpConnection connection = new UdpConnection(4, new SplittableRandom(7));
    private final List<ByteBuffer> sent = new ArrayList<>();
    private long nowNs = Long.MAX_VALUE - 5 * SECOND_NS; // clocks may wrap

    private CompletableFuture<UdpResponse> announce(long patienceNs) {
        var answer = new CompletableFuture<UdpResponse>();
        connection.send(new UdpRequest.Announce(Samples.announcement(Event.PERIODIC), ""), answer,
                nowNs + patienceNs);
        tick();
        return answer;
    }

    private void tick() {
        sent.clear();
        connection.tick(nowNs, sent::add);
    }

    private void passSeconds(long seconds) {
        nowNs += seconds * SECOND_NS;
        tick();
    }

    private static int transaction(ByteBuffer request) {
        return request.getInt(12);
    }

    private static int action(ByteBuffer request) {
        return request.getInt(8);
    }

    private void receive(int action, int transaction, int... words) {
        ByteBuffer datagram = ByteBuffer.allocate(8 + 4 * words.length);
        datagram.putInt(action).putInt(transaction);
        for (int word : words) {
            datagram.putInt(word);
        }
        receive(datagram.flip());
    }

    private void receive(ByteBuffer datagram) {
        connection.received(datagram, nowNs);
        tick();
    }

    private void connect() {
        receive(0, transaction(sent.getFirst()), (int) (CONNECTION >> 32), (int) CONNECTION);
    }

    private static Throwable failure(CompletableFuture<UdpResponse> answer) {
        assertThat(answer).isCompletedExceptionally();
        try {
            answer.get();
            throw new AssertionError("it did not fail");
        } catch (ExecutionException e) {
            return Objects.requireNonNull(e.getCause());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void connectsOnceForAllRequests() {
        announce(LONG_NS);
        assertThat(sent).hasSize(1);
        ByteBuffer connect = sent.getFirst();
        assertThat(connect.remaining()).isEqualTo(16);
        assertThat(connect.getLong(0)).isEqualTo(0x41727101980L);
        assertThat(action(connect)).isZero();
        announce(LONG_NS);
        assertThat(sent).isEmpty();
        receive(0, transaction(connect), (int) (CONNECTION >> 32), (int) CONNECTION);
        assertThat(sent).hasSize(2).allSatisfy(request -> {
            assertThat(request.getLong(0)).isEqualTo(CONNECTION);
            assertThat(action(request)).isEqualTo(1);
        });
        assertThat(transaction(sent.get(0))).isNotEqualTo(transaction(sent.get(1)));
    }

    @Test
    void returnsTheResponse() throws Exception {
        var answer = announce(LONG_NS);
        connect();
        receive(1, transaction(sent.getFirst()), 1800, 3, 2, 0x0A000001, 0x1AE10000);
        TrackerResponse response = ((UdpResponse.Announce) answer.get()).response();
        assertThat(response.interval()).hasSeconds(1800);
        assertThat(response.counts()).isEqualTo(SwarmCounts.of(2, 3));
        assertThat(response.peers()).containsExactly(Samples.at("10.0.0.1", 6881));
    }

    @Test
    void usesAConnectionForAMinute() {
        announce(LONG_NS);
        connect();
        receive(1, transaction(sent.getFirst()), 1800, 0, 0);
        passSeconds(59);
        announce(LONG_NS);
        assertThat(action(sent.getFirst())).isEqualTo(1);
        receive(1, transaction(sent.getFirst()), 1800, 0, 0);
        passSeconds(1);
        announce(LONG_NS);
        assertThat(action(sent.getFirst())).isZero();
    }

    @Test
    void isIdleWithoutRequestsAfterTheConnectionExpired() {
        announce(LONG_NS);
        connect();
        receive(1, transaction(sent.getFirst()), 1800, 0, 0);
        assertThat(connection.isIdle()).isFalse();
        assertThat(connection.waitNs(nowNs)).isEqualTo(60 * SECOND_NS);
        passSeconds(60);
        assertThat(connection.isIdle()).isTrue();
        assertThat(connection.waitNs(nowNs)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void retransmitsAfterFifteenSecondsAndTwiceAsLongEachTime() {
        announce(LONG_NS);
        int transaction = transaction(sent.getFirst());
        for (long pause = 15, times = 0; times < 11; times++, pause = Math.min(3840, 2 * pause)) {
            assertThat(connection.waitNs(nowNs)).isEqualTo(pause * SECOND_NS);
            passSeconds(pause - 1);
            assertThat(sent).as("%d s", pause - 1).isEmpty();
            passSeconds(1);
            assertThat(sent).as("%d s", pause).hasSize(1);
            assertThat(transaction(sent.getFirst())).isEqualTo(transaction);
        }
    }

    @Test
    void reconnectsWhenTheConnectionExpiresBeforeTheResponse() {
        announce(LONG_NS);
        connect();
        int transaction = transaction(sent.getFirst());
        passSeconds(15);
        assertThat(transaction(sent.getFirst())).isEqualTo(transaction);
        passSeconds(30);
        assertThat(action(sent.getFirst())).isEqualTo(1);
        passSeconds(60);
        assertThat(action(sent.getFirst())).isZero();
        connect();
        assertThat(transaction(sent.getFirst())).isEqualTo(transaction);
    }

    @Test
    void requestExpires() {
        var answer = announce(20 * SECOND_NS);
        passSeconds(19);
        assertThat(answer).isNotDone();
        assertThat(connection.waitNs(nowNs)).isEqualTo(SECOND_NS);
        passSeconds(1);
        assertThat(failure(answer)).isInstanceOf(IOException.class)
                .hasMessage("it did not answer");
        assertThat(connection.isIdle()).isTrue();
    }

    @Test
    void forgetsCancelledRequests() {
        announce(LONG_NS).cancel(false);
        passSeconds(15);
        assertThat(sent).isEmpty();
        assertThat(connection.isIdle()).isTrue();
    }

    @Test
    void ignoresUnsolicitedResponses() {
        var answer = announce(LONG_NS);
        int connecting = transaction(sent.getFirst());
        receive(0, connecting + 1, 1, 1);
        assertThat(sent).isEmpty();
        receive(1, connecting, 1800, 0, 0);
        assertThat(sent).isEmpty();
        receive(0, connecting, (int) (CONNECTION >> 32), (int) CONNECTION);
        int asking = transaction(sent.getFirst());
        receive(1, asking ^ 1, 1800, 0, 0);
        receive(3, asking ^ 1);
        receive(0, connecting, 5, 5);
        assertThat(answer).isNotDone();
        receive(1, asking, 1800, 0, 0);
        assertThat(answer).isCompleted();
    }

    @Test
    void failureReasonLosesItsControlCharacters() {
        var answer = announce(LONG_NS);
        connect();
        byte[] words = Samples.ascii("not \u001b[31mhere\r\n");
        receive(ByteBuffer.allocate(8 + words.length).putInt(3)
                .putInt(transaction(sent.getFirst())).put(words).flip());
        assertThat(failure(answer)).isInstanceOf(TrackerFailureException.class)
                .hasMessage("not ?[31mhere??");
    }

    @Test
    void reconnectsOnceWhenAnOlderConnectionFails() {
        announce(LONG_NS);
        connect();
        receive(1, transaction(sent.getFirst()), 1800, 0, 0);
        var answer = announce(LONG_NS);
        receive(3, transaction(sent.getFirst()));
        assertThat(action(sent.getFirst())).isZero();
        connect();
        assertThat(action(sent.getFirst())).isEqualTo(1);
        receive(3, transaction(sent.getFirst()));
        assertThat(failure(answer)).isInstanceOf(TrackerFailureException.class);
    }

    @Test
    void reconnectsOnceForAllRequests() {
        announce(LONG_NS);
        connect();
        receive(1, transaction(sent.getFirst()), 1800, 0, 0);
        announce(LONG_NS);
        ByteBuffer first = sent.getFirst();
        announce(LONG_NS);
        ByteBuffer second = sent.getFirst();
        receive(3, transaction(first));
        assertThat(action(sent.getFirst())).isZero();
        ByteBuffer connect = sent.getFirst();
        receive(3, transaction(second));
        assertThat(sent).isEmpty();
        receive(0, transaction(connect), 0, 9);
        assertThat(sent).hasSize(2);
    }

    @Test
    void failedConnectFailsAllRequests() {
        var one = announce(LONG_NS);
        ByteBuffer connect = sent.getFirst();
        var other = announce(LONG_NS);
        receive(3, transaction(connect));
        assertThat(failure(one)).isInstanceOf(TrackerFailureException.class);
        assertThat(failure(other)).isInstanceOf(TrackerFailureException.class);
    }

    @Test
    void truncatedResponsesFailOrAreIgnored() {
        ByteBuffer whole = ByteBuffer.allocate(20).putInt(1).putInt(0).putInt(1800).putInt(1)
                .putInt(1).flip();
        for (int length = 0; length < whole.capacity(); length++) {
            var answer = announce(LONG_NS);
            if (action(sent.getFirst()) == 0) {
                connect();
            }
            whole.putInt(4, transaction(sent.getFirst()));
            receive(whole.duplicate().limit(length));
            if (length < 8) {
                assertThat(answer).as("%d bytes", length).isNotDone();
                answer.cancel(false);
            } else {
                assertThat(failure(answer)).as("%d bytes", length)
                        .hasMessageContaining("cut short");
            }
            tick();
        }
    }

    @Test
    void scrapeResponseWithTooFewCountsFails() {
        var answer = new CompletableFuture<UdpResponse>();
        connection.send(new UdpRequest.Scrape(List.of(Samples.infoHash(1), Samples.infoHash(2))),
                answer, nowNs + LONG_NS);
        tick();
        connect();
        receive(2, transaction(sent.getFirst()), 1, 2, 3);
        assertThat(failure(answer)).hasMessageContaining("not asked");
    }

    @Test
    void survivesNoiseWithTheRightTransactionId() {
        long first = TestScale.seed("engine.seed");
        for (long seed = first; seed < first + 3000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            var answer = announce(LONG_NS);
            ByteBuffer noise = ByteBuffer.allocate(8 + random.nextInt(60));
            random.nextBytes(noise.array());
            noise.putInt(0, random.nextInt(5));
            if (random.nextInt(4) > 0) {
                noise.putInt(4, transaction(sent.getFirst()));
            }
            receive(noise);
            answer.cancel(false);
            tick();
            passSeconds(random.nextInt(61));
            assertThatThrownBy(() -> announce(0).get()).as("seed %d", seed)
                    .isInstanceOf(ExecutionException.class);
        }
    }

    @Test
    void responsesFromOtherAddressesAreIgnored() {
        UdpConnections connections = new UdpConnections(new SplittableRandom(3));
        var answer = new CompletableFuture<UdpResponse>();
        var tracker = Samples.at("198.18.0.1", 80);
        connections.send(new UdpConnections.Exchange(tracker,
                new UdpRequest.Announce(Samples.announcement(Event.STARTED), ""),
                nowNs + LONG_NS, answer));
        ByteBuffer connect = connections.due(nowNs).getFirst().content();
        ByteBuffer connected = ByteBuffer.allocate(16).putInt(0).putInt(transaction(connect))
                .putLong(CONNECTION).flip();
        for (var forger : List.of(Samples.at("198.18.0.1", 81), Samples.at("198.18.0.2", 80))) {
            connections.received(forger, connected.duplicate(), nowNs);
            assertThat(connections.due(nowNs)).isEmpty();
        }
        connections.received(tracker, connected.duplicate(), nowNs);
        assertThat(connections.due(nowNs)).hasSize(1);
    }

    @Test
    void idleConnectionsAreForgotten() {
        UdpConnections connections = new UdpConnections(new SplittableRandom(3));
        for (int port = 1; port <= 100; port++) {
            connections.send(new UdpConnections.Exchange(Samples.at("198.18.0.1", port),
                    new UdpRequest.Scrape(List.of(Samples.infoHash(port))), nowNs + SECOND_NS,
                    new CompletableFuture<>()));
        }
        assertThat(connections.due(nowNs)).hasSize(100);
        assertThat(connections.waitNs(nowNs)).isEqualTo(SECOND_NS);
        assertThat(connections.due(nowNs + SECOND_NS)).isEmpty();
        assertThat(connections.waitNs(nowNs + SECOND_NS)).isEqualTo(Long.MAX_VALUE);
    }
}
