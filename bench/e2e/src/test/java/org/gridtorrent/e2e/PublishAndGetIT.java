package org.gridtorrent.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.e2e.probe.Intruder;
import org.gridtorrent.e2e.probe.Leech;
import org.gridtorrent.e2e.probe.RawTracker;
import org.gridtorrent.e2e.process.Polling;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The errand in small, and everything that somebody without a right might try instead. */
class PublishAndGetIT {
    private static final long LENGTH = 8_000_000;
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
        original = SampleData.fill(data, LENGTH);
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
            Polling.answered("the end of a slow talker", Duration.ofSeconds(30),
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
    void memberFetchesSingleFilesThroughTheSite() throws IOException {
        for (var path : List.of("ångström µ 計測 ☢.dat", "a'b$c`d;e&f#g%20h.csv", "empty",
                "deep/er/and/deep/er/half.bin")) {
            var file = fetch(member, path, "");
            assertThat(file.statusCode()).as(path).isEqualTo(200);
            assertThat(file.body()).as(path).isEqualTo(bytesOf(path));
        }
        var part = fetch(member, "last half.bin", "bytes=1000001-3000000");
        assertThat(part.statusCode()).isEqualTo(206);
        assertThat(part.body())
                .isEqualTo(Arrays.copyOfRange(bytesOf("last half.bin"), 1_000_001, 3_000_001));
        assertThat(fetch(stranger, "one byte", "").statusCode()).isEqualTo(404);
    }

    /** In a content of its own: what the site fetched a moment ago it would still have. */
    @Test
    void whenNobodyWhoHasItAnswers_theSiteSaysSo() throws IOException {
        var data = stage.shelf.resolve("alone");
        SampleData.fill(data, 1_000_000);
        var id = stage.publish(publisher, data, "Of one machine alone");
        publisher.machine().daemon().kill();
        var answer = member.person().browser().bytes(
                "/datasets/" + id + "/file", "path", "one byte", "");
        assertThat(answer.statusCode()).isEqualTo(504);
        assertThat(new String(answer.body(), StandardCharsets.UTF_8))
                .contains("No machine that has this data set");
        publisher.machine().startDaemon();
        assertThat(Polling.answered("the file of a machine that came back",
                Duration.ofSeconds(60),
                () -> Optional.of(member.person().browser().bytes("/datasets/" + id + "/file",
                        "path", "one byte", "")).filter(file -> file.statusCode() == 200))
                .body()).isEqualTo(Files.readAllBytes(data.resolve("one byte")));
    }

    private static HttpResponse<byte[]> fetch(Actor actor, String path, String range) {
        return actor.person().browser().bytes("/datasets/" + datasetId + "/file", "path", path,
                range);
    }

    private static byte[] bytesOf(String path) throws IOException {
        return Files.readAllBytes(stage.shelf.resolve("odd names").resolve(path));
    }

    @Test
    void strangersCommandSaysNotFound() {
        var outcome = stranger.machine().command("dataset", "get", datasetId).expect(4, 5);
        assertThat(outcome.err().lines()).hasSize(1);
    }
}
