package org.gridtorrent.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.TestDatabase;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.standalone.Commands.Answer;
import org.gridtorrent.standalone.home.DatabaseAccess;
import org.gridtorrent.standalone.site.Site;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A site whose database is a PostgreSQL server that asks for a password. */
class PostgresqlSiteTest {
    @TempDir
    Path folder;
    private DatabaseLogin login;
    private Path passwordFile;
    private Commands commands;

    @BeforeEach
    void keepPassword() throws IOException {
        login = TestDatabase.POSTGRESQL.lasting(folder);
        passwordFile = secret("password", login.password() + "\n");
        commands = new Commands(folder.resolve("home"));
    }

    private Path secret(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private Site start() throws IOException {
        Site site = commands.startServer(
                new DatabaseAccess(login.url(), login.user(), passwordFile.toString()));
        assertThat(site.firstAdministratorLink()).isPresent();
        return site;
    }

    /** A site with an account, whose database is in its home. */
    private static Site startEmbedded(Commands commands) throws IOException {
        Site site = commands.startServer();
        assertThat(site.firstAdministratorLink()).isPresent();
        return site;
    }

    @Test
    void commandsWork_whetherTheServerRunsOrNot() throws Exception {
        try (ServerProcess server = ServerProcess.run(commands.home(), Map.of(), "--site", "lab",
                "--database", login.url(), "--database-user", login.user(),
                "--database-password-file", passwordFile.toString())) {
            assertThat(get(server.pages(), "/health").statusCode()).isEqualTo(200);
            lookAfterAccounts("while-running");
            assertThat(server.stop()).isZero();
            assertThat(server.words()).contains("administratorLink")
                    .doesNotContain(login.password());
        }
        lookAfterAccounts("while-stopped");
        assertThat(names(commands)).containsExactly("admin", "while-running", "while-stopped");
        assertThat(Files.readString(commands.home().resolve("site.json")))
                .contains(passwordFile.toString()).doesNotContain(login.password());
        assertThat(commands.home().resolve("database.mv.db")).doesNotExist();
    }

    private void lookAfterAccounts(String name) {
        assertDone(commands.run("user", "add", name));
        assertDone(commands.runWithInput("a long password\n", "user", "password", name,
                "--password-stdin"));
        assertDone(commands.run("user", "disable", name));
        assertDone(commands.run("user", "enable", name));
        assertDone(commands.run("enrol-code", name));
        assertDone(commands.run("check"));
    }

    private static Answer assertDone(Answer answer) {
        assertThat(answer.status()).as(answer.err() + answer.out()).isZero();
        return answer;
    }

    private static List<String> names(Commands commands) {
        return assertDone(commands.run("user", "list")).out().lines()
                .map(line -> line.split(" ", 2)[0]).toList();
    }

    @Test
    void laterStarts_rememberTheDatabase() throws Exception {
        try (ServerProcess server = ServerProcess.run(commands.home(),
                Map.of("GRIDTORRENT_DATABASE", login.url(), "GRIDTORRENT_DATABASE_USER",
                        login.user(), "GRIDTORRENT_DATABASE_PASSWORD_FILE",
                        passwordFile.toString()),
                "--site", "lab")) {
            assertDone(commands.run("user", "add", "kept"));
            server.stop();
        }
        try (Site again = commands.startServer()) {
            assertThat(get(again, "/health").statusCode()).isEqualTo(200);
            assertThat(names(commands)).containsExactly("admin", "kept");
        }
    }

    @Test
    void readiness_endsWhenTheDatabaseIsTakenAway() throws Exception {
        try (Site server = start();
                Connection database = DriverManager
                        .getConnection(login.url(), login.user(), login.password())) {
            assertThat(get(server, "/ready").statusCode()).isEqualTo(200);
            database.createStatement().execute("drop table \"flyway_schema_history\"");
            HttpResponse<String> answer = get(server, "/ready");
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).isEqualTo("the database does not answer\n");
        }
    }

    @Test
    void databaseThatIsAway_isSaidWithATimeToComeAgain() throws Exception {
        URI address = URI.create(login.url().substring("jdbc:".length()));
        try (var relay = new Relay(address);
                Site server = commands.startServer(new DatabaseAccess(
                        login.url().replace(":" + address.getPort(), ":" + relay.port()),
                        login.user(), passwordFile.toString()))) {
            assertThat(get(server, "/login").statusCode()).isEqualTo(200);
            relay.cut();
            for (String path : List.of("/login", "/datasets/aaaaaaaaaaaaaaaa",
                    "/api/v1/account")) {
                HttpResponse<String> answer = get(server, path);
                assertThat(answer.statusCode()).as(path).isEqualTo(503);
                assertThat(answer.headers().firstValue("Retry-After")).as(path).isPresent();
                assertThat(answer.body()).contains("database does not answer");
            }
        }
    }

    @Test
    void backup_holdsKeysAndSettingsForAnotherNode() throws Exception {
        Path file = folder.resolve("site.backup");
        Commands second = new Commands(folder.resolve("second"));
        try (Site first = start()) {
            assertThat(assertDone(commands.run("backup", file.toString())).out())
                    .contains("pg_dump").contains(login.user()).contains(login.place().substring(5))
                    .doesNotContain(login.password());
            assertThat(assertDone(second.run("restore", file.toString())).out())
                    .contains("pg_restore");
            try (Site other = second.startServer()) {
                assertDone(second.run("user", "add", "made-at-the-second"));
                assertThat(names(commands)).containsExactly("admin", "made-at-the-second");
                assertThat(get(other, "/health").statusCode()).isEqualTo(200);
                assertDone(second.run("restore", file.toString()));
                assertThat(names(second)).containsExactly("admin", "made-at-the-second");
            }
            assertThat(get(first, "/health").statusCode()).isEqualTo(200);
        }
        assertThat(commands.home().resolve("keys/authority.key"))
                .hasSameBinaryContentAs(second.home().resolve("keys/authority.key"));
    }

