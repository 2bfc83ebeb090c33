package org.gridtorrent.engine.announce.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.engine.announce.Samples;
import org.gridtorrent.engine.announce.TestUdpTracker;
import org.gridtorrent.engine.announce.TrackerClient;
import org.gridtorrent.engine.announce.message.AnnounceRequest.Event;
import org.gridtorrent.engine.announce.message.InvalidResponseException;
import org.gridtorrent.engine.announce.message.SwarmCounts;
import org.gridtorrent.engine.announce.message.TrackerFailureException;
import org.gridtorrent.engine.announce.message.TrackerResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** UDP trackers on loopback, over real sockets. */
final class UdpTrackerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LITTLE = Duration.ofMillis(100);

    private final TrackerClient trackers = new TrackerClient(System::nanoTime);

    @AfterEach
    void close() {
        trackers.close();
    }

    private TrackerResponse announce(URI tracker, Event event) throws Exception {
        return trackers.announce(tracker, Samples.announcement(event), PATIENCE);
    }

    /** Replaces the responses to announces. */
    private static TestUdpTracker lying(ByteBuffer... instead) throws IOException {
        return new TestUdpTracker() {
            @Override
            protected List<ByteBuffer> instead(ByteBuffer request, ByteBuffer answer) {
                if (request.getInt(8) == 0) {
                    return List.of(answer);
                }
                return Arrays.stream(instead)
                        .map(lie -> lie.duplicate().putInt(4, request.getInt(12))).toList();
            }
        };
    }

    @Test
    void announceReturnsOurselves() throws Exception {
        try (TestUdpTracker tracker = new TestUdpTracker()) {
            TrackerResponse answer = announce(tracker.uri(), Event.STARTED);
            assertThat(answer.peers()).containsExactly(Samples.at("127.0.0.1", 6881));
            assertThat(answer.interval()).hasMinutes(30);
            assertThat(answer.counts()).isEqualTo(SwarmCounts.of(0, 1));
            assertThat(tracker.announces).containsExactly(
                    new TestUdpTracker.Told(Samples.infoHash(1).hex(), 2, 33, 0xCAFE0001, 6881,
                            "\u0002\u0009/announce"));
        }
    }

    @Test
    void announceReturnsOurselvesOverIpv6() throws Exception {
        try (TestUdpTracker tracker = overIpv6(0)) {
            assertThat(announce(tracker.uri(), Event.STARTED).peers())
                    .containsExactly(Samples.at("::1", 6881));
        }
    }

    @Test
    void resolvesTheNameAndTriesBothFamilies() throws Exception {
        try (TestUdpTracker tracker = new TestUdpTracker()) {
            URI named = URI.create("udp://localhost:" + tracker.uri().getPort());
            assertThat(trackers.announce(named, Samples.announcement(Event.STARTED),
                    Duration.ofSeconds(4)).peers()).hasSize(1);
        }
    }

    @Test
    void announcesOverBothFamilies() throws Exception {
        InetAddress[] both = {InetAddress.ofLiteral("127.0.0.1"), InetAddress.ofLiteral("::1")};
        try (TestUdpTracker four = new TestUdpTracker();
                TestUdpTracker six = overIpv6(four.uri().getPort());
                UdpSocket port = UdpSocket.open(System::nanoTime)) {
            var tracker = new UdpTracker(port,
                    URI.create("udp://both.example:" + four.uri().getPort()), _ -> both);
            assertThat(tracker.announce(Samples.announcement(Event.STARTED), PATIENCE).peers())
                    .containsExactly(Samples.at("127.0.0.1", 6881), Samples.at("::1", 6881));
            assertThat(four.announces).hasSize(1);
            assertThat(six.announces).hasSize(1);
        }
    }

    private static TestUdpTracker overIpv6(int port) {
        try {
            return new TestUdpTracker(InetAddress.ofLiteral("::1"), port);
        } catch (IOException e) {
            return abort("this machine has no IPv6: " + e.getMessage());
        }
    }

    @Test
    void scrapesManyAtOnce() throws Exception {
        try (TestUdpTracker tracker = new TestUdpTracker()) {
            announce(tracker.uri(), Event.STARTED);
            assertThat(trackers.scrape(tracker.uri(),
                    List.of(Samples.infoHash(2), Samples.infoHash(1)), PATIENCE))
                    .containsExactly(SwarmCounts.of(0, 0, 7), SwarmCounts.of(0, 1, 7));
            assertThat(tracker.connects).hasValue(1);
        }
    }

    @Test
    void forgedResponsesAreIgnored() throws Exception {
        try (DatagramSocket other = new DatagramSocket(0, InetAddress.ofLiteral("127.0.0.1"));
                TestUdpTracker tracker = new TestUdpTracker() {
                    @Override
                    protected void send(DatagramSocket from, ByteBuffer answer,
                            InetSocketAddress to) throws IOException {
                        ByteBuffer forged = ByteBuffer.allocate(16).putInt(3)
                                .putInt(answer.getInt(4)).put(Samples.ascii("forged!!")).flip();
                        super.send(other, forged, to);
                        super.send(from, ByteBuffer.wrap(forged.array().clone())
                                .putInt(4, answer.getInt(4) + 1), to);
                        super.send(from, answer, to);
                    }
                }) {
            assertThat(announce(tracker.uri(), Event.STARTED).peers()).hasSize(1);
        }
    }

    @Test
    void reportsTheFailureReason() throws Exception {
        ByteBuffer refusal = ByteBuffer.allocate(8 + 12).putInt(3).putInt(0)
                .put(Samples.ascii("unregistered")).flip();
        try (TestUdpTracker tracker = lying(refusal)) {
            assertThatThrownBy(() -> announce(tracker.uri(), Event.STARTED))
                    .isInstanceOf(TrackerFailureException.class)
                    .hasMessage("unregistered");
        }
    }

    @Test
    void invalidResponseFailsAtOnce() throws Exception {
        ByteBuffer cut = ByteBuffer.allocate(19).putInt(1).limit(19).position(0);
        ByteBuffer unknown = ByteBuffer.allocate(20).putInt(77).limit(20).position(0);
        for (ByteBuffer lie : List.of(cut, unknown)) {
            try (TestUdpTracker tracker = lying(lie)) {
                assertThatThrownBy(() -> announce(tracker.uri(), Event.STARTED))
                        .isInstanceOf(InvalidResponseException.class);
            }
        }
    }

    @Test
    void takesTwoHundredPeersOfAHugeResponse() throws Exception {
        ByteBuffer huge = ByteBuffer.allocate(60_000).putInt(1).putInt(0)
                .putInt(Integer.MAX_VALUE).putInt(-1).putInt(-1);
        while (huge.remaining() >= 6) {
            huge.putInt(0x7F000001).putShort((short) 5);
        }
        try (TestUdpTracker tracker = lying(huge.flip())) {
            TrackerResponse answer = announce(tracker.uri(), Event.STARTED);
            assertThat(answer.peers()).hasSize(200);
            assertThat(answer.interval()).hasHours(1);
            assertThat(answer.counts()).isEqualTo(SwarmCounts.of(0, 0));
        }
    }

    @Test
    void silenceEndsWithTheTimeout() throws Exception {
        try (DatagramSocket silent = new DatagramSocket(0, InetAddress.ofLiteral("127.0.0.1"))) {
            URI uri = URI.create("udp://127.0.0.1:" + silent.getLocalPort());
            assertThatThrownBy(() -> trackers.announce(uri, Samples.announcement(Event.STARTED),
                    LITTLE)).hasMessage("it did not answer");
        }
    }

    @Test
    void urisWithoutPortOrKnownSchemeAreRejected() {
        for (String address : List.of("udp://127.0.0.1", "udp://127.0.0.1:0/x", "udp:///announce",
                "udp://127.0.0.1:65536", "wss://127.0.0.1:1", "/announce", "http:///announce")) {
            assertThatThrownBy(() -> announce(URI.create(address), Event.STARTED)).as(address)
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void closeFailsWaitingRequests() throws Exception {
        try (DatagramSocket silent = new DatagramSocket(0, InetAddress.ofLiteral("127.0.0.1"))) {
            URI uri = URI.create("udp://127.0.0.1:" + silent.getLocalPort());
            var failure = new CompletableFuture<TrackerResponse>();
            Thread.ofVirtual().start(() -> {
                try {
                    failure.complete(announce(uri, Event.STARTED));
                } catch (Exception e) {
                    failure.completeExceptionally(e);
                }
            });
            silent.receive(new java.net.DatagramPacket(new byte[100], 100));
            trackers.close();
            assertThatThrownBy(() -> failure.get(10, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("closing");
        }
    }
}
