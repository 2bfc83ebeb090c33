package org.gridtorrent.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import org.gridtorrent.e2e.probe.Intruder;
import org.gridtorrent.e2e.probe.Leech;
import org.gridtorrent.e2e.probe.RawTracker;
import org.gridtorrent.e2e.process.Until;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The errand in small, and everything that somebody without a right might try instead. */
class PublishAndGetIT {
    private static final long LENGTH = 40_000_000;
    private static final String TITLE = "Odd names and empty files";

    private static Stage stage;
    private static Actor publisher;
    private static Actor member;
    private static Actor stranger;
    private static Tree original;
    private static String datasetId;
    private static String infoHash;

    @BeforeAll
    static void publish() throws IOException {
        stage = Stage.open(PublishAndGetIT.class);
        publisher = stage.actor("publisher");
        member = stage.actor("member");
        stranger = stage.actor("stranger");
        var data = stage.shelf.resolve("odd names");
        original = SampleData.fill(data, LENGTH, 20260101);
        stage.group(publisher, member);
        datasetId = stage.publish(publisher, data, TITLE);
        infoHash = publisher.api().get("/datasets/" + datasetId).path("infoHash").asText();
    }

    @AfterAll
    static void end() {
        stage.close();
    }

    @Test
    void memberGetsEveryByte() {
        assertThat(member.person().find("odd empty", TITLE)).isEqualTo(datasetId);
        member.get(datasetId).awaitDone(Duration.ofSeconds(60), _ -> {});
        original.expectSame(Tree.of(Stage.copyOf(member, stage.shelf.resolve("odd names"))));
    }

    @Test
    void strangerFindsNothingOnPages() {
        assertThat(stranger.person().search("odd").says(TITLE)).isFalse();
        var browser = stranger.person().browser();
        var forbidden = browser.open("/datasets/" + datasetId).expect(404);
        var unknown = browser.open("/datasets/aaaaaaaaaaaaaaaa").expect(404);
        assertThat(forbidden.document().text()).isEqualTo(unknown.document().text());
    }

    @Test
    void strangerGetsNothingFromTracker() {
        var tracker = new RawTracker(stage.site.tracker(), stranger.machine().home());
        tracker.expectGranted("fetchTasks",
                "<afterRevision>0</afterRevision><waitSeconds>0</waitSeconds>");
        var byHash = "<infoHash>" + infoHash + "</infoHash>";
        assertThat(tracker.refusal("fetchContent", "<contentId>" + datasetId + "</contentId>"))
                .isEqualTo("NOT_FOUND");
        assertThat(tracker.refusal("listPeers", byHash + "<most>50</most>")).isEqualTo("NOT_FOUND");
        assertThat(tracker.refusal("issueTicket", byHash)).isEqualTo("NOT_FOUND");
        assertThat(tracker.refusal("fetchAccessList", byHash)).isEqualTo("NOT_FOUND");
        assertThat(tracker.refusal("announce", byHash
                + "<event>started</event><uploaded>0</uploaded><downloaded>0</downloaded><left>1</left>"))
                .isEqualTo("NOT_FOUND");
    }

    @Test
    void strangerGetsNothingFromPeer() {
        new Intruder(stranger.machine().home())
                .expectRefused(publisher.machine().address(), infoHash);
    }

    /** More than the peer talks with at a time, and one that says a byte now and then. */
    @Test
    void crowdThatSaysNothing_keepsNobodyOut() throws IOException {
        var crowd = new ArrayList<Socket>();
        try {
            for (int i = 0; i < 300; i++) {
                var address = publisher.machine().address();
                crowd.add(new Socket(address.getAddress(), address.getPort()));
            }
            var ticket = new RawTracker(stage.site.tracker(), member.machine().home())
                    .ticket(infoHash);
            Leech.admitted(member.machine().home(), publisher.machine().address(), infoHash,
                    ticket).close();
            var slow = crowd.getLast();
            slow.getOutputStream().write(new byte[]{0x16, 3, 1, 0x40, 0});
            Until.answered("the end of a slow talker", Duration.ofSeconds(30),
                    () -> isCutOff(slow));
            for (var silent : crowd.subList(0, crowd.size() - 1)) {
                silent.setSoTimeout(30_000);
                assertThat(silent.getInputStream().read()).isEqualTo(-1);
            }
        } finally {
            for (var socket : crowd) {
                socket.close();
            }
        }
    }

    private static Optional<Boolean> isCutOff(Socket socket) {
        try {
            socket.getOutputStream().write(1);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(true);
        }
    }

    @Test
    void strangersCommandSaysNotFound() {
        var outcome = stranger.machine().command("dataset", "get", datasetId).expect(4, 5);
        assertThat(outcome.err().lines()).hasSize(1);
    }
}
