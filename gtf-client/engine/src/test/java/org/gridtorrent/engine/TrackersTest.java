package org.gridtorrent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.engine.announce.TestUdpTracker;
import org.gridtorrent.engine.announce.TrackerNotice;
import org.gridtorrent.engine.announce.TrackerStatus;
import org.gridtorrent.engine.announce.TrackerStatus.State;
import org.gridtorrent.engine.status.Obstacle;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.bencode.Bencode;
import org.gridtorrent.metainfo.bencode.BencodeValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Engines on loopback that find each other through a tracker. */
final class TrackersTest {
    private static final int STOPPED = 3;

    @TempDir
    Path temp = Path.of("");
    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    private Engine engine() throws IOException {
        Engine engine = Engine.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), new OpenGate());
        opened.add(engine);
        return engine;
    }

    private TestUdpTracker tracker() throws IOException {
        TestUdpTracker tracker = new TestUdpTracker();
        opened.addFirst(tracker);
        return tracker;
    }

    private TestContent content() throws IOException {
        return TestContent.make(Files.createDirectories(temp.resolve("source")), 42, 300_000,
                777_777);
    }

    /** The same content, with a tracker in each tier. */
    static Metainfo announced(Metainfo metainfo, URI... trackers) throws Exception {
        var outer = (BencodeValue.Dictionary) Bencode.decode(metainfo.encoded());
        Map<String, BencodeValue> entries = new TreeMap<>();
        outer.entries().forEach((key, value) -> entries.put(key.toString(), value));
        List<BencodeValue> tiers = new ArrayList<>();
        for (URI tracker : trackers) {
            tiers.add(new BencodeValue.ListValue(List.of(BencodeValue.of(tracker.toString()))));
        }
        entries.put("announce-list", new BencodeValue.ListValue(tiers));
        return Metainfo.parse(Bencode.encode(Bencode.dictionary(entries)));
    }

    private Swarm fetch(Engine engine, Metainfo metainfo) {
        return engine.add(metainfo, temp.resolve("leech"), temp.resolve("leech-state"),
                SwarmOptions.downloading());
    }

    private Swarm seed(TestContent content, Metainfo metainfo) throws IOException {
        Swarm swarm = engine().add(metainfo, content.directory(), temp.resolve("seed-state"),
                SwarmOptions.seedingInPlace());
        await().until(() -> swarm.status().phase() == SwarmPhase.SEEDING);
        return swarm;
    }

    @Test
    void leechFindsTheSeed_andBothSendStopped() throws Exception {
        TestContent content = content();
        TestUdpTracker tracker = tracker();
        Metainfo metainfo = announced(content.metainfo(), tracker.uri());
        Swarm seed = seed(content, metainfo);
        await().until(() -> !tracker.announces.isEmpty());
        Swarm leech = fetch(engine(), metainfo);
        leech.completion().get(30, TimeUnit.SECONDS);
        await().until(() -> tracker.announces.stream().anyMatch(told -> told.event() == 1));
        assertThat(tracker.announces).filteredOn(told -> told.event() == 1)
                .as("the seed was complete from the start").hasSize(1);
        assertThat(seed.status().trackers()).extracting(TrackerStatus::state)
                .containsExactly(State.WORKING);
        for (AutoCloseable engine : opened.subList(1, 3)) {
            engine.close();
        }
        assertThat(tracker.told(STOPPED)).isEqualTo(2);
    }

    @Test
    void statusShowsTheTrackersCountsWithoutPeers() throws Exception {
        TestUdpTracker tracker = tracker();
        Swarm swarm = fetch(engine(), announced(content().metainfo(), tracker.uri()));
        await().untilAsserted(() -> assertThat(swarm.status().trackers())
                .extracting(TrackerStatus::uri, TrackerStatus::state,
                        status -> status.counts().seeds(), status -> status.counts().leeches())
                .containsExactly(tuple(tracker.uri(), State.WORKING, OptionalLong.of(0),
                        OptionalLong.of(1))));
        // The tracker names the engine itself, which is dialled once.
        await().untilAsserted(() -> assertThat(swarm.status().obstacle())
                .contains(new Obstacle.NoPeers(false)));
    }

    @Test
    void statusShowsWhyAllTrackersFail() throws Exception {
        Metainfo metainfo = announced(content().metainfo(), URI.create("gopher://a.invalid/"),
                URI.create("udp://127.0.0.1/secret"));
        Swarm swarm = fetch(engine(), metainfo);
        await().untilAsserted(() -> assertThat(swarm.status().trackers())
                .extracting(TrackerStatus::notice).containsExactly(
                        Optional.of(new TrackerNotice.NoResponse(
                                "trackers are reached over http, https or udp, not gopher")),
                        Optional.of(new TrackerNotice.NoResponse(
                                "its address has no host and port"))));
        assertThat(swarm.status().obstacle()).contains(new Obstacle.NoPeers(false));
    }

    @Test
    void disconnectedPeersAreForgotten() throws Exception {
        TestContent content = content();
        Swarm seed = seed(content, content.metainfo());
        Swarm leech = fetch(engine(), content.metainfo());
        leech.addPeers(List.of(PeerAddress.tcp(((Engine) opened.getFirst()).listenAddress())));
        leech.completion().get(30, TimeUnit.SECONDS);
        leech.disconnectPeers();
        await().until(() -> leech.status().peersKnown() == 0
                && leech.status().peers().isEmpty() && seed.status().peers().isEmpty());
    }
}
