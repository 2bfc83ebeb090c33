package org.gridtorrent.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.TestDatabase;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.catalog.device.CopyWaits;
import org.gridtorrent.standalone.Commands.Answer;
import org.gridtorrent.standalone.home.DatabaseAccess;
import org.gridtorrent.standalone.home.HostPort;
import org.gridtorrent.standalone.home.SiteHome;
import org.gridtorrent.standalone.site.PublicAddresses;
import org.gridtorrent.standalone.site.Site;
import org.gridtorrent.standalone.site.SitePlan;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.testing.SmallDisk;
import org.gridtorrent.testing.TroubleshootingTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code check} of a site: the messages of the operator's guide for each condition. */
class TroubleshootingTest {
    @TempDir
    Path folder;

    private Commands newSite() throws IOException {
        return newSite(new Commands(folder.resolve("home")));
    }

    private static Commands newSite(Commands commands) throws IOException {
        try (Site site = commands.startServer()) {
            assertThat(site.firstAdministratorLink()).isPresent();
        }
        return commands;
    }

    private static void assertFound(String condition, Commands commands) throws IOException {
        Answer answer = commands.run("check");
        assertThat(answer.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(answer.out()).containsPattern(TroubleshootingTable.server(condition));
    }

    private static void assertRefused(String condition, Commands commands, int status)
            throws IOException {
        Answer answer = commands.run("check");
        assertThat(answer.status()).as(answer.out() + answer.err()).isEqualTo(status);
        assertThat(answer.err()).hasLineCount(1)
                .containsPattern(TroubleshootingTable.server(condition));
    }

    @Test
    void siteThatIsWell_hasNothingWrong() throws IOException {
        Answer answer = newSite().run("check");
        assertThat(answer.status()).as(answer.out()).isZero();
        assertThat(answer.out()).doesNotContain("WRONG");
    }

    @Test
    void fullDisk() throws IOException {
        try (SmallDisk disk = SmallDisk.mount(folder, "size=100m")) {
            Commands commands = newSite(new Commands(disk.path().resolve("home")));
            assertFound("Full disk", commands);
            disk.fill();
            assertFound("Full disk", commands);
            assertThat(commands.run("check").err()).isEmpty();
        }
    }

    @Test
    void damagedKey() throws IOException {
        Commands commands = newSite();
        Path key = commands.home().resolve("keys/authority.key");
        Files.write(key, new byte[]{1, 2, 3});
        assertRefused("Damaged key", commands, ExitStatus.BAD_INPUT);
        assertThat(commands.run("check").err()).contains(key.toString());
    }

    @Test
    void foreignKeys_areRefusedAtTheStartToo() throws IOException {
        Commands commands = newSite();
        Path keys = commands.home().resolve("keys");
        Path other = foreignSite().home().resolve("keys");
        Files.copy(other.resolve("authority.key"), replaced(keys.resolve("authority.key")));
        assertThat(commands.run("check").err())
                .contains(keys.resolve("authority.key") + " is damaged: it is not that of");
        for (String file : List.of("authority.crt", "server.key", "tickets.key")) {
            Files.copy(other.resolve(file), replaced(keys.resolve(file)));
        }
        assertFound("Foreign key", commands);
        assertThat(commands.run("run", "--http", "127.0.0.1:0", "--tracker", "127.0.0.1:0").err())
                .contains("cannot be used: they are those of site 'other'");
    }

    private static Path replaced(Path file) throws IOException {
        Files.delete(file);
        return file;
    }

    private Commands foreignSite() throws IOException {
        Commands other = new Commands(folder.resolve("other"));
        HostPort any = new HostPort("127.0.0.1", 0);
        Site.start(new SiteHome(other.home()),
                new SitePlan(any, any, null, PublicAddresses.AS_LISTENING, null,
                        "other", CopyWaits.USUAL, Optional.empty(), true))
                .close();
        return other;
    }

    @Test
    void keyThatWasReplacedWhileTheServerRuns() throws IOException {
        Commands commands = newSite();
        Path tickets = commands.home().resolve("keys/tickets.key");
        try (Site _ = commands.startServer()) {
            Files.copy(foreignSite().home().resolve("keys/tickets.key"), replaced(tickets));
            assertThat(commands.run("check").out())
                    .contains("WRONG  keys: " + tickets + " is not the one in use");
        }
    }

    @Test
    void loosePermissions() throws IOException {
        Commands commands = newSite();
        Files.setPosixFilePermissions(commands.home().resolve("keys/server.key"),
                PosixFilePermissions.fromString("rw-r--r--"));
        assertFound("Loose permissions", commands);
    }

    @Test
    void damagedStateFile() throws IOException {
        Commands commands = newSite();
        Files.writeString(commands.home().resolve("site.json"), "{\"site\": ");
        assertRefused("Damaged state file", commands, ExitStatus.BAD_INPUT);
    }

    @Test
    void newerTables() throws Exception {
        Commands commands = newSite();
        try (Connection database = DriverManager
                .getConnection(Catalog.embeddedUrl(commands.home().resolve("database")));
                var statement = database.createStatement()) {
            statement.execute("update \"flyway_schema_history\" set \"version\" = '999' where"
                    + " \"installed_rank\" = (select max(\"installed_rank\")"
                    + " from \"flyway_schema_history\")");
        }
        assertRefused("Newer tables", commands, ExitStatus.FAILED);
    }

    @Test
    void lostDatabase() throws IOException {
        Commands commands = newSite();
        Files.delete(commands.home().resolve("database.mv.db"));
        assertRefused("Lost database", commands, ExitStatus.NOT_FOUND);
    }

    @Test
    void damagedDatabase() throws IOException {
        Commands commands = newSite();
        Path file = commands.home().resolve("database.mv.db");
        for (long length : List.of(Files.size(file), 20_000L, 5_000L, 100L)) {
            byte[] damaged = new byte[(int) length];
            new Random(length).nextBytes(damaged);
            Files.write(file, damaged);
            assertRefused("Damaged database", commands, ExitStatus.BAD_INPUT);
            assertThat(commands.run("check").err()).contains(file.toString());
        }
    }

    @Test
    void databaseThatIsDown_isFoundByTheServerAndWithoutIt() throws Exception {
        DatabaseLogin login = TestDatabase.POSTGRESQL.lasting(folder);
        Path password = Files.writeString(folder.resolve("password"), login.password() + "\n");
        Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
        URI address = URI.create(login.url().substring("jdbc:".length()));
        Commands commands = new Commands(folder.resolve("home"));
        try (var relay = new Relay(address)) {
            String there = login.url().replace(":" + address.getPort(), ":" + relay.port());
            try (Site _ = commands.startServer(
                    new DatabaseAccess(there, login.user(), password.toString()))) {
                relay.cut();
                Answer answer = commands.run("check");
                assertThat(answer.status()).isEqualTo(ExitStatus.FAILED);
                assertThat(answer.out()).contains("WRONG  database: does not answer at ");
            }
            assertRefused("Database down", commands, ExitStatus.NO_ANSWER);
        }
    }

    @Test
    void portThatAnotherProgramHas() throws IOException {
        Commands commands = new Commands(folder.resolve("home"));
        HostPort any = new HostPort("127.0.0.1", 0);
        HostPort there = new HostPort("127.0.0.1", freePort());
        Site.start(new SiteHome(commands.home()), new SitePlan(there, any, null,
                PublicAddresses.AS_LISTENING, null, "lab", CopyWaits.USUAL, Optional.empty(), true))
                .close();
        assertThat(commands.run("check").out()).contains("port: " + there + " is free");
        try (var _ = new ServerSocket(there.port(), 1, InetAddress.getLoopbackAddress())) {
            assertFound("Port taken", commands);
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void tooFewDescriptors() throws Exception {
        Commands commands = new Commands(folder.resolve("home"));
        try (ServerProcess server = ServerProcess.run(commands.home(), Map.of())) {
            server.limit("--nofile=2000:2000");
            assertFound("Too few descriptors", commands);
        }
    }

    @Test
    void damagedMetricsToken() throws IOException {
        Commands commands = newSite();
        Files.write(commands.home().resolve("metrics-token"), new byte[]{(byte) 0xfc});
        assertFound("Damaged metrics token", commands);
    }
}
