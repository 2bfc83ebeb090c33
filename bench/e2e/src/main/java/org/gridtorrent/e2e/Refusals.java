package org.gridtorrent.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gridtorrent.e2e.probe.Intruder;
import org.gridtorrent.e2e.probe.RawTracker;
import org.gridtorrent.e2e.process.CheckFailure;
import org.gridtorrent.e2e.process.Site;

/** Everything that somebody without a right might try, and how each door answers. */
final class Refusals {
    private static final int NOBODY_ANSWERED = 6;
    private final Console console;
    private final Site site;
    private final Actor publisher;
    private final Actor stranger;
    private final String datasetId;
    private final String title;
    private final String words;
    private final Path folder;
    private final String infoHash;

    Refusals(Console console, Site site, Actor publisher, Actor stranger, String datasetId,
            String title,
            String words, Path folder) {
        this.console = console;
        this.site = site;
        this.publisher = publisher;
        this.stranger = stranger;
        this.datasetId = datasetId;
        this.title = title;
        this.words = words;
        this.folder = folder;
        this.infoHash = publisher.api().get("/datasets/" + datasetId).path("infoHash").asText();
    }

    void run() {
        console.step("A stranger is refused by the pages", this::byPages);
        console.step("The stranger is refused by the tracker", this::byTracker);
        console.step("The stranger is refused by the peer itself", this::byPeer);
    }

    private String byPages() {
        if (stranger.person().search(words).says(title)) {
            throw new CheckFailure("the search shows the stranger what is not theirs to know");
        }
        var browser = stranger.person().browser();
        browser.open("/datasets/" + datasetId).expect(404);
        var unknown = browser.open("/datasets/" + "a".repeat(datasetId.length())).expect(404);
        var forbidden = browser.open("/datasets/" + datasetId).expect(404);
        if (!unknown.document().text().equals(forbidden.document().text())) {
            throw new CheckFailure("a forbidden data set's page can be told from an unknown one's");
        }
        return "not in search; its page answers 404, as if there were none";
    }

    private String byTracker() {
        stranger.machine().command("dataset", "get", datasetId).expect(4, 5);
        var tracker = new RawTracker(site.tracker(), stranger.machine().home());
        tracker.expectGranted("fetchTasks",
                "<afterRevision>0</afterRevision><waitSeconds>0</waitSeconds>");
        var byHash = "<infoHash>" + infoHash + "</infoHash>";
        var requests = List.of(
                new String[]{"fetchContent", "<contentId>" + datasetId + "</contentId>"},
                new String[]{"listPeers", byHash + "<most>50</most>"},
                new String[]{"issueTicket", byHash},
                new String[]{"fetchAccessList", byHash});
        for (var request : requests) {
            var code = tracker.refusal(request[0], request[1]);
            if (!code.equals("NOT_FOUND")) {
                throw new CheckFailure(
                        "%s is refused with %s, not NOT_FOUND".formatted(request[0], code));
            }
        }
        return "no metainfo, no peers, no ticket, no access list: NOT_FOUND each time";
    }

    private String byPeer() {
        stranger.machine()
                .command("torrent", "get", leakedTorrent().toString(), "--peer",
                        publisher.machine().listenAddress(), "--dir",
                        folder.resolve("loot").toString(), "--listen", "127.0.0.1:0", "--timeout",
                        "1")
                .expect(NOBODY_ANSWERED);
        new Intruder(stranger.machine().home())
                .expectRefused(publisher.machine().address(), infoHash);
        return "plain BitTorrent with a leaked .torrent: refused; its own certificate, no ticket: refused";
    }

    /** The metainfo from the publisher's own home, as if a careless person had passed it on. */
    private Path leakedTorrent() {
        try (var files = Files.walk(publisher.machine().home().resolve("contents"))) {
            var metainfo = files.filter(Files::isRegularFile)
                    .filter(file -> file.getFileName().toString().endsWith(".torrent")).findFirst()
                    .orElseThrow(() -> new CheckFailure("the publisher's home holds no metainfo"));
            return Files.copy(metainfo, folder.resolve("leaked.torrent"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
