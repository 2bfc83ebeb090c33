package org.gridtorrent.tracker.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.tracker.swarm.Announce.Event;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several trackers' memories on one catalog. Each is one node; rounds are made by hand. */
class OpenSwarmTrackerTest {
    @TempDir
    private Path folder;
    private OpenSite site;
    private final List<OpenSwarmTracker> trackers = new ArrayList<>();

    @BeforeEach
    void open() throws Exception {
        site = new OpenSite(folder);
    }

    @AfterEach
    void close() {
        trackers.forEach(OpenSwarmTracker::close);
        site.close();
    }

    private OpenSwarmTracker node() {
        OpenSwarmTracker openSwarms = OpenSwarmTracker.openAtRest(site.catalog, SwarmLimits.USUAL,
                site::now);
        trackers.add(openSwarms);
        return openSwarms;
    }

    private static Announce by(InfoHash content, String address, Event event, long left) {
        byte[] peerId = "-XX0001-123456789012".getBytes(StandardCharsets.US_ASCII);
        return new Announce(content, PeerEndpoint.of(InetAddress.ofLiteral(address), 1000), peerId,
                AnnouncerKey.of(peerId, new byte[0]), left == 0, event, 50, true);
    }

    private static Optional<AnnounceResponse> asked(OpenSwarmTracker openSwarms, Announce said) {
        CompletableFuture<Optional<AnnounceResponse>> answer = new CompletableFuture<>();
        openSwarms.whenReady(List.of(said.infoHash()),
                () -> answer.complete(openSwarms.announce(said)));
        return answer.orTimeout(30, TimeUnit.SECONDS).join();
    }

    private static List<String> told(OpenSwarmTracker openSwarms, InfoHash content,
            String address) {
        return asked(openSwarms, by(content, address, Event.STARTED, 1)).orElseThrow().peers()
                .stream()
                .map(peer -> peer.place().toString()).sorted().toList();
    }

    private static void rounds(OpenSwarmTracker... trackers) {
        for (OpenSwarmTracker openSwarms : trackers) {
            openSwarms.round();
        }
        for (OpenSwarmTracker openSwarms : trackers) {
            openSwarms.round();
        }
    }

    @Test
    void whatIsPrivate_isAnsweredAsWhatIsNot() {
        InfoHash hidden = site.publishPrivately();
        OpenSwarmTracker openSwarms = node();
        InfoHash unknown = InfoHash.ofHex("ff".repeat(20));
        for (InfoHash each : List.of(hidden, unknown)) {
            assertThat(asked(openSwarms, by(each, "198.18.0.1", Event.STARTED, 1))).isEmpty();
            assertThat(openSwarms.counts(each)).isEmpty();
        }
    }

    @Test
    void whatIsPublished_isOpenAtTheNextRound() {
        OpenSwarmTracker openSwarms = node();
        InfoHash content = site.publishForEveryone();
        assertThat(asked(openSwarms, by(content, "198.18.0.1", Event.STARTED, 1))).isEmpty();
        openSwarms.round();
        assertThat(asked(openSwarms, by(content, "198.18.0.1", Event.STARTED, 1))).isPresent();
    }

    @Test
    void accessThatNarrows_endsTheSwarm() {
        InfoHash content = site.publishForEveryone();
        OpenSwarmTracker openSwarms = node();
        told(openSwarms, content, "198.18.0.1");
        openSwarms.round();
        site.makePrivate(content);
        openSwarms.round();
        assertThat(asked(openSwarms, by(content, "198.18.0.1", Event.STARTED, 1))).isEmpty();
        site.catalog.sharing().openSwarms().purge(site.now().minus(Duration.ofDays(1)));
        assertThat(site.catalog.sharing().openSwarms()
                .heardSince(site.now().minus(Duration.ofDays(1)), 9))
                .isEmpty();
    }

    @Test
    void devicesOfTheSite_areAmongThePeers() {
        InfoHash content = site.publishForEveryone();
        site.deviceAnnounces(content, "198.18.9.9", 0);
        OpenSwarmTracker openSwarms = node();
        assertThat(told(openSwarms, content, "198.18.0.1")).as("the first to ask waits for it")
                .containsExactly("198.18.9.9:" + OpenSite.DEVICE_PORT);
        assertThat(openSwarms.counts(content)).contains(new ScrapeCounts(1, 1, 0));
    }

    @Test
    void devicesThatWereWithdrawn_areNot() {
        InfoHash content = site.publishForEveryone();
        site.deviceAnnounces(content, "198.18.9.9", 0);
        site.catalog.machines().withdrawals().withdraw(site.device.accountId(), site.device.id());
        assertThat(told(node(), content, "198.18.0.1")).isEmpty();
    }

    @Test
    void twoNodes_tellEachOthersPeers() {
        InfoHash content = site.publishForEveryone();
        OpenSwarmTracker one = node();
        OpenSwarmTracker other = node();
        told(one, content, "198.18.0.1");
        rounds(one, other);
        assertThat(told(other, content, "198.18.0.2")).containsExactly("198.18.0.1:1000");
        rounds(one, other);
        assertThat(told(one, content, "198.18.0.1")).containsExactly("198.18.0.2:1000");
        site.pass(Duration.ofSeconds(1));
        asked(other, by(content, "198.18.0.1", Event.STOPPED, 1));
        rounds(other, one);
        assertThat(one.counts(content)).contains(new ScrapeCounts(0, 1, 0));
    }

