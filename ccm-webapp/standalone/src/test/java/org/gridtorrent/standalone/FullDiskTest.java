package org.gridtorrent.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.standalone.Commands.Answer;
import org.gridtorrent.testing.SmallDisk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A site on a disk that gets full, and one whose database cannot be written. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class FullDiskTest {
    private static final String FULL = "the database's disk is full";
    /** The answer where the database hung, so that the server ended. */
    private static final String ENDED = "the server ended before it answered";

    @TempDir
    Path folder;

    @Test
    void siteOnAFullDisk_refusesToStartAndToChangeUntilThereIsRoom() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(folder, "size=32m")) {
            Commands commands = new Commands(disk.path().resolve("home"));
            Path filler = disk.fill();
            Files.write(filler, new byte[24 << 20]);
            assertThatThrownBy(() -> ServerProcess.run(commands.home(), Map.of()).close())
                    .hasMessageContaining(FULL);
            Files.delete(filler);
            try (ServerProcess server = ServerProcess.run(commands.home(), Map.of())) {
                assertThat(commands.run("user", "add", "acknowledged").status()).isZero();
                disk.fill();
                Answer refused = commands.run("user", "add", "refused");
                assertThat(refused.status()).isEqualTo(1);
                assertThat(refused.err()).hasLineCount(1).contains(FULL,
                        "the change was refused; make room and try again");
                assertThat(commands.run("user", "list").out()).contains("acknowledged")
                        .doesNotContain("refused");
                Files.delete(filler);
                assertBack(server, commands);
            }
        }
    }

    /** The system's limit on the length of files makes writes fail, of whichever thread writes first. */
    @Test
    void siteWhoseWritesFail_isBackWithAllThatWasAcknowledged() throws Exception {
        Commands commands = new Commands(folder.resolve("home"));
        try (ServerProcess server = ServerProcess.run(commands.home(), Map.of())) {
            assertThat(commands.run("user", "add", "acknowledged").status()).isZero();
            server.limitFiles("8192");
            Answer refused = commands.run("user", "add", "refused");
            assertThat(refused.status()).isNotZero();
            assertThat(refused.err()).hasLineCount(1).containsAnyOf(
                    "may be stored or not; look, for example with gridtorrent-server user list",
                    "the database closed itself because a write failed", ENDED)
                    .doesNotContain("argon2");
            if (!refused.err().contains(ENDED)) {
                server.limitFiles("unlimited");
                assertBack(server, commands);
                return;
            }
        }
        try (ServerProcess again = ServerProcess.run(commands.home(), Map.of())) {
            assertBack(again, commands);
        }
    }

    private static void assertBack(ServerProcess server, Commands commands) throws Exception {
        awaitReady(server);
        Answer made = commands.run("user", "add", "later");
        assertThat(made.status()).as(made.err()).isZero();
        assertThat(commands.run("user", "list").out()).contains("acknowledged", "later");
    }

    private static void awaitReady(ServerProcess server) throws Exception {
        var ask = HttpRequest.newBuilder(server.pages().resolve("/ready")).build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            int status;
            do {
                status = http.send(ask, BodyHandlers.discarding()).statusCode();
            } while (status != 200);
        }
    }
}
