package org.gridtorrent.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.gridtorrent.e2e.probe.RawTracker;
import org.gridtorrent.e2e.process.Polling;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.bencode.Bencode;
import org.gridtorrent.metainfo.bencode.BencodeException;
import org.gridtorrent.metainfo.bencode.BencodeValue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Clients that know nothing of us, at a site that is open to the world: they announce to its tracker,
 * find its machines there, and fetch from them what is public, and that alone.
 */
class StockClientsIT {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final long UNKNOWN = -1;
    private static final String REFUSAL = "no such content here";

    private static Stage stage;
    private static Actor publisher;
    private static Path data;
    private static Metainfo open;
    private static Metainfo hidden;
    private static final AtomicInteger HOMES = new AtomicInteger();

    @BeforeAll
    static void publish() throws Exception {
        stage = Stage.aloneAndOpenToTheWorld(StockClientsIT.class);
        publisher = stage.actor("publisher");
        stage.group(publisher);
        data = stage.shelf.resolve("for the world");
        SampleData.fill(data, 3_000_000);
        open = opened(publisher, data);
        Path secret = stage.shelf.resolve("for the group");
        SampleData.fill(secret, 300_000);
        hidden = published(publisher, secret, "--group", stage.group);
    }

    @AfterAll
    static void end() {
        stage.close();
    }

    /** The metainfo of a data set, by its owner's tracker; it names no trackers for others. */
    private static Metainfo published(Actor owner, Path folder, String... access)
            throws Exception {
        List<String> line = new ArrayList<>(List.of("dataset", "publish", folder.toString(),
                "--title", folder.getFileName().toString(), "--no-wait"));
        line.addAll(List.of(access));
        String id = owner.machine().query(line.toArray(String[]::new)).path("id").asText();
        owner.awaitPublished(id, LIMIT);
        return Metainfo.parse(new RawTracker(stage.site.tracker(), owner.machine().home())
                .metainfo(id));
    }

    /** The same for the world, which is told of it, and of the owner's machine, within seconds. */
    private static Metainfo opened(Actor owner, Path folder, String... more) throws Exception {
        Metainfo content = published(owner, folder,
                Stream.concat(Stream.of("--public"), Stream.of(more)).toArray(String[]::new));
        Polling.answered("its being open", LIMIT,
                () -> Optional.of(true).filter(_ -> counted(content, "complete") == 1));
        return content;
    }

    /** A .torrent file that names the site's tracker for the world. */
    private static StockClient.Running start(StockClient client, Metainfo content, String scheme)
            throws Exception {
        Path home = newHome();
        return start(client, content, scheme, home, home.resolve("downloads"));
    }

    private static Path newHome() throws IOException {
        return Files.createDirectories(stage.folder.resolve("client-" + HOMES.incrementAndGet()));
    }

    private static StockClient.Running start(StockClient client, Metainfo content, String scheme,
            Path home, Path directory) throws Exception {
        client.assumeInstalled();
        ByteBuffer info = content.infoBytes();
        byte[] bytes = new byte[info.remaining()];
        info.get(bytes);
        URI tracker = stage.site.announce(scheme);
        Path torrent = Files.write(home.resolve("content.torrent"),
                Metainfo.ofInfo(bytes, List.of(List.of(tracker))).encoded());
        return client.start(torrent.toString(), home, directory);
    }

    private static void awaitWhole(StockClient.Running client, Path original) throws IOException {
        client.await("all of it", LIMIT, client::finished);
        Tree.of(original).expectSame(Tree.of(client.directory().resolve(original.getFileName())));
    }

    @ParameterizedTest
    @CsvSource({"LIBTORRENT, http", "LIBTORRENT, udp", "ARIA2, http", "ARIA2, udp"})
    void stockClient_fetchesWhatIsPublicFromOurDaemon(StockClient client, String scheme)
            throws Exception {
        try (var running = start(client, open, scheme)) {
            awaitWhole(running, data);
        }
    }

    /** A data set that is published otherwise is private: its clients keep to the site's tracker. */
    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void dataSet_isNotPrivateForStockClientsWhereItsOwnerChoseSo() throws Exception {
        Path folder = stage.shelf.resolve("not private");
        SampleData.fill(folder, 500_000);
        Metainfo content = opened(publisher, folder, "--non-private");
        assertThat(content.isPrivate()).isFalse();
        assertThat(open.isPrivate()).isTrue();
        try (var running = start(StockClient.LIBTORRENT, content, "http")) {
            awaitWhole(running, folder);
            assertThat(running.says("PUBLIC")).isTrue();
        }
        try (var running = start(StockClient.LIBTORRENT, open, "http")) {
            awaitWhole(running, data);
            assertThat(running.says("PRIVATE")).isTrue();
        }
    }

