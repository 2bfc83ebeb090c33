package org.gridtorrent.engine.announce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.gridtorrent.engine.ShiftedClock;
import org.gridtorrent.engine.announce.TrackerStatus.State;
import org.gridtorrent.engine.announce.message.SwarmCounts;
import org.gridtorrent.engine.announce.message.TransferStats;
import org.gridtorrent.metainfo.InfoHash;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Announces of recorded torrents to trackers on loopback. */
final class AnnouncerTest {
    private static final int PORT = 6881;
    private static final int COMPLETED = 1;
    private static final int STARTED = 2;
    private static final int STOPPED = 3;

    private final SplittableRandom random = new SplittableRandom(9);
    private final ShiftedClock clock = new ShiftedClock();
    private final Announcer announcer = new Announcer(new TrackerClient(clock),
            Samples.SELF, PORT, clock, random.split(),
            new AnnouncePacer(random.split(), 0));
    private final List<AutoCloseable> opened = new ArrayList<>(List.of(announcer));

    /** Torrent that records what the announcer tells it. */
    private static final class Content implements AnnouncedTorrent {
        private final InfoHash infoHash;
        private final List<InetSocketAddress> found = new CopyOnWriteArrayList<>();
        private final AtomicInteger left = new AtomicInteger();
        private volatile Optional<TransferStats> share;
        private volatile List<TrackerStatus> trackers = List.of();
        private volatile boolean isPrivate;
        private volatile boolean broken;

        Content(long seed, long left) {
            infoHash = Samples.infoHash(seed);
            share = Optional.of(Samples.share(left));
        }

        @Override
        public InfoHash infoHash() {
            return infoHash;
        }

        @Override
        public Optional<TransferStats> stats() {
            if (broken) {
                throw new IllegalStateException("broken");
            }
            return share;
        }

        @Override
        public boolean isPrivate() {
            return isPrivate;
        }

        @Override
        public void addPeers(List<InetSocketAddress> peers) {
            found.addAll(peers);
        }

        @Override
        public void trackersChanged(List<TrackerStatus> now) {
            trackers = now;
        }

        @Override
        public void disconnectPeers() {
            left.incrementAndGet();
        }
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    private TestUdpTracker tracker() throws IOException {
        TestUdpTracker tracker = new TestUdpTracker();
        opened.addFirst(tracker);
        return tracker;
    }

    private Content add(long seed, long left, URI... tiers) {
        Content content = new Content(seed, left);
        announcer.add(content, java.util.Arrays.stream(tiers).map(List::of).toList());
        return content;
    }

    private void later(Duration time) {
        clock.later(time);
        announcer.completed(Samples.infoHash(99)); // unknown, but it looks at the clock then
    }

    private static State state(Content content, int tracker) {
        return content.trackers.get(tracker).state();
    }

    @Test
    void announcesFromStartToStop() throws Exception {
        TestUdpTracker tracker = tracker();
        Content content = add(1, 5, tracker.uri());
        await().until(() -> content.found.contains(Samples.at("127.0.0.1", PORT)));
        assertThat(state(content, 0)).isEqualTo(State.WORKING);
        content.share = Optional.of(Samples.share(0));
        announcer.completed(content.infoHash);
        // A response that arrives after the removal brings the tracker another stopped event.
        await().until(() -> tracker.told(COMPLETED) == 1 && content.found.size() == 2);
        announcer.remove(content.infoHash);
        await().until(() -> tracker.told(STOPPED) == 1);
        assertThat(tracker.announces).extracting(TestUdpTracker.Told::event)
                .containsExactly(STARTED, COMPLETED, STOPPED);
        assertThat(tracker.announces).extracting(TestUdpTracker.Told::key)
                .containsOnly(tracker.announces.getFirst().key());
        assertThat(tracker.announces).extracting(TestUdpTracker.Told::port).containsOnly(PORT);
    }

