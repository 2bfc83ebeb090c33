package org.gridtorrent.engine.announce.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.gridtorrent.engine.announce.Samples;
import org.gridtorrent.engine.announce.TrackerClient;
import org.gridtorrent.engine.announce.message.AnnounceRequest.Event;
import org.gridtorrent.engine.announce.message.InvalidResponseException;
import org.gridtorrent.engine.announce.message.SwarmCounts;
import org.gridtorrent.engine.announce.message.TrackerFailureException;
import org.gridtorrent.engine.announce.message.TrackerResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HTTP trackers on loopback, each as a test needs it. */
@SuppressWarnings("NullAway.Init") // set before each test
final class HttpTrackerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final String ONE_PEER = "d8:intervali1800e5:peers6:\u007f\0\0\u0001\u001a\u00e1e";

    @TempDir
    Path temp = Path.of("");
    private final TrackerClient trackers = new TrackerClient(System::nanoTime);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch over = new CountDownLatch(1);
    private final Queue<String> asked = new ConcurrentLinkedQueue<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0),
                0);
        server.setExecutor(threads);
        server.start();
    }

    @AfterEach
    void stop() {
        over.countDown();
        trackers.close();
        server.stop(0);
        threads.shutdownNow();
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    private void answer(String path, int status, String body) {
        server.createContext(path, exchange -> send(exchange, status, Samples.ascii(body)));
    }

    private void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        asked.add(exchange.getRequestURI().toString());
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private void redirect(String path, String location) {
        server.createContext(path, exchange -> {
            exchange.getResponseHeaders().set("Location", location);
            send(exchange, 302, new byte[0]);
        });
    }

    private TrackerResponse announce(String path) throws IOException, InterruptedException {
        return announce(path, PATIENCE);
    }

    private TrackerResponse announce(String path, Duration patience)
            throws IOException, InterruptedException {
        return trackers.announce(uri(path), Samples.announcement(Event.STARTED), patience);
    }

    @Test
    void announceReturnsPeers() throws Exception {
        answer("/announce", 200, ONE_PEER);
        assertThat(announce("/announce?pass=key#part").peers())
                .containsExactly(Samples.at("127.0.0.1", 6881));
        assertThat(asked).singleElement().asString().startsWith("/announce?pass=key&info_hash=")
                .endsWith("&event=started");
    }

    @Test
    void gzipIsUnpackedDeclaredOrNot() throws Exception {
        byte[] packed = gzip(Samples.ascii(ONE_PEER));
        server.createContext("/announce-plain", exchange -> send(exchange, 200, packed));
        server.createContext("/announce-declared", exchange -> {
            exchange.getResponseHeaders().set("Content-Encoding", "gzip");
            send(exchange, 200, packed);
        });
        assertThat(announce("/announce-plain").peers()).hasSize(1);
        assertThat(announce("/announce-declared").peers()).hasSize(1);
    }

    @Test
    void damagedAndOversizedGzipIsRejected() throws Exception {
        byte[] packed = gzip(Samples.ascii(ONE_PEER));
        byte[] bomb = gzip(new byte[1024 * 1024 + 1]);
        server.createContext("/announce-cut",
                exchange -> send(exchange, 200, Arrays.copyOf(packed, packed.length / 2)));
        server.createContext("/announce-bomb", exchange -> send(exchange, 200, bomb));
        assertThatThrownBy(() -> announce("/announce-cut"))
                .isInstanceOf(InvalidResponseException.class).hasMessageContaining("damaged");
        assertThatThrownBy(() -> announce("/announce-bomb"))
                .isInstanceOf(InvalidResponseException.class).hasMessageContaining("1 MiB");
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(packed)) {
            out.write(plain);
        }
        return packed.toByteArray();
    }

    @Test
    void redirectsAreFollowedFiveTimes() throws Exception {
        answer("/announce5", 200, ONE_PEER);
        for (int i = 0; i < 5; i++) {
            redirect("/announce" + i, uri("/announce" + (i + 1)).toString());
        }
        redirect("/announce-one-more", "/announce0");
        assertThat(announce("/announce0").peers()).hasSize(1);
        assertThatThrownBy(() -> announce("/announce-one-more"))
                .hasMessageContaining("more than 5 times");
    }

    @Test
    void localServices_getNothingButAnnounces() {
        answer("/admin", 200, ONE_PEER);
        for (String path : List.of("/admin/delete?all=announce", "/admin", "/", "")) {
            assertThatThrownBy(() -> announce(path)).as(path)
                    .hasMessageContaining("nothing but /announce");
        }
        assertThatThrownBy(() -> trackers.announce(URI.create("http://169.254.169.254/latest"),
                Samples.announcement(Event.STARTED), PATIENCE))
                .hasMessageContaining("nothing but /announce");
        assertThat(asked).isEmpty();
    }

    @Test
    void redirectsInACircleEnd() {
        redirect("/announce", "/announce");
        assertThatThrownBy(() -> announce("/announce")).isInstanceOf(InvalidResponseException.class)
                .hasMessageContaining("more than 5 times");
        assertThat(asked).hasSize(6);
    }

    @Test
    void unsafeRedirectsAreNotFollowed() throws Exception {
        URI secure = URI.create("https://tracker.invalid/announce");
        assertThatThrownBy(
                () -> SafeHttpClient.redirected(secure, "http://tracker.invalid/announce"))
                .hasMessageContaining("from HTTPS to plain HTTP");
        URI elsewhere = URI.create("http://198.18.0.1/announce");
        for (String here : List.of("http://127.0.0.1:8480/", "http://[::1]/", "http://localhost/",
                "http://169.254.169.254/latest", "http://0.0.0.0/", "http://[fe80::1]/")) {
            assertThatThrownBy(() -> SafeHttpClient.redirected(elsewhere, here)).as(here)
                    .hasMessageContaining("this machine's own");
        }
        for (String other : List.of("file:///etc/passwd", "ftp://198.18.0.2/", "http:///x",
                "mailto:a@b.c", "http://[zzz/")) {
            assertThatThrownBy(() -> SafeHttpClient.redirected(elsewhere, other)).as(other)
                    .isInstanceOf(InvalidResponseException.class);
        }
        assertThat(SafeHttpClient.redirected(elsewhere, "https://198.18.0.2/a"))
                .isEqualTo(URI.create("https://198.18.0.2/a"));
        assertThat(SafeHttpClient.redirected(elsewhere, "b?c=d"))
                .isEqualTo(URI.create("http://198.18.0.1/b?c=d"));
    }

    @Test
    void endlessBodyTimesOut() {
        server.createContext("/announce", exchange -> {
            exchange.sendResponseHeaders(200, 1000);
            exchange.getResponseBody().write('d');
            exchange.getResponseBody().flush();
            awaitEnd();
        });
        assertThatThrownBy(() -> announce("/announce", Duration.ofMillis(300)))
                .hasMessageContaining("did not answer in time");
    }

    private void awaitEnd() {
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void bodyOfMoreThanAMebibyteIsRejected() {
        answer("/announce", 200, " ".repeat(1024 * 1024 + 1));
        assertThatThrownBy(() -> announce("/announce")).isInstanceOf(IOException.class)
                .hasMessageContaining("1 MiB");
    }

    @Test
    void truncatedBodyIsRejected() {
        server.createContext("/announce", exchange -> {
            exchange.sendResponseHeaders(200, 1000);
            exchange.getResponseBody().write(Samples.ascii(ONE_PEER));
            exchange.getResponseBody().flush();
            throw new IOException("hang up");
        });
        assertThatThrownBy(() -> announce("/announce")).isInstanceOf(IOException.class);
    }

    @Test
    void reportsStatusAndFailures() {
        answer("/announce-missing", 404, "nothing");
        answer("/announce-refused", 403, "d14:failure reason8:go away!e");
        assertThatThrownBy(() -> announce("/announce-missing")).hasMessage("HTTP status 404");
        assertThatThrownBy(() -> announce("/announce-refused"))
                .isInstanceOf(TrackerFailureException.class)
                .hasMessage("go away!");
    }

    @Test
    void reportsRefusedConnections() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        assertThatThrownBy(
                () -> trackers.announce(URI.create("http://127.0.0.1:" + free + "/announce"),
                        Samples.announcement(Event.STARTED), PATIENCE))
                .isInstanceOf(IOException.class).isNotInstanceOf(InvalidResponseException.class)
                .hasMessageContaining("cannot be reached");
    }

    @Test
    void untrustedCertificateIsRejected() throws Exception {
        Path keys = temp.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1", "-genkeypair", "-keyalg", "EC", "-alias", "k",
                "-dname", "CN=127.0.0.1", "-ext",
                "san=ip:127.0.0.1", "-keystore", keys.toString(), "-storepass", "secret")
                .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyManagerFactory factory = KeyManagerFactory
                .getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(KeyStore.getInstance(keys.toFile(), "secret".toCharArray()),
                "secret".toCharArray());
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(factory.getKeyManagers(), null, null);
        HttpsServer secure = HttpsServer
                .create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        secure.setHttpsConfigurator(new HttpsConfigurator(tls));
        secure.createContext("/", exchange -> send(exchange, 200, Samples.ascii(ONE_PEER)));
        secure.start();
        try {
            URI uri = URI
                    .create("https://127.0.0.1:" + secure.getAddress().getPort() + "/announce");
            assertThatThrownBy(() -> trackers.announce(uri,
                    Samples.announcement(Event.STARTED), PATIENCE))
                    .isInstanceOf(IOException.class).hasMessageContaining("certification path");
            assertThat(asked).isEmpty();
        } finally {
            secure.stop(0);
        }
    }

    @Test
    void scrapesManyAtOnce() throws Exception {
        server.createContext("/x/scrape.php", exchange -> {
            String files = "d5:filesd20:" + new String(Samples.infoHash(1).bytes(),
                    java.nio.charset.StandardCharsets.ISO_8859_1)
                    + "d8:completei1e10:downloadedi2e10:incompletei3eeee";
            send(exchange, 200, Samples.ascii(files));
        });
        assertThat(trackers.scrape(uri("/x/announce.php?a=announce"),
                List.of(Samples.infoHash(1), Samples.infoHash(2)), PATIENCE))
                .containsExactly(SwarmCounts.of(1, 3, 2), SwarmCounts.UNKNOWN);
        assertThat(asked).singleElement().asString()
                .startsWith("/x/scrape.php?a=announce&info_hash=").contains("&info_hash=");
    }

    @Test
    void scrapeUrisFollowBep48() {
        assertThat(scrape("http://h/announce")).isEqualTo("http://h/scrape");
        assertThat(scrape("http://announce/x/announce")).isEqualTo("http://announce/x/scrape");
        assertThat(scrape("http://h/announce.php?a=b")).isEqualTo("http://h/scrape.php?a=b");
        assertThat(scrape("http://h/announce?x2%0644")).isEqualTo("http://h/scrape?x2%0644");
        assertThat(scrape("http://h/a")).isEmpty();
        assertThat(scrape("http://h/announce/x")).isEmpty();
        assertThat(scrape("http://h")).isEmpty();
        assertThat(scrape("http://h?x=/announce")).isEmpty();
    }

    private static String scrape(String announce) {
        return HttpTracker.scrapeUri(URI.create(announce)).map(URI::toString).orElse("");
    }

    @Test
    void localPeersOfARemoteTrackerAreIgnored() {
        TrackerResponse answer = Samples.answer(60, Samples.at("127.0.0.1", 1),
                Samples.at("169.254.0.1", 1), Samples.at("::1", 1), Samples.at("fe80::1", 1),
                Samples.at("0.0.0.0", 1), Samples.at("224.0.0.1", 1),
                Samples.at("198.18.0.7", 1));
        assertThat(answer.withCrediblePeers(false).peers())
                .containsExactly(Samples.at("198.18.0.7", 1));
        assertThat(answer.withCrediblePeers(true).peers()).hasSize(5);
    }
}