    @Test
    void backupOfAnEmbeddedDatabase_isNotRestoredOverThisOne() throws Exception {
        Path file = folder.resolve("site.backup");
        Commands embedded = new Commands(folder.resolve("embedded"));
        startEmbedded(embedded).close();
        assertDone(embedded.run("backup", file.toString()));
        start().close();
        assertFailure(commands.run("restore", file.toString()), 1, "into an empty --home");
        assertThat(names(commands)).containsExactly("admin");
    }

    @Test
    void embeddedDatabase_isMovedWithAllThatItHolds() throws Exception {
        try (Site _ = startEmbedded(commands)) {
            assertDone(commands.run("user", "add", "kept"));
            assertFailure(move(commands), 1, "is running; end it");
        }
        String said = assertDone(move(commands)).out();
        assertThat(said).contains("rows of", login.place().substring(5), "before-move-");
        assertThat(commands.home().resolve("database.mv.db")).doesNotExist();
        assertThat(names(commands)).containsExactly("admin", "kept");
        try (Site again = commands.startServer()) {
            assertThat(get(again, "/ready").statusCode()).isEqualTo(200);
            assertThat(again.firstAdministratorLink()).isEmpty();
        }
        assertFailure(move(commands), 1, "is not the embedded one");
    }

    @Test
    void siteWhoseDatabaseCannotBeMoved_staysAsItWas() throws Exception {
        start().close();
        Commands embedded = new Commands(folder.resolve("embedded"));
        startEmbedded(embedded).close();
        assertDone(embedded.run("user", "add", "kept"));
        assertFailure(move(embedded), 1, "not empty");
        assertFailure(embedded.run("move", "--database", login.url(), "--database-user",
                login.user()), 4, "no password was provided");
        assertFailure(embedded.run("move"), 2, "--database");
        assertFailure(embedded.run("move", "--database", "jdbc:h2:mem:x"), 2, "PostgreSQL");
        assertThat(names(embedded)).containsExactly("admin", "kept");
        assertThat(names(commands)).containsExactly("admin");
    }

    private Answer move(Commands of) {
        return of.run("move", "--database", login.url(), "--database-user", login.user(),
                "--database-password-file", passwordFile.toString());
    }

    @Test
    void check_findsAPasswordThatOthersMayRead() throws Exception {
        start().close();
        Files.setPosixFilePermissions(passwordFile, PosixFilePermissions.fromString("rw-r--r--"));
        Answer answer = commands.run("check");
        assertThat(answer.status()).isEqualTo(1);
        assertThat(answer.out().lines().filter(line -> line.startsWith("WRONG"))).singleElement()
                .asString().contains(passwordFile.toString());
    }

    @Test
    void serverThatIsNotThere() throws IOException {
        int free;
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = taken.getLocalPort();
        }
        assertFailure(run("jdbc:postgresql://127.0.0.1:" + free + "/x", login.user()), 6,
                "does not answer");
        assertFailure(run("jdbc:postgresql://no-such-host.invalid/x", login.user()), 6,
                "does not answer");
    }

    @Test
    void passwordThatIsWrong() throws IOException {
        passwordFile = secret("wrong", "not the password\n");
        assertFailure(run(login.url(), login.user()), 4, "password authentication failed");
    }

    @Test
    void passwordThatIsMissing() throws IOException {
        assertFailure(commands.run("run", "--database", login.url(), "--database-user",
                login.user()), 4, "no password was provided");
        passwordFile = secret("empty", "\nsecond line\n");
        assertFailure(run(login.url(), login.user()), 3, "no password in its first line");
        passwordFile = folder.resolve("nowhere");
        assertFailure(run(login.url(), login.user()), 5, "no such file");
    }

    @Test
    void databaseThatIsMissing() {
        String other = login.place().replaceAll("/[^/]+$", "/nothing");
        assertFailure(run(other, login.user()), 5, "\"nothing\" does not exist");
    }

    @Test
    void addressThatIsRefused() {
        for (String address : List.of(login.url() + "&password=secret",
                login.url() + "&sslPassword=secret",
                "jdbc:postgresql://me:secret@127.0.0.1/x", "jdbc:h2:mem:x;PASSWORD=secret")) {
            Answer answer = run(address, login.user());
            assertFailure(answer, 2, "no place for a password");
            assertThat(answer.err()).doesNotContain("secret");
        }
        assertFailure(run("jdbc:mysql://127.0.0.1/x", login.user()), 2, "jdbc:postgresql:");
        assertFailure(commands.run("run", "--database-user", "me"), 2, "--database");
    }

    private Answer run(String address, String user) {
        List<String> words = new ArrayList<>(List.of("run", "--http", "127.0.0.1:0", "--tracker",
                "127.0.0.1:0", "--database", address, "--database-user", user,
                "--database-password-file", passwordFile.toString()));
        return commands.run(words.toArray(String[]::new));
    }

    private void assertFailure(Answer answer, int status, String words) {
        assertThat(answer.err()).hasLineCount(1).contains(words)
                .doesNotContain(login.password());
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.out()).isEmpty();
    }

    private static HttpResponse<String> get(Site site, String path) throws Exception {
        return get(site.settings().pages(), path);
    }

    private static HttpResponse<String> get(URI pages, String path) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                    HttpRequest.newBuilder(pages.resolve(path)).timeout(Duration.ofSeconds(8))
                            .header("Authorization", "Bearer token")
                            .header("Cookie", "gridtorrent=token-of-twenty-letters").build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }
}
