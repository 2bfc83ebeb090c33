package org.gridtorrent.tracker.announce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import javax.crypto.spec.SecretKeySpec;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.testing.TestScale;
import org.gridtorrent.tracker.swarm.OpenSite;
import org.gridtorrent.tracker.swarm.OpenSwarmTracker;
import org.gridtorrent.tracker.swarm.ScrapeCounts;
import org.gridtorrent.tracker.swarm.SwarmLimits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is sent, decoders say yes or no and nothing else, and others are served as before. */
class HostileAnnouncesTest {
    private static final InetAddress FROM = InetAddress.ofLiteral("198.18.0.1");
    private static final List<String> WORDS = List.of("info_hash", "peer_id", "port", "left",
            "numwant", "event", "compact", "=", "&", "%", "%00", "%ff", "started", "-1", "0",
            "18446744073709551616", "?", "#", "+", ";", "\u00ff", "\u4e00", "\0", " ");

    private static final int VOLUME = TestScale.of("announces.volume", 20_000, 1_000_000);

    @TempDir
    private Path folder;
    private OpenSite site;
    private InfoHash content;
    private final SplittableRandom random = new SplittableRandom(
            TestScale.seed("announces.seed"));

    @BeforeEach
    void open() throws Exception {
        site = new OpenSite(folder);
        content = site.publishForEveryone();
    }

    @AfterEach
    void close() {
        site.close();
    }

    private String oddQuery() {
        var query = new StringBuilder(random.nextBoolean()
                ? "info_hash=aaaaaaaaaaaaaaaaaaaa&peer_id=bbbbbbbbbbbbbbbbbbbb&port=1"
                : "");
        int words = random.nextInt(40);
        for (int i = 0; i < words; i++) {
            int at = random.nextInt(query.length() + 1);
            query.insert(at, random.nextInt(4) > 0
                    ? WORDS.get(random.nextInt(WORDS.size()))
                    : String.valueOf((char) random.nextInt(0x180)));
        }
        return query.toString();
    }

    @Test
    void queries_areReadOrRefused() {
        int read = 0;
        for (int i = 0; i < VOLUME; i++) {
            String query = oddQuery();
            try {
                HttpQuery parsed = HttpQuery.parse(query);
                HttpRequests.scrape(parsed, 74);
                HttpRequests.announce(parsed, FROM, 200);
                read++;
            } catch (Refusal e) {
                assertThat(e.words()).isNotEmpty().isPrintable();
            }
        }
        assertThat(read).as("some are as they should be").isPositive();
    }

    @Test
    void datagrams_areAnsweredOrDropped() {
        try (OpenSwarmTracker swarms = OpenSwarmTracker.open(site.catalog, SwarmLimits.USUAL,
                site::now)) {
            var ids = new ConnectionIds(new SecretKeySpec(new byte[]{1}, "HmacSHA256"), site::now);
            var openSwarms = new UdpAnnounces(swarms, ids, AnnounceLimits.USUAL);
            var from = new InetSocketAddress(FROM, 1);
            List<Integer> lengths = new ArrayList<>();
            for (int i = 0; i < VOLUME; i++) {
                byte[] odd = new byte[random.nextInt(200)];
                random.nextBytes(odd);
                boolean known = random.nextBoolean() && odd.length >= 12;
                if (known) {
                    ByteBuffer.wrap(odd).putLong(ids.idFor(FROM)).putInt(random.nextInt(4));
                }
                openSwarms.answer(ByteBuffer.wrap(odd), from, (answer, _) -> {
                    lengths.add(answer.remaining());
                    assertThat(known || answer.remaining() <= odd.length).isTrue();
                });
            }
            assertThat(lengths).isNotEmpty();
            assertThat(swarms.counts(content)).contains(new ScrapeCounts(0, 0, 0));
        }
    }

    /** Half a request, nothing at all, garbage, a request that never ends. */
    @Test
    void oddConnections_holdNobodyUp() throws Exception {
        try (var server = AnnounceServer.start("127.0.0.1", 0, site.keys, site.catalog)) {
            List<Socket> odd = new ArrayList<>();
            try {
                for (int i = 0; i < 300; i++) {
                    odd.add(oddConnection(server.port(), i));
                }
                assertThat(answer(server.port())).contains("interval");
            } finally {
                for (Socket socket : odd) {
                    socket.close();
                }
            }
            assertThat(answer(server.port())).contains("interval");
        }
    }

    private Socket oddConnection(int port, int number) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        byte[] garbage = new byte[random.nextInt(20_000)];
        random.nextBytes(garbage);
        byte[] said = switch (number % 4) {
            case 0 -> "GET /announce?info_h".getBytes(StandardCharsets.US_ASCII);
            case 1 -> garbage;
            case 2 -> ("GET /announce?" + "a".repeat(20_000)).getBytes(StandardCharsets.US_ASCII);
            default -> new byte[0];
        };
        try {
            socket.getOutputStream().write(said);
        } catch (IOException e) {
            assertThat(said.length).as("cut off in the middle of much").isGreaterThan(1000);
        }
        return socket;
    }

    private String answer(int port) throws Exception {
        var query = new StringBuilder();
        for (byte part : content.bytes()) {
            query.append(String.format("%%%02x", part));
        }
        URI announce = URI.create("http://127.0.0.1:" + port + "/announce?info_hash=" + query
                + "&peer_id=bbbbbbbbbbbbbbbbbbbb&port=1&left=1");
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(announce).build(),
                    HttpResponse.BodyHandlers.ofString(StandardCharsets.ISO_8859_1)).body();
        }
    }
}