    @Test
    void theLatestWord_countsWhateverNodeHeardIt() {
        InfoHash content = site.publishForEveryone();
        OpenSwarmTracker one = node();
        OpenSwarmTracker other = node();
        told(one, content, "198.18.0.1");
        rounds(one, other);
        site.pass(Duration.ofSeconds(1));
        asked(other, by(content, "198.18.0.1", Event.COMPLETED, 0));
        rounds(one, other);
        assertThat(one.counts(content)).contains(new ScrapeCounts(1, 0, 1));
        assertThat(other.counts(content)).contains(new ScrapeCounts(1, 0, 1));
    }

    @Test
    void downloads_addUpOverNodesAndStarts() {
        InfoHash content = site.publishForEveryone();
        OpenSwarmTracker one = node();
        OpenSwarmTracker other = node();
        for (OpenSwarmTracker openSwarms : List.of(one, other)) {
            String address = "198.18.0." + trackers.indexOf(openSwarms);
            asked(openSwarms, by(content, address, Event.STARTED, 1));
            asked(openSwarms, by(content, address, Event.COMPLETED, 0));
        }
        rounds(one, other);
        assertThat(one.counts(content).orElseThrow().downloads()).isEqualTo(2);
        assertThat(node().counts(content).orElseThrow().downloads()).isEqualTo(2);
    }

    @Test
    void whatWasNotedOnce_isThereAfterAKill() {
        InfoHash content = site.publishForEveryone();
        OpenSwarmTracker killed = node();
        told(killed, content, "198.18.0.1");
        killed.round();
        told(killed, content, "198.18.0.2");
        OpenSwarmTracker next = node();
        assertThat(next.counts(content)).contains(new ScrapeCounts(0, 1, 0));
        assertThat(told(next, content, "198.18.0.2")).as("it comes again by itself")
                .containsExactly("198.18.0.1:1000");
    }

    @Test
    void orderlyEnd_notesAll() {
        InfoHash content = site.publishForEveryone();
        try (OpenSwarmTracker ends = node()) {
            trackers.clear();
            told(ends, content, "198.18.0.1");
        }
        assertThat(node().counts(content)).contains(new ScrapeCounts(0, 1, 0));
    }

    @Test
    void whoIsSilent_isForgottenEverywhere() {
        InfoHash content = site.publishForEveryone();
        OpenSwarmTracker openSwarms = node();
        told(openSwarms, content, "198.18.0.1");
        openSwarms.round();
        site.pass(SwarmKeeper.LIFE.plusSeconds(1));
        for (int i = 0; i < 60; i++) {
            openSwarms.round();
        }
        assertThat(openSwarms.counts(content)).contains(new ScrapeCounts(0, 0, 0));
        assertThat(node().counts(content)).contains(new ScrapeCounts(0, 0, 0));
    }

    private static List<Integer> intervals(OpenSwarmTracker openSwarms, Announce said) {
        return IntStream.range(0, 50)
                .mapToObj(_ -> asked(openSwarms, said).orElseThrow().intervalSeconds()).toList();
    }

    @Test
    void intervals_areNotAllTheSame() {
        InfoHash content = site.publishForEveryone();
        OpenSwarmTracker openSwarms = node();
        told(openSwarms, content, "198.18.0.2");
        List<Integer> intervals = intervals(openSwarms,
                by(content, "198.18.0.1", Event.UPDATE, 1));
        assertThat(intervals).allMatch(seconds -> seconds >= 720 && seconds <= 1080);
        assertThat(intervals.stream().distinct().count()).isGreaterThan(10);
    }

    @Test
    void whoIsToldOfNobody_comesAgainSoon() {
        InfoHash content = site.publishForEveryone();
        OpenSwarmTracker openSwarms = node();
        for (Announce said : List.of(by(content, "198.18.0.1", Event.UPDATE, 1),
                by(content, "198.18.0.1", Event.STARTED, 0))) {
            assertThat(intervals(openSwarms, said))
                    .allMatch(seconds -> seconds >= 48 && seconds <= 72);
        }
        for (Event event : List.of(Event.COMPLETED, Event.UPDATE)) {
            assertThat(intervals(openSwarms, by(content, "198.18.0.1", event, 0)))
                    .as("a seed waits for others to come").allMatch(seconds -> seconds >= 720);
        }
    }

    @Test
    void withoutItsDatabase_itAnswersFromMemory() throws Exception {
        OpenSwarmTracker openSwarms;
        InfoHash content;
        try (OpenSite gone = new OpenSite(folder.resolve("gone"))) {
            content = gone.publishForEveryone();
            openSwarms = OpenSwarmTracker.openAtRest(gone.catalog, SwarmLimits.USUAL, gone::now);
            told(openSwarms, content, "198.18.0.1");
        }
        assertThatThrownBy(openSwarms::round).hasMessageContaining("does not answer");
        assertThat(told(openSwarms, content, "198.18.0.2")).containsExactly("198.18.0.1:1000");
    }
}