    @Test
    void announcesNothingWhileDataIsChecked() throws Exception {
        TestUdpTracker tracker = tracker();
        Content checking = new Content(1, 0);
        checking.share = Optional.empty();
        announcer.add(checking, List.of(List.of(tracker.uri())));
        Content other = add(2, 0, tracker.uri());
        await().until(() -> !other.found.isEmpty());
        assertThat(tracker.announces).hasSize(1);
        checking.share = Optional.of(Samples.share(7));
        await().until(() -> tracker.announces.size() == 2);
        assertThat(tracker.announces.getLast().left()).isEqualTo(7);
    }

    @Test
    void failingTorrentDoesNotStopTheOthers() throws Exception {
        TestUdpTracker tracker = tracker();
        Content broken = new Content(1, 0);
        broken.broken = true;
        announcer.add(broken, List.of(List.of(tracker.uri())));
        Content breaking = add(3, 0, tracker.uri());
        Content other = add(2, 0, tracker.uri());
        await().until(() -> !other.found.isEmpty() && !breaking.found.isEmpty());
        breaking.broken = true;
        announcer.removeAll();
        await().until(() -> tracker.told(STOPPED) == 1);
        assertThat(tracker.announces).extracting(TestUdpTracker.Told::event)
                .containsExactly(STARTED, STARTED, STOPPED);
    }

    @Test
    void missingCountsAreScraped() throws Exception {
        TestUdpTracker tracker = tracker();
        Content one = add(1, 5, tracker.uri());
        Content two = add(2, 0, tracker.uri());
        await().until(() -> !one.found.isEmpty() && !two.found.isEmpty());
        later(Duration.ofSeconds(2));
        await().until(() -> one.trackers.getFirst().counts().isComplete()
                && two.trackers.getFirst().counts().isComplete());
        assertThat(one.trackers.getFirst().counts()).isEqualTo(SwarmCounts.of(0, 1, 7));
        assertThat(tracker.scrapes).hasValue(1);
    }

