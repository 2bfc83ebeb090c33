package org.gridtorrent.client.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.gridtorrent.client.tracker.DatasetPage.Gone;
import org.gridtorrent.client.tree.FollowedTree;
import org.gridtorrent.client.tree.HeldContentSource;
import org.gridtorrent.client.tree.PublishedSets;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.testing.SmallDisk;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayTest {
    private static final byte[] BYTES = new byte[3_000_000];
    static {
        for (int i = 0; i < BYTES.length; i++) {
            BYTES[i] = (byte) (i * 31 + i / 977);
        }
    }

    @TempDir
    private Path folder;
    private PublishedSets sets;
    private HeldContentSource source;
    private FollowedTree tree;
    private Gateway gateway;
    private Metainfo ice;
    private String host = "";
    private String cookie = "";

    /** Status, headers by their names in lower case, body. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Answer(int status, Map<String, String> headers, byte[] body) {
        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        String header(String name) {
            return headers.getOrDefault(name, "");
        }
    }

    @BeforeEach
    void open() throws Exception {
        sets = new PublishedSets(folder);
        source = sets.source();
        tree = sets.tree(source);
        ice = sets.write("ice1", Map.of("a & b'c/x y.bin", BYTES, "page.html",
                "<h1>hello</h1>".getBytes(StandardCharsets.UTF_8), "empty.txt", new byte[0]));
        sets.say(true, List.of(PublishedSets.dataset("ice1", "Ice", "ann", List.of(), "v", 1, ice),
                sets.dataset("snow2", "Snow", "ann", List.of(), "w", 1)), List.of(), false);
        tree.hear(1);
        await().until(() -> tree.find("id/ice1").isPresent() && tree.find("id/snow2").isPresent());
        gateway = new Gateway(tree, folder.resolve("drafts"), folder.resolve("uploads"),
                OptionalInt.empty(), URI.create("https://site.example/"));
    }

    @AfterEach
    void close() {
        gateway.close();
        tree.close();
        source.close();
    }

    /** Opens the data set as a browser does, and keeps the cookie. */
    private Answer enter(String id, String path) throws Exception {
        URI address = gateway.open(id, path).orElseThrow();
        host = address.getRawAuthority();
        Answer answer = ask("GET", address.getRawPath() + "?" + address.getRawQuery());
        cookie = answer.header("set-cookie").replaceFirst(";.*", "");
        return answer;
    }

    private Answer ask(String method, String path, String... headers) throws IOException {
        var request = new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: " + host
                + "\r\nConnection: close\r\n");
        if (!cookie.isEmpty()) {
            request.append("Cookie: other=1; ").append(cookie).append("\r\n");
        }
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        return raw(request + "\r\n");
    }

    private Answer raw(String request) throws IOException {
        int port = Integer.parseInt(host.replaceFirst(".*:", ""));
        try (Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), port)) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            byte[] all = socket.getInputStream().readAllBytes();
            String text = new String(all, StandardCharsets.ISO_8859_1);
            int end = text.indexOf("\r\n\r\n");
            String[] lines = text.substring(0, end).split("\r\n", -1);
            Map<String, String> headers = new TreeMap<>();
            for (String line : lines) {
                int colon = line.indexOf(':');
                if (colon > 0) {
                    headers.put(line.substring(0, colon).toLowerCase(Locale.ROOT),
                            line.substring(colon + 1).strip());
                }
            }
            return new Answer(Integer.parseInt(lines[0].split(" ", 3)[1]), headers,
                    Arrays.copyOfRange(all, end + 4, all.length));
        }
    }

    private Answer get(String path, String... headers) throws IOException {
        return ask("GET", path, headers);
    }

    private static final String FILE = "/a%20%26%20b%27c/x%20y.bin";

    @Test
    void openedAddress_becomesACookieOnce() throws Exception {
        URI address = gateway.open("ice1", "a & b'c").orElseThrow();
        host = address.getRawAuthority();
        assertThat(host).matches("ds-ice1\\.localhost:\\d+");
        String path = address.getRawPath() + "?" + address.getRawQuery();
        Answer answer = get(path);
        assertThat(answer.status).isEqualTo(303);
        assertThat(answer.header("location")).isEqualTo("/a%20%26%20b%27c");
        assertThat(answer.header("set-cookie")).contains("HttpOnly", "SameSite=Strict")
                .doesNotContain("Domain");
        assertThat(get(path).status).isEqualTo(403);
        assertThat(get("/").status).isEqualTo(403);
        cookie = answer.header("set-cookie").replaceFirst(";.*", "");
        assertThat(get("/").status).isEqualTo(200);
        host = host.replace("ice1", "snow2");
        assertThat(get("/").status).isEqualTo(403);
    }

    @Test
    void whatIsNotThereIsNotOpened() throws Exception {
        assertThat(gateway.open("ice1", "nothing")).isEmpty();
        assertThat(gateway.open("ice1", "page.html")).isPresent();
    }

    @Test
    void pages_speakTheLanguageThatTheBrowserLikesBest() throws Exception {
        enter("ice1", "");
        assertThat(get("/", "Accept-Language: fr, de-AT;q=0.8, en;q=0.5").text())
                .contains("<html lang=\"de\">", "Veröffentlicht").doesNotContain("Published");
        assertThat(get("/nothing", "Accept-Language: de").text())
                .contains("Der Datensatz hat keine Datei und keinen Ordner dieses Namens.");
        for (String other : List.of("fr", "en, de;q=0.5", "~", "*")) {
            assertThat(get("/", "Accept-Language: " + other).text()).as(other)
                    .contains("<html lang=\"en\">", "Published");
        }
        assertThat(GatewayTexts.of("de").words().keySet())
                .isEqualTo(GatewayTexts.of("en").words().keySet());
    }

    @Test
    void folders_arePagesThatLoadNothing() throws Exception {
        enter("ice1", "");
        Answer page = get("/");
        assertThat(page.text())
                .contains("<title>Ice ·", "<h1>Ice</h1>", "href=\"./a%20%26%20b%27c/\"",
                        "a &amp; b&#39;c/", "page.html")
                .doesNotContain("<script", "a & b'c");
        assertThat(page.header("content-security-policy")).startsWith("default-src 'none'");
        assertThat(page.header("x-content-type-options")).isEqualTo("nosniff");
        Answer without = get("/a%20%26%20b%27c");
        assertThat(without.status).isEqualTo(303);
        assertThat(without.header("location")).isEqualTo("/a%20%26%20b%27c/");
        assertThat(get("/a%20%26%20b%27c/").text()).contains("x%20y.bin", "x y.bin");
    }

    @Test
    void files_areSentWholeAndInRanges() throws Exception {
        enter("ice1", "");
        Answer whole = get(FILE);
        assertThat(whole.status).isEqualTo(200);
        assertThat(whole.body).isEqualTo(BYTES);
        assertThat(whole.header("etag")).isEqualTo('"' + ice.infoHash().hex() + FILE + '"');
        assertThat(whole.header("accept-ranges")).isEqualTo("bytes");
        assertThat(whole.header("content-type")).isEqualTo("application/octet-stream");
        Answer part = get(FILE, "Range: bytes=1000000-2499999");
        assertThat(part.status).isEqualTo(206);
        assertThat(part.header("content-range")).isEqualTo("bytes 1000000-2499999/3000000");
        assertThat(part.body).isEqualTo(
                Arrays.copyOfRange(BYTES, 1_000_000, 2_500_000));
        assertThat(get(FILE, "Range: bytes=-5").body).isEqualTo(
                Arrays.copyOfRange(BYTES, 2_999_995, 3_000_000));
        Answer behind = get(FILE, "Range: bytes=3000000-");
        assertThat(behind.status).isEqualTo(416);
        assertThat(behind.header("content-range")).isEqualTo("bytes */3000000");
        assertThat(get(FILE, "Range: bytes=0-1,4-5").status).isEqualTo(200);
        assertThat(get(FILE, "Range: bytes=0-1", "If-Range: \"other\"").status).isEqualTo(200);
        assertThat(get(FILE, "Range: bytes=0-1", "If-Range: " + whole.header("etag")).status)
                .isEqualTo(206);
        assertThat(get(FILE, "If-None-Match: \"x\", " + whole.header("etag")).status)
                .isEqualTo(304);
        assertThat(get("/empty.txt").status).isEqualTo(200);
        Answer head = ask("HEAD", FILE);
        assertThat(head.header("content-length")).isEqualTo("3000000");
        assertThat(head.body).isEmpty();
    }

    @Test
    void files_areShownWithoutScripts() throws Exception {
        enter("ice1", "");
        Answer page = get("/page.html");
        assertThat(page.header("content-type")).isEqualTo("text/html; charset=utf-8");
        assertThat(page.header("content-security-policy")).startsWith("sandbox allow-same-origin;")
                .doesNotContain("script");
    }

    @Test
    void otherHostsAndOtherSites_areRefused() throws Exception {
        enter("ice1", "");
        String own = host;
        for (String other : List.of("localhost:" + own.replaceFirst(".*:", ""),
                "ds-ice1.localhost:1", "ds-ice1.localhost", "ds-ice1.localhost.example.org:"
                        + own.replaceFirst(".*:", ""))) {
            Answer answer = raw("GET / HTTP/1.1\r\nHost: " + other + "\r\nCookie: " + cookie
                    + "\r\nConnection: close\r\n\r\n");
            assertThat(answer.status).as(other).isEqualTo(403);
            assertThat(answer.text()).as(other).contains("not this gateway");
        }
        assertThat(get("/", "Sec-Fetch-Site: same-origin").status).isEqualTo(200);
        assertThat(get("/", "Sec-Fetch-Site: none").status).isEqualTo(200);
        assertThat(get("/", "Sec-Fetch-Site: cross-site").status).isEqualTo(403);
        assertThat(get("/", "Sec-Fetch-Site: same-site").status).isEqualTo(403);
        assertThat(get("/", "Origin: http://" + own).status).isEqualTo(200);
        assertThat(get("/", "Origin: http://evil.example").status).isEqualTo(403);
        assertThat(get("/", "Origin: null").status).isEqualTo(403);
        assertThat(ask("POST", "/").status).isEqualTo(403);
        assertThat(ask("POST", "/", "Origin: http://" + own).status).isEqualTo(405);
        assertThat(get("/a%2F..%2Fb").status).isEqualTo(403);
        assertThat(get("/%zz").status).isIn(400, 403);
    }

    /** Opens the drafts as a browser does, and keeps the cookie. */
    private void enterDrafts() throws Exception {
        URI address = gateway.openDrafts();
        host = address.getRawAuthority();
        assertThat(host).matches("drafts\\.localhost:\\d+");
        cookie = get(address.getRawPath() + "?" + address.getRawQuery()).header("set-cookie")
                .replaceFirst(";.*", "");
    }

    private Answer upload(String path, String text, String... headers) throws IOException {
        List<String> all = new ArrayList<>(List.of("POST " + path + " HTTP/1.1", "Host: " + host,
                "Cookie: " + cookie, "Connection: close", "Content-Length: " + text.length()));
        all.addAll(List.of(headers));
        return raw(String.join("\r\n", all) + "\r\n\r\n" + text);
    }

    private Answer upload(String path, String text) throws IOException {
        return upload(path, text, "Origin: http://" + host);
    }

    @Test
    void filesAreUploadedIntoDrafts() throws Exception {
        enterDrafts();
        assertThat(get("/").text()).contains("There are no drafts");
        assertThat(upload("/run%2018/raw/a%20%26%20b.txt", "hello").status).isEqualTo(201);
        assertThat(folder.resolve("drafts/run 18/raw/a & b.txt")).hasContent("hello");
        assertThat(get("/").text()).contains("href=\"./run%2018/\"");
        assertThat(get("/run%2018/").text()).contains("./raw/", "draft publish &#39;run 18&#39;");
        assertThat(get("/run%2018/raw").header("location")).isEqualTo("/run%2018/raw/");
        Answer page = get("/run%2018/raw/");
        assertThat(page.text()).contains("a &amp; b.txt", "5 B");
        assertThat(page.header("content-security-policy")).startsWith("default-src 'none'")
                .contains("script-src 'sha256-", "connect-src 'self'");
        assertThat(get("/nothing/").status).isEqualTo(404);
        assertThat(folder.resolve("uploads")).isEmptyDirectory();
    }

    @Test
    void uploads_replaceNothingAndLeadNowhereElse() throws Exception {
        enterDrafts();
        assertThat(upload("/d/file", "first").status).isEqualTo(201);
        assertThat(upload("/d/file", "second").status).isEqualTo(409);
        assertThat(upload("/d/file/below", "x").status).isEqualTo(409);
        assertThat(folder.resolve("drafts/d/file")).hasContent("first");
        Files.createSymbolicLink(folder.resolve("drafts/out"), folder);
        assertThat(upload("/out/file", "x").status).isEqualTo(409);
        assertThat(get("/out/").status).isEqualTo(404);
        assertThat(folder.resolve("file")).doesNotExist();
        for (String path : List.of("/../file", "/d/%2e%2e/%2e%2e/file", "/", "/d/a%00b",
                "/d/nul.txt")) {
            assertThat(upload(path, "x").status).as(path).isEqualTo(400);
        }
        assertThat(upload("/d/a%2F..%2Fb", "x").status).isEqualTo(403);
        assertThat(folder).isDirectoryNotContaining("glob:**/file");
        assertThat(folder.resolve("uploads")).isEmptyDirectory();
    }

    @Test
    void uploadsOfOtherSites_areRefused() throws Exception {
        enter("ice1", "");
        String ofDataset = cookie;
        enterDrafts();
        String own = cookie;
        assertThat(upload("/d/file", "x", "Origin: http://evil.example").status).isEqualTo(403);
        assertThat(upload("/d/file", "x", "Origin: http://ds-ice1.localhost:"
                + host.replaceFirst(".*:", "")).status).isEqualTo(403);
        assertThat(upload("/d/file", "x", new String[0]).status).isEqualTo(403);
        assertThat(upload("/d/file", "x", "Origin: http://" + host,
                "Sec-Fetch-Site: cross-site").status)
                .isEqualTo(403);
        cookie = ofDataset;
        assertThat(upload("/d/file", "x").status).isEqualTo(403);
        assertThat(get("/").status).isEqualTo(403);
        assertThat(folder.resolve("drafts")).isEmptyDirectory();
        cookie = own;
        assertThat(upload("/d/file", "x").status).isEqualTo(201);
    }

    @Test
    void diskThatIsFull_isToldToTheBrowser() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(folder, "size=1m")) {
            gateway.close();
            gateway = new Gateway(tree, disk.path().resolve("drafts"),
                    disk.path().resolve("uploads"), OptionalInt.empty(),
                    URI.create("https://site.example/"));
            enterDrafts();
            Answer full = upload("/d/file", "x".repeat(2_000_000));
            assertThat(full.status).isEqualTo(507);
            assertThat(full.text()).contains("disk full on", "2.00 MB needed", "free");
            assertThat(disk.path().resolve("drafts")).isEmptyDirectory();
            assertThat(upload("/d/file", "x").status).isEqualTo(201);
        }
    }

    @Test
    void whatIsMissing_isSaidWithWhatToDo() throws Exception {
        enter("ice1", "");
        Answer missing = get("/nothing");
        assertThat(missing.status).isEqualTo(404);
        assertThat(missing.text()).contains("topmost folder");
        sets.say(false, List.of(), List.of(new Gone("ice1", true)), false);
        tree.hear(2);
        await().until(() -> tree.find("id/ice1").isEmpty());
        Answer gone = get("/");
        assertThat(gone.status).isEqualTo(404);
        assertThat(gone.text()).contains("https://site.example/datasets/ice1");
    }

    @Test
    void fileThatCannotBeRead_isAPageToo() throws Exception {
        enter("ice1", "");
        Files.delete(folder.resolve("ice1/data/page.html"));
        Answer answer = get("/page.html");
        assertThat(answer.status).isEqualTo(500);
        assertThat(answer.text()).contains("gridtorrent doctor");
        assertThat(answer.header("etag")).isEmpty();
    }

    /** As another user, by whom this one's tests may be run: root alone can. */
    @Test
    void otherUsersOfTheMachine_areRefused() throws Exception {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root is another user");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/curl")), "curl is not installed");
        enter("ice1", "");
        var curl = new ProcessBuilder("setpriv", "--reuid=65534", "--clear-groups", "curl", "-s",
                "-o", "/dev/null", "-w", "%{http_code}", "-H", "Host: " + host, "-H",
                "Cookie: " + cookie,
                "http://127.0.0.1:" + host.replaceFirst(".*:", "") + "/").start();
        assertThat(new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("403");
        assertThat(get("/").status).isEqualTo(200);
    }
}
