package org.gridtorrent.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.CookieManager;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.device.CopyWaits;
import org.gridtorrent.standalone.Commands.Answer;
import org.gridtorrent.standalone.home.HostPort;
import org.gridtorrent.standalone.home.SiteHome;
import org.gridtorrent.standalone.site.PublicAddresses;
import org.gridtorrent.standalone.site.Site;
import org.gridtorrent.standalone.site.SitePlan;
import org.gridtorrent.testing.SmallDisk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerProgramTest {
    private static final HostPort ANY = new HostPort("127.0.0.1", 0);

    @TempDir
    Path folder;

    private Answer run(String... words) {
        return new Commands(home()).run(words);
    }

    private Answer runWithInput(String input, String... words) {
        return new Commands(home()).runWithInput(input, words);
    }

    private Path home() {
        return folder.resolve("home");
    }

    private Site start() throws IOException {
        return new Commands(home()).startServer();
    }

    @Test
    void commandsWork_whetherTheServerRunsOrNot() throws IOException {
        try (Site site = start()) {
            assertThat(site.firstAdministratorLink().orElseThrow())
                    .startsWith(site.settings().pages().toString());
            assertThat(site.firstAdministratorLink()).isEmpty();
            lookAfterAccounts("while-running");
        }
        lookAfterAccounts("while-stopped");
        assertThat(run("user", "list").out().lines().map(line -> line.split(" ", 2)[0]))
                .containsExactly("admin", "while-running", "while-stopped");
    }

    private void lookAfterAccounts(String name) throws IOException {
        Answer made = run("user", "add", name, "--json");
        assertThat(made.status()).as(made.err()).isZero();
        assertThat(made.json().path("link").asText()).startsWith("http://127.0.0.1:");
        assertThat(run("user", "add", name).err()).contains("taken").hasLineCount(1);
        assertThat(runWithInput("a long password\n", "user", "password", name,
                "--password-stdin").status()).isZero();
        assertThat(run("user", "disable", name).status()).isZero();
        assertThat(run("enrol-code", name).status()).isEqualTo(1);
        assertThat(run("user", "enable", name).status()).isZero();
        JsonNode code = run("enrol-code", name, "--json").json();
        assertThat(code.path("command").asText()).isEqualTo("gridtorrent enrol "
                + code.path("url").asText() + " " + code.path("code").asText());
        assertThat(run("user", "password", "nobody").status()).isEqualTo(5);
        assertThat(run("user", "add", "No Name!").status()).isEqualTo(3);
        assertThat(run("check").status()).isZero();
    }

    @Test
    void backup_restoredWhileRunning() throws IOException {
        Path file = folder.resolve("site.backup");
        try (Site site = start()) {
            run("user", "add", "before");
            assertThat(run("backup", file.toString()).status()).isZero();
            run("user", "add", "after");
            Answer looked = run("restore", file.toString(), "--dry-run", "--json");
            assertThat(looked.status()).as(looked.err()).isZero();
            assertThat(looked.json().path("accounts").asInt()).isEqualTo(1);
            assertThat(looked.json().path("schemaVersion").asInt()).isPositive();
            assertThat(run("user", "list").out()).contains("after");
            Answer restored = run("restore", file.toString());
            assertThat(restored.status()).as(restored.err()).isZero();
            assertThat(run("user", "list").out()).contains("before").doesNotContain("after");
            assertThat(status(site.settings().pages().resolve("/health"))).isEqualTo(200);
        }
        assertThat(run("backup", file.toString()).err()).contains("already there")
                .hasLineCount(1);
        try (Stream<Path> parts = Files.list(home())) {
            Path before = parts.filter(part -> part.toString().contains("before-restore-"))
                    .findFirst().orElseThrow();
            assertThat(permissions(before)).isEqualTo("rwx------");
        }
    }

    @Test
    void backup_thatCannotBeWritten_leavesNothing() throws IOException {
        start().close();
        try (SmallDisk disk = SmallDisk.mount(folder, "size=16k")) {
            String file = disk.path().resolve("site.backup").toString();
            assertThat(run("backup", file).err()).contains("disk is full").hasLineCount(1);
            assertThat(disk.path()).isEmptyDirectory();
            disk.remount("ro");
            assertThat(run("backup", file).err()).contains(file, "Read-only").hasLineCount(1);
        }
        try (Stream<Path> parts = Files.list(home())) {
            assertThat(parts.map(part -> part.getFileName().toString()))
                    .noneMatch(part -> part.startsWith("backup-"));
        }
    }

    @Test
    void backup_restoredIntoAnEmptyHome() throws IOException {
        Path file = folder.resolve("site.backup");
        start().close();
        run("user", "add", "moved");
        run("backup", file.toString());
        try (Catalog catalog = Catalog.open(
                Catalog.embeddedUrl(new SiteHome(home()).database()))) {
            assertThat(catalog.site().settings().lastBackup()).isPresent();
        }
        Files.move(home(), folder.resolve("lost"));

        assertThat(run("user", "list").status()).isEqualTo(5);
        assertThat(run("restore", file.toString()).status()).isZero();
        assertThat(run("user", "list").out()).contains("moved");
        try (Site site = Site.start(new SiteHome(home()),
                new SitePlan(ANY, ANY, null, PublicAddresses.AS_LISTENING, null, null,
                        CopyWaits.USUAL, Optional.empty(), true))) {
            assertThat(site.settings().site()).isEqualTo("lab");
        }
    }

    @Test
    void homeThatIsMoved_hasItsOwnDatabase() throws IOException {
        start().close();
        run("user", "add", "kept", "--administrator");
        Path settings = home().resolve("site.json");
        Path moved = folder.resolve("moved");
        for (String database : List.of("null", "\"" + Catalog.embeddedUrl(
                new SiteHome(home()).database()) + "\"")) {
            Files.writeString(settings, Files.readString(settings)
                    .replaceFirst("\"database\" : [^\n]+,", "\"database\" : " + database + ","));
            Files.move(home(), moved);
            var there = new Commands(moved);
            assertThat(there.run("user", "list").out()).contains("kept");
            assertThat(there.run("check").status()).isZero();
            Path file = folder.resolve("site.backup");
            assertThat(there.run("backup", file.toString()).status()).isZero();
            assertThat(home()).doesNotExist();
            run("restore", file.toString());
            assertThat(run("user", "list").out()).contains("kept");
            Files.delete(file);
            Files.move(moved, folder.resolve("before-" + database.length()));
        }
    }

    @Test
    void keysWithoutTheirDatabase_becomeNoOtherSite() throws IOException {
        Path database = home().resolve("database.mv.db");
        Path file = folder.resolve("site.backup");
        start().close();
        run("user", "add", "kept", "--administrator");
        run("backup", file.toString());
        Files.delete(database);
        assertRefused(5, "no database (database.mv.db)");
        assertThat(database).doesNotExist();
        Files.createFile(database);
        assertRefused(5, "no database (database.mv.db)");
        assertThat(run("restore", file.toString()).status()).isZero();
        assertThat(run("user", "list").out()).contains("kept");

        Files.delete(home().resolve("keys/tickets.key"));
        assertRefused(3, "tickets.key is missing");
        assertThat(home().resolve("keys/tickets.key")).doesNotExist();
        assertThat(run("restore", file.toString()).status()).isZero();
        assertThat(run("check").status()).isZero();
    }

    @Test
    void homeThatLostParts_getsNoOthersInTheirPlace() throws IOException {
        try (Site site = start()) {
            assertThat(site.firstAdministratorLink()).isPresent();
        }
        Path settings = home().resolve("site.json");
        Path database = home().resolve("database.mv.db");
        Path keys = home().resolve("keys");
        try (var _ = new Aside(keys, database)) {
            assertRefused(5, "has no keys and no database (database.mv.db);");
            assertThat(keys).doesNotExist();
            assertThat(database).doesNotExist();
        }
        try (var _ = new Aside(settings, database)) {
            assertRefused(5, "has no settings (site.json) and no database (database.mv.db);");
            assertThat(database).doesNotExist();
        }
        try (var _ = new Aside(keys)) {
            assertRefused(5, "has no keys;");
        }
        try (var _ = new Aside(settings, keys)) {
            assertThat(run("user", "list").err())
                    .contains("no settings (site.json) and no keys; gridtorrent-server run makes");
            assertThat(run("run", "--http", "127.0.0.1:0", "--tracker", "127.0.0.1:0").err())
                    .contains("authority.key is missing", "restore FILE");
            assertThat(keys).doesNotExist();
        }
        Files.delete(settings);
        assertThat(run("check").err())
                .contains("no settings (site.json); gridtorrent-server run makes what is missing");
        start().close();
        assertThat(run("user", "list").out()).contains("admin");
    }

    /** Parts of a home that are somewhere else for a while. */
    private final class Aside implements AutoCloseable {
        private final List<Path> parts;

        Aside(Path... parts) throws IOException {
            this.parts = List.of(parts);
            for (Path part : parts) {
                Files.move(part, folder.resolve(part.getFileName()));
            }
        }

        @Override
        public void close() throws IOException {
            for (Path part : parts) {
                Files.move(folder.resolve(part.getFileName()), part);
            }
        }
    }

    private void assertRefused(int status, String why) {
        for (List<String> words : List.of(List.of("user", "list"),
                List.of("backup", folder.resolve("of-nothing").toString()),
                List.of("run", "--http", "127.0.0.1:0", "--tracker", "127.0.0.1:0"))) {
            Answer refused = run(words.toArray(String[]::new));
            assertThat(refused.err()).hasLineCount(1).contains(why,
                    "gridtorrent-server restore FILE");
            assertThat(refused.status()).isEqualTo(status);
        }
    }

    @Test
    void backupMadeOnThePage_liesInTheHome_andIsRestored() throws Exception {
        try (Site site = start()) {
            var pages = new Pages(site.settings().pages());
            String link = site.firstAdministratorLink().orElseThrow();
            run("user", "add", "before");
            pages.get(link);
            pages.get("/setup");
            assertThat(pages.post("/setup", "password=a+long+password")).isEqualTo(303);
            assertThat(pages.get("/admin/backup")).contains("No backups yet.",
                    home().resolve("backups").toString());
            assertThat(pages.post("/admin/backup", "")).isEqualTo(303);
            await().atMost(Duration.ofSeconds(30)).untilAsserted(
                    () -> assertThat(pages.get("/admin/backup")).contains("The backup is made."));
            run("user", "add", "after");
            try (Stream<Path> files = Files.list(home().resolve("backups"))) {
                List<Path> all = files.toList();
                assertThat(all).hasSize(1);
                Path file = all.getFirst();
                assertThat(Files.getPosixFilePermissions(file))
                        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
                assertThat(pages.get("/admin/backup")).contains("gridtorrent-server restore "
                        + file + " --home " + home());
                assertThat(pages.post("/admin/backup/delete", "name=../site.json"))
                        .isEqualTo(303);
                assertThat(home().resolve("site.json")).exists();
                Path kept = Files.copy(file, folder.resolve("kept.backup"));
                assertThat(pages.post("/admin/backup/delete", "name=" + file.getFileName()))
                        .isEqualTo(303);
                assertThat(file).doesNotExist();
                assertThat(run("restore", kept.toString()).status()).isZero();
            }
            assertThat(run("user", "list").out()).contains("before").doesNotContain("after");
        }
    }

    @Test
    void whatJettyRefusesByItself_isSaidInALine() throws Exception {
        try (Site site = start()) {
            URI pages = site.settings().pages();
            assertThat(answer(pages, "/%")).startsWith("HTTP/1.1 400 ").contains("text/plain")
                    .endsWith("\r\nThe request or its address is malformed.\n");
            assertThat(answer(pages, "/a%2f..%2fb")).startsWith("HTTP/1.1 400 ")
                    .endsWith("\r\nThe request or its address is malformed.\n");
            assertThat(answer(pages, "/" + "a".repeat(9000))).startsWith("HTTP/1.1 414 ")
                    .endsWith("\r\nThe address is too long.\n");
            assertThat(answer(pages, "/ HTTP/1.1\r\nCookie: " + "a".repeat(9000)))
                    .startsWith("HTTP/1.1 431 ").contains("\r\nThe address and the headers are");
        }
    }

    /** Which no client of Java's would ask for. */
    private static String answer(URI pages, String path) throws IOException {
        try (Socket socket = new Socket(pages.getHost(), pages.getPort())) {
            socket.getOutputStream().write(("GET " + path + " HTTP/1.1\r\nHost: "
                    + pages.getAuthority() + "\r\nConnection: close\r\n\r\n").getBytes(UTF_8));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    /** A browser's part: cookies, and the token of the form that was shown last. */
    private static final class Pages {
        private final URI site;
        private final HttpClient client = HttpClient.newBuilder()
                .cookieHandler(new CookieManager()).build();
        private String token = "";

        Pages(URI site) {
            this.site = site;
        }

        String get(String path) throws IOException, InterruptedException {
            String page = client.send(HttpRequest.newBuilder(site.resolve(path)).build(),
                    HttpResponse.BodyHandlers.ofString()).body();
            Matcher found = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"").matcher(page);
            token = found.find() ? found.group(1) : token;
            return page;
        }

        int post(String path, String fields) throws IOException, InterruptedException {
            return client.send(HttpRequest.newBuilder(site.resolve(path))
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(HttpRequest.BodyPublishers.ofString("csrf=" + token + "&" + fields))
                    .build(), HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }

    @Test
    void restore_thatWasCutOffHalfwayIsDoneAgainBeforeAnythingElse() throws IOException {
        Path file = folder.resolve("site.backup");
        start().close();
        run("user", "add", "kept", "--administrator");
        run("backup", file.toString());
        Path keys = home().resolve("keys");
        Files.move(keys, folder.resolve("elsewhere"));
        Files.createSymbolicLink(keys, folder.resolve("a-disk-that-is-not-there"));
        assertThat(run("restore", file.toString()).status()).isEqualTo(1);

        Files.delete(keys);
        for (List<String> words : List.of(List.of("check"), List.of("user", "list"),
                List.of("run", "--http", "127.0.0.1:0", "--tracker", "127.0.0.1:0"))) {
            Answer refused = run(words.toArray(String[]::new));
            assertThat(refused.err()).hasLineCount(1).contains("cut off", "restore");
            assertThat(refused.status()).isEqualTo(1);
            assertThat(keys).doesNotExist();
        }
        assertThat(run("restore", file.toString()).status()).isZero();
        assertThat(run("user", "list").out()).contains("kept");
        assertThat(run("check").status()).isZero();
        assertThat(keys.resolve("authority.key"))
                .hasSameBinaryContentAs(folder.resolve("elsewhere/authority.key"));
    }

    @Test
    void restore_ofSomethingElse() throws IOException {
        assertThat(run("restore", Files.writeString(folder.resolve("text"), "no zip").toString(),
                "--dry-run").status()).isEqualTo(3);
        start().close();
        Path file = Files.writeString(folder.resolve("no.backup"), "no zip at all");
        Answer answer = run("restore", file.toString());
        assertThat(answer.status()).isEqualTo(3);
        assertThat(answer.err()).hasLineCount(1);
        assertThat(run("restore", folder.resolve("missing").toString()).status()).isEqualTo(5);
        assertThat(run("user", "list").status()).as("the site is as it was").isZero();
    }

    @Test
    void homeThatIsOpenToOthers_isClosedWithItsDatabase() throws IOException {
        Files.createDirectory(home());
        Files.setPosixFilePermissions(home(), PosixFilePermissions.fromString("rwxr-xr-x"));
        Path database = home().resolve("database.mv.db");
        start().close();
        assertThat(permissions(home())).isEqualTo("rwx------");
        assertThat(permissions(database)).isEqualTo("rw-------");
        Files.setPosixFilePermissions(database, PosixFilePermissions.fromString("rw-r--r--"));
        start().close();
        assertThat(permissions(database)).isEqualTo("rw-------");
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void check_findsWhatTheNextStartWouldStumbleOver() throws Exception {
        try (Site site = start()) {
            assertThat(site.firstAdministratorLink()).isPresent();
            assertThat(run("check").status()).as(run("check").out()).isZero();
            Path key = home().resolve("keys/tickets.key");
            Path token = home().resolve("metrics-token");
            Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
            Files.write(key, new byte[]{'M', (byte) 0xfc});
            Files.write(token, new byte[]{(byte) 0xfc});
            Files.delete(home().resolve("database.mv.db"));
            Answer found = run("check");
            assertThat(found.status()).isEqualTo(1);
            assertThat(found.out()).contains("WRONG  " + key + ": others may read")
                    .contains(
                            "WRONG  keys: the key file " + key + " is damaged; gridtorrent-server")
                    .contains("WRONG  metrics token: " + token + " is damaged")
                    .contains("WRONG  database file: ").contains("well   locale: ");
        }
    }

    @Test
    void lostDatabaseAndDamagedKeys_areFoundWhenTheServerIsStopped() throws Exception {
        start().close();
        Path key = home().resolve("keys/tickets.key");
        byte[] good = Files.readAllBytes(key);
        Files.write(key, new byte[0]);
        assertThat(run("check").err()).contains(key + " is damaged").hasLineCount(1);
        Files.write(key, good);
        Files.delete(home().resolve("database.mv.db"));
        Answer lost = run("check");
        assertThat(lost.status()).isEqualTo(5);
        assertThat(lost.err()).contains("restore FILE").hasLineCount(1);
    }

    /** Root is let in everywhere unless it gives that right away. */
    @Test
    void homeOfAnotherUser_isNotTakenForNone() throws Exception {
        assertThat(run("check").status()).isEqualTo(5);
        start().close();
        Path jre = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> limited = List.of("setpriv",
                "--bounding-set=-dac_override,-dac_read_search");
        assumeTrue(status(limited, "true") == 0, "setpriv takes no rights away here");
        Files.setPosixFilePermissions(home(), Set.of());
        try {
            assertThat(status(limited, jre.toString(), "-XX:TieredStopAtLevel=1", "-cp",
                    System.getProperty("java.class.path"), Main.class.getName(), "check",
                    "--home", home().toString())).isEqualTo(4);
            assertThat(Files.readString(folder.resolve("said")))
                    .contains("closed to this user").hasLineCount(1);
        } finally {
            Files.setPosixFilePermissions(home(), PosixFilePermissions.fromString("rwx------"));
        }
    }

    private int status(List<String> limited, String... command) throws Exception {
        List<String> all = new ArrayList<>(limited);
        all.addAll(List.of(command));
        return new ProcessBuilder(all).redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile()).start().waitFor();
    }

    @Test
    void run_onAHomeInUse() throws IOException {
        try (Site site = start()) {
            Answer second = run("run", "--http", "127.0.0.1:0", "--tracker", "127.0.0.1:0");
            assertThat(second.status()).isEqualTo(1);
            assertThat(second.err()).hasLineCount(1).contains("in use by process")
                    .contains(site.settings().pages().toString());
        }
    }

    @Test
    void site_isOpenToAnybodysAnnouncesWhenToldSo() throws IOException {
        try (Site closed = start()) {
            assertThat(closed.settings().announce()).isNull();
        }
        try (Site open = Site.start(new SiteHome(home()),
                new SitePlan(ANY, ANY, ANY, PublicAddresses.AS_LISTENING, null, null,
                        CopyWaits.USUAL, Optional.empty(), true))) {
            assertThat(status(Objects.requireNonNull(open.settings().announce()))).isEqualTo(200);
        }
    }

    @Test
    void metrics_areForWhoeverHasTheToken() throws Exception {
        try (Site site = start()) {
            URI metrics = site.settings().pages().resolve("/metrics");
            assertThat(status(metrics)).isEqualTo(401);
            assertThat(status(site.settings().pages().resolve("/login"))).isEqualTo(200);
            Path token = home().resolve("metrics-token");
            assertThat(Files.getPosixFilePermissions(token)).hasSize(2);
            String text = get(metrics, Files.readString(token).strip()).body();
            assertThat(text).contains("gridtorrent_tasks{state=\"waiting\"} 0",
                    "gridtorrent_contents{state=\"published\"} 0", "gridtorrent_sessions 0",
                    "gridtorrent_peers{of=\"world\"} 0", "gridtorrent_tracker_polls 0",
                    "gridtorrent_database_connections{state=\"most\"} 16",
                    "jvm_memory_used_bytes{", "process_files_open_files ",
                    "process_cpu_seconds_total ", "gridtorrent_database_up 1",
                    "gridtorrent_build_info{version=", "gridtorrent_disk_free_bytes ",
                    "gridtorrent_authority_end_seconds ",
                    "gridtorrent_tracker_certificate_end_seconds ", "gridtorrent_mail_late 0",
                    "gridtorrent_backup_last_seconds NaN",
                    "gridtorrent_logins_failed 0", "gridtorrent_copies_at_risk 0");
            assertThat(namedInDashboardAndAlerts()).isNotEmpty()
                    .allSatisfy(name -> assertThat(text).contains("# TYPE " + name + " "));
            assertThat(text).as("what Prometheus's own check refuses")
                    .doesNotContain("process_cpu_time_ns_total", "system_cpu_count");
            assertThat(text.lines().filter(line -> line.startsWith("# TYPE ")))
                    .hasSameSizeAs(
                            text.lines().filter(line -> line.startsWith("# HELP ")).toList());
            assertThat(get(metrics, "another").statusCode()).isEqualTo(401);
            assertThat(status(site.settings().pages().resolve("/ready"))).isEqualTo(200);
        }
    }

    /** Measurements that the samples of docker/campus look at; those of the tracker begin with its first call. */
    private static Set<String> namedInDashboardAndAlerts() throws IOException {
        Path samples = Path.of("../../docker/campus");
        Set<String> names = new TreeSet<>();
        for (String file : List.of("alerts.yml", "grafana/dashboard.json")) {
            Matcher name = Pattern.compile("(?:gridtorrent|process|jvm)_[a-z_]+")
                    .matcher(Files.readString(samples.resolve(file)));
            while (name.find()) {
                names.add(name.group().replaceFirst("_(bucket|count)$", ""));
            }
        }
        names.remove("gridtorrent_tracker_calls_seconds");
        names.removeIf(name -> name.startsWith("gridtorrent_daemon_")); // of the client
        return names;
    }

    private static HttpResponse<String> get(URI address, String token) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                    HttpRequest.newBuilder(address).header("Authorization", "Bearer " + token)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    void run_onATakenPort() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + taken.getLocalPort();
            for (String option : List.of("--http", "--tracker", "--announce")) {
                List<String> line = new ArrayList<>(List.of("run"));
                for (String each : List.of("--http", "--tracker", "--announce")) {
                    line.addAll(List.of(each, each.equals(option) ? address : "127.0.0.1:0"));
                }
                Answer answer = run(line.toArray(String[]::new));
                assertThat(answer.status()).isEqualTo(1);
                assertThat(answer.err()).hasLineCount(1).contains(address, option);
            }
        }
    }

    @Test
    void run_wrongUsage() {
        assertThat(run("run", "--http", "nowhere").status()).isEqualTo(2);
        assertThat(run("run", "--site", "Not A Label!").status()).isEqualTo(2);
        assertThat(run("run", "--tracker-url", "https://no.port").status()).isEqualTo(2);
        assertThat(run("run", "--pages-url", "ftp://pages").status()).isEqualTo(2);
        assertThat(run("run", "--pages-url", "https://lab.example/a%20b").err())
                .contains("--pages-url", "/a%20b", "such as /grid").hasLineCount(1);
        assertThat(run("run", "--balancer", "by.name").status()).isEqualTo(2);
        assertThat(run("run", "--trusted-proxy", "by.name").status()).isEqualTo(2);
        assertThat(run("run", "--copy-lost", "soon").status()).isEqualTo(2);
        assertThat(run("user").status()).isEqualTo(2);
        assertThat(run("no-such-command").status()).isEqualTo(2);
    }

    private static int status(URI address) throws IOException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(HttpRequest.newBuilder(address).build(),
                    HttpResponse.BodyHandlers.discarding()).statusCode();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