    /** They know the info-hash and the tracker alone: our daemon hands them the metainfo. */
    @ParameterizedTest
    @EnumSource(names = {"TRANSMISSION"}, mode = EnumSource.Mode.EXCLUDE)
    void stockClient_fetchesByTheMagnetLinkOnThePage(StockClient client) throws Exception {
        client.assumeInstalled();
        String id = publisher.person().find("world", "for the world");
        String link = publisher.person().browser().open("/datasets/" + id).expect(200).document()
                .select("a[href^=magnet:]").attr("href");
        Path home = newHome();
        try (var running = client.start(link, home, home.resolve("downloads"))) {
            awaitWhole(running, data);
        }
    }

    /** Transmission announces, and a seed that asks the tracker later finds it and gives it all. */
    @Execution(ExecutionMode.CONCURRENT) // with contents of their own
    @ParameterizedTest
    @CsvSource({"http", "udp"})
    void transmission_isFoundThroughTheTracker(String scheme) throws Exception {
        Path folder = stage.shelf.resolve("found by " + scheme);
        SampleData.fill(folder, 500_000);
        Metainfo content = opened(publisher, folder);
        try (var fetching = start(StockClient.TRANSMISSION, content, scheme)) {
            fetching.await("its announce", LIMIT, () -> counted(content, "incomplete") == 1,
                    () -> "; the tracker counts %d complete, %d incomplete".formatted(
                            counted(content, "complete"), counted(content, "incomplete")));
            try (var _ = start(StockClient.LIBTORRENT, content, scheme, newHome(), stage.shelf)) {
                fetching.await("all of it", LIMIT, fetching::finished);
                // It makes no file for one without bytes.
                Tree.of(folder).withoutEmptyFiles().expectSame(
                        Tree.of(fetching.directory().resolve(folder.getFileName())));
            }
        }
    }

    /** What a scrape of the tracker tells (BEP 48), or that it knows of no such content. */
    private static long counted(Metainfo content, String who) {
        var query = new StringBuilder("/scrape?info_hash=");
        for (byte part : content.infoHash().bytes()) {
            query.append(String.format("%%%02x", part));
        }
        try (HttpClient http = HttpClient.newHttpClient()) {
            byte[] said = http.send(HttpRequest
                    .newBuilder(stage.site.announce("http").resolve(query.toString())).build(),
                    HttpResponse.BodyHandlers.ofByteArray()).body();
            return ((BencodeValue.Dictionary) Bencode.decode(said)).dictionary("files")
                    .map(files -> (BencodeValue.Dictionary) files.entries().firstEntry()
                            .getValue())
                    .flatMap(counts -> counts.integer(who)).orElse(UNKNOWN);
        } catch (IOException | BencodeException e) {
            throw new IllegalStateException("no scrape", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** The publisher's machine leaves; one that has fetched it serves the next. */
    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void stockClients_findEachOther() throws Exception {
        Actor leaving = stage.actor("leaving");
        Path left = stage.shelf.resolve("left behind");
        SampleData.fill(left, 1_000_000);
        Metainfo content = opened(leaving, left);
        try (var first = start(StockClient.LIBTORRENT, content, "udp")) {
            awaitWhole(first, left);
            leaving.close();
            try (var second = start(StockClient.ARIA2, content, "http")) {
                awaitWhole(second, left);
            }
        }
    }

    /** Of a refusal over UDP libtorrent says that there was one, and not its words. */
    @ParameterizedTest
    @CsvSource({"http, " + REFUSAL, "udp, sent a failure message"})
    void stockClient_isRefusedWhatIsPrivate(String scheme, String words) throws Exception {
        try (var running = start(StockClient.LIBTORRENT, hidden, scheme)) {
            running.await("a refusal", LIMIT, () -> running.says(words));
            assertThat(running.finished()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LIBTORRENT"}, mode = EnumSource.Mode.EXCLUDE)
    void otherClients_areRefusedItToo(StockClient client) throws Exception {
        try (var running = start(client, hidden, "http")) {
            running.await("a refusal", LIMIT, () -> running.says(REFUSAL));
            assertThat(running.finished()).isFalse();
        }
    }

    @Test
    void plainHandshake_isAnsweredForWhatIsPublicAlone() throws IOException {
        assertThat(answered(open.infoHash())).isTrue();
        assertThat(answered(hidden.infoHash())).isFalse();
        assertThat(answered(InfoHash.ofHex("ab".repeat(20)))).isFalse();
    }

    private static boolean answered(InfoHash content) throws IOException {
        var address = publisher.machine().address();
        try (var socket = new Socket(address.getAddress(), address.getPort())) {
            var out = new ByteArrayOutputStream();
            out.write(19);
            out.writeBytes("BitTorrent protocol".getBytes(StandardCharsets.US_ASCII));
            out.writeBytes(new byte[8]);
            out.writeBytes(content.bytes());
            out.writeBytes("-XX0001-123456789012".getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(out.toByteArray());
            socket.setSoTimeout(20_000);
            return socket.getInputStream().read() == 19;
        }
    }
}