    @Test
    void triesTheNextTrackerAfterAFailure() throws Exception {
        HttpServer server = HttpServer
                .create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        opened.addFirst(() -> server.stop(0));
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
        });
        server.start();
        URI broken = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/announce");
        URI nonsense = URI.create("gopher://127.0.0.1/announce");
        Content content = add(1, 5, broken, nonsense, tracker().uri());
        await().until(() -> !content.found.isEmpty());
        assertThat(content.trackers).extracting(TrackerStatus::state)
                .containsExactly(State.FAILING, State.FAILING, State.WORKING);
        assertThat(content.trackers).extracting(TrackerStatus::notice).containsExactly(
                Optional.of(new TrackerNotice.NoResponse("HTTP status 503")),
                Optional.of(new TrackerNotice.NoResponse(
                        "trackers are reached over http, https or udp, not gopher")),
                Optional.empty());
    }

    @Test
    void triesTheNextTierWhileATrackerIsSilent() throws Exception {
        TestUdpTracker second = tracker();
        TestUdpTracker first = new TestUdpTracker() {
            @Override
            protected List<ByteBuffer> instead(ByteBuffer request, ByteBuffer answer) {
                if (second.told(STARTED) == 0) {
                    later(Duration.ofSeconds(5));
                    await().atMost(Duration.ofSeconds(60))
                            .until(() -> second.told(STARTED) == 1);
                }
                return List.of(answer);
            }
        };
        opened.addFirst(first);
        Content content = add(1, 5, first.uri(), second.uri());
        await().atMost(Duration.ofSeconds(60)).until(() -> content.found.size() == 2);
        assertThat(first.told(STARTED)).isEqualTo(1);
        assertThat(content.trackers).extracting(TrackerStatus::state)
                .containsOnly(State.WORKING);
        announcer.remove(content.infoHash);
        await().until(() -> first.told(STOPPED) == 1 && second.told(STOPPED) == 1);
    }

    @Test
    void statusShowsTheFailureReason() throws Exception {
        ByteBuffer refusal = ByteBuffer.allocate(10).putInt(3).putInt(0)
                .put(Samples.ascii("no")).flip();
        TestUdpTracker tracker = new TestUdpTracker() {
            @Override
            protected List<ByteBuffer> instead(ByteBuffer request, ByteBuffer answer) {
                return List.of(refusal.duplicate().putInt(4, request.getInt(12)));
            }
        };
        opened.addFirst(tracker);
        Content content = add(1, 5, tracker.uri());
        await().until(() -> state(content, 0) == State.FAILING);
        assertThat(content.trackers.getFirst().notice())
                .contains(new TrackerNotice.FailureReason("no"));
        assertThat(content.trackers.getFirst().nextAnnounce()).isPresent();
    }

    @Test
    void newTrackerOfAPrivateTorrentDisconnectsPeers() throws Exception {
        AtomicBoolean failing = new AtomicBoolean();
        ByteBuffer refusal = ByteBuffer.allocate(8).putInt(3).putInt(0).flip();
        TestUdpTracker first = new TestUdpTracker() {
            @Override
            protected List<ByteBuffer> instead(ByteBuffer request, ByteBuffer answer) {
                return List.of(failing.get()
                        ? refusal.duplicate().putInt(4, request.getInt(12))
                        : answer);
            }
        };
        opened.addFirst(first);
        Content content = new Content(1, 5);
        content.isPrivate = true;
        announcer.add(content, List.of(List.of(first.uri()), List.of(tracker().uri())));
        await().until(() -> content.found.size() == 1);
        assertThat(content.left).hasValue(0);
        failing.set(true);
        content.share = Optional.of(Samples.share(0));
        announcer.completed(content.infoHash);
        await().until(() -> content.found.size() == 2);
        assertThat(content.left).hasValue(1);
    }

    @Test
    void twoThousandTorrentsShareOneSocketAndItsConnections() throws Exception {
        TestUdpTracker tracker = tracker();
        List<Content> contents = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            contents.add(add(i, i % 2, tracker.uri()));
        }
        await().until(() -> contents.stream().noneMatch(content -> content.found.isEmpty()));
        assertThat(tracker.announces).hasSize(2000);
        assertThat(tracker.connects).hasValueLessThan(10);
        announcer.close();
        assertThat(tracker.told(STOPPED)).isEqualTo(2000);
    }

    @Test
    void closeDoesNotWaitForSilentTrackers() throws Exception {
        try (DatagramSocket silent = new DatagramSocket(0, InetAddress.ofLiteral("127.0.0.1"))) {
            URI uri = URI.create("udp://127.0.0.1:" + silent.getLocalPort());
            for (int i = 0; i < 100; i++) {
                add(i, 1, uri);
            }
            silent.receive(new java.net.DatagramPacket(new byte[100], 100));
            announcer.close();
        }
    }

    @Test
    void closesTwiceAndUnused() {
        announcer.close();
        announcer.close();
    }

    @Test
    void httpServerGetsSixteenRequestsAtATime() throws Exception {
        AtomicInteger asking = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger asked = new AtomicInteger();
        HttpServer server = HttpServer
                .create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        opened.addFirst(() -> server.stop(0));
        var threads = Executors.newVirtualThreadPerTaskExecutor();
        opened.addFirst(threads);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            most.accumulateAndGet(asking.incrementAndGet(), Math::max);
            byte[] body = Samples.ascii("d8:completei0e10:downloadedi0e10:incompletei0ee");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            asking.decrementAndGet();
            asked.incrementAndGet();
            exchange.close();
        });
        server.start();
        URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/announce");
        for (int i = 0; i < 100; i++) {
            add(i, 1, uri);
        }
        await().until(() -> asked.get() == 100);
        assertThat(most).hasValueLessThanOrEqualTo(16);
    }
}
