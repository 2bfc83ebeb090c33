package org.gridtorrent.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.gridtorrent.e2e.probe.Intruder;
import org.gridtorrent.e2e.probe.RawTracker;
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

    @Test
    void strangersCommandSaysNotFound() {
        var outcome = stranger.machine().command("dataset", "get", datasetId).expect(4, 5);
        assertThat(outcome.err().lines()).hasSize(1);
    }
}
