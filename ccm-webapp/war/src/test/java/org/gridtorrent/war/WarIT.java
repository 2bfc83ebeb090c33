package org.gridtorrent.war;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.CookieManager;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.TestDatabase;
import org.gridtorrent.catalog.account.ApiToken.Scope;
import org.gridtorrent.catalog.dataset.Content.Draft;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.identity.Pem;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.war.StockContainer.Running;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The WAR as it was built, in each container as it is distributed, beside another program on the same database. */
class WarIT {
    private static final Path WAR = Path.of(System.getProperty("war"));
    private static final Pattern CSRF = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"");
    private static final String PASSWORD = "words enough to remember";

    @TempDir
    Path folder;
    private final HttpClient client = HttpClient.newBuilder().cookieHandler(new CookieManager())
            .build();
    private URI url = URI.create("http://127.0.0.1");
    private String csrf = "";

    @ParameterizedTest
    @EnumSource
    void thePagesWorkInTheContainer(StockContainer container) throws Exception {
        SiteKeys keys = SiteKeys.openOrCreate(folder.resolve("keys"), "lab");
        DatabaseLogin login = TestDatabase.POSTGRESQL.empty();
        try (Catalog beside = Catalog.open(login); var mails = new MailBox()) {
            int port = freePort();
            Map<String, String> parameters = parameters(login, keys, port);
            parameters.put("gridtorrent.mail", "127.0.0.1:" + mails.port());
            parameters.put("gridtorrent.mail-from", "grid@example.org");
            parameters.put("gridtorrent.mail-security", "none");
            parameters.put("gridtorrent.metrics-token-file",
                    Files.writeString(folder.resolve("token"), "words of the token\n").toString());
            try (Running _ = container.start(WAR, Files.createDirectory(folder.resolve("c")), port,
                    "", parameters)) {
                people(beside, keys);
                assertThat(mails.next()).contains("From: ", "somebody@example.org");
                programs(beside);
                watchers();
                refusals();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void thePagesLieBelowAPathOfTheContainer(StockContainer container) throws Exception {
        SiteKeys keys = SiteKeys.openOrCreate(folder.resolve("keys"), "lab");
        DatabaseLogin login = TestDatabase.POSTGRESQL.empty();
        try (Catalog beside = Catalog.open(login)) {
            int port = freePort();
            Map<String, String> parameters = parameters(login, keys, port);
            parameters.merge("gridtorrent.pages-url", "/grid", String::concat);
            try (Running _ = container.start(WAR, Files.createDirectory(folder.resolve("c")), port,
                    "/grid", parameters)) {
                assertThat(get("/grid/register").body()).contains("href=\"/grid/static/ccm.css");
                assertThat(get("/grid/static/ccm.css").statusCode()).isEqualTo(200);
                assertThat(post("/grid/register", "name", "somebody", "fullName", "Söme Bödy",
                        "password", PASSWORD).headers().firstValue("Location").orElse(""))
                        .startsWith("/grid/");
                assertThat(beside.identity().accounts().findByName("somebody")).isPresent();
                assertThat(get("/grid/account").body()).contains("Söme Bödy");
                assertThat(get("/grid/api/v1/me").statusCode()).isEqualTo(401);
                assertThat(get("/grid/ready").body()).isEqualTo("ready\n");
                assertThat(get("/login").statusCode()).isEqualTo(404);
            }
        }
    }

    /** The path of the pages' address is not the one at which they are deployed. */
    @ParameterizedTest
    @EnumSource
    void atAnotherPath_nothingIsServed(StockContainer container) throws Exception {
        SiteKeys keys = SiteKeys.openOrCreate(folder.resolve("keys"), "lab");
        DatabaseLogin login = TestDatabase.POSTGRESQL.empty();
        Catalog.open(login).close();
        int port = freePort();
        try (Running _ = container.start(WAR, Files.createDirectory(folder.resolve("c")), port,
                "/grid", parameters(login, keys, port))) {
            assertThat(get("/grid/login").statusCode()).isBetween(404, 503);
        }
    }

    @ParameterizedTest
    @EnumSource
    void withoutItsSettings_nothingIsServed(StockContainer container) throws Exception {
        int port = freePort();
        try (Running _ = container.start(WAR, Files.createDirectory(folder.resolve("c")), port,
                "", Map.of("gridtorrent.pages-url", "http://127.0.0.1:" + port))) {
            assertThat(get("/login").statusCode()).isBetween(404, 503);
        }
    }

    private Map<String, String> parameters(DatabaseLogin login, SiteKeys keys, int port)
            throws IOException {
        Map<String, String> parameters = new HashMap<>(Map.of(
                "gridtorrent.database", login.url(),
                "gridtorrent.database-user", login.user(),
                "gridtorrent.pages-url", "http://127.0.0.1:" + port,
                "gridtorrent.tracker-url", "https://127.0.0.1:8481",
                "gridtorrent.ca-certificate", Files.writeString(folder.resolve("ca.pem"),
                        Pem.encode(keys.caCertificate())).toString()));
        if (!login.password().isEmpty()) {
            parameters.put("gridtorrent.database-password-file",
                    Files.writeString(folder.resolve("password"), login.password()).toString());
        }
        return parameters;
    }

    /** Registering, a group, and a data set that a machine of the other program announced. */
    private void people(Catalog beside, SiteKeys keys) throws Exception {
        assertThat(get("/").body()).contains("data-theme=\"system\"");
        assertThat(get("/static/ccm.css").headers().firstValue("Content-Type").orElse(""))
                .startsWith("text/css");
        get("/register");
        assertThat(post("/register", "name", "somebody", "fullName", "Söme Bödy", "mail",
                "somebody@example.org", "password", PASSWORD).statusCode()).isEqualTo(303);
        assertThat(get("/account").body()).contains("Söme Bödy");
        assertThat(post("/groups", "name", "Détectors", "access", "open").statusCode())
                .isEqualTo(303);
        assertThat(get("/groups").body()).contains("Détectors");
        assertThat(post("/look", "theme", "dark").statusCode()).isEqualTo(303);
        assertThat(get("/groups").body()).contains("data-theme=\"dark\"");
        String somebody = beside.identity().accounts().findByName("somebody").orElseThrow().id();
        var machine = beside.machines().devices()
                .enrol(beside.machines().devices().createEnrolmentCode(somebody,
                        keys.caCertificate()), "workstation", "0.1.0")
                .orElseThrow();
        String dataset = beside.datasets().publishing().publish(new Draft(somebody, "Run 17", "",
                Grants.EVERYONE, machine.device().id(), "/data")).content().id();
        assertThat(get("/datasets/" + dataset).body()).contains("Run 17");
        assertThat(get("/machines").body()).contains("workstation");
        assertThat(post("/logout").statusCode()).isEqualTo(303);
        assertThat(get("/my-data").headers().firstValue("Location"))
                .contains("/login?next=%2Fmy-data");
        get("/login");
        assertThat(post("/login", "name", "somebody", "password", PASSWORD).statusCode())
                .isEqualTo(303);
        assertThat(get("/my-data").body()).contains("Run 17");
    }

    private void programs(Catalog beside) throws Exception {
        String id = beside.identity().accounts().findByName("somebody").orElseThrow().id();
        String secret = beside.identity().apiTokens()
                .create(id, "test", Scope.READ, Duration.ofDays(1))
                .secret();
        var request = HttpRequest.newBuilder(url.resolve("/api/v1/me"));
        assertThat(send(request.header("Authorization", "Bearer " + secret)).body())
                .contains("somebody");
        assertThat(get("/api/v1/me").statusCode()).isEqualTo(401);
        assertThat(get("/health").statusCode()).isEqualTo(200);
        assertThat(get("/.well-known/gridtorrent").body()).contains("\"site\":\"lab\"",
                "https://127.0.0.1:8481");
    }

    private void watchers() throws Exception {
        assertThat(get("/ready").body()).isEqualTo("ready\n");
        assertThat(get("/metrics").statusCode()).isEqualTo(401);
        var request = HttpRequest.newBuilder(url.resolve("/metrics"));
        HttpResponse<String> metrics = send(
                request.header("Authorization", "Bearer words of the token"));
        assertThat(metrics.statusCode()).isEqualTo(200);
        assertThat(metrics.body()).contains("gridtorrent_devices ", "jvm_memory_used_bytes");
    }

    private void refusals() throws Exception {
        assertThat(get("/nosuchpage").statusCode()).isEqualTo(404);
        assertThat(get("/nosuchpage").body()).contains("Page not found");
        assertThat(get("/WEB-INF/web.xml").statusCode()).isEqualTo(404);
        HttpResponse<String> large = post("/groups", "name", "x".repeat(200_000));
        assertThat(large.statusCode()).isEqualTo(413);
        csrf = "guessed";
        assertThat(post("/groups", "name", "not meant").statusCode()).isEqualTo(403);
        for (String path : List.of("/", "/api/v1/me", "/nosuchpage")) {
            assertThat(get(path).headers().firstValue("Content-Security-Policy").orElse(""))
                    .contains("default-src 'none'");
        }
    }

    private HttpResponse<String> get(String path) throws Exception {
        HttpResponse<String> answer = send(HttpRequest.newBuilder(url.resolve(path)));
        var found = CSRF.matcher(answer.body());
        if (found.find()) {
            csrf = found.group(1);
        }
        return answer;
    }

    private HttpResponse<String> post(String path, String... fields) throws Exception {
        var body = new StringBuilder("csrf=" + csrf);
        for (int i = 0; i < fields.length; i += 2) {
            body.append('&').append(fields[i]).append('=')
                    .append(URLEncoder.encode(fields[i + 1], StandardCharsets.UTF_8));
        }
        return send(HttpRequest.newBuilder(url.resolve(path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body.toString())));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            url = URI.create("http://127.0.0.1:" + socket.getLocalPort());
            return socket.getLocalPort();
        }
    }
}
