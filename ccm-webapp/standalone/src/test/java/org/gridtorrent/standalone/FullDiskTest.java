package org.gridtorrent.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.ProcessBuilder.Redirect;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.standalone.Commands.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A site on a disk that gets full, and one whose database cannot be written. */
@EnabledOnOs(OS.LINUX)
class FullDiskTest {
    private static final String FULL = "the database's disk is full";

    @TempDir
    Path folder;

    @Test
    void siteOnAFullDisk_refusesToStartAndToChangeUntilThereIsRoom() throws Exception {
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", folder.toString()),
                "mounting a tmpfs is not allowed here");
        Commands commands = new Commands(folder.resolve("home"));
        Path large = folder.resolve("large");
        try {
            Files.write(large, new byte[20 << 20]);
            assertThatThrownBy(() -> ServerProcess.run(commands.home(), Map.of()))
                    .hasMessageContaining(FULL);
            Files.delete(large);
            try (ServerProcess server = ServerProcess.run(commands.home(), Map.of())) {
                assertThat(commands.run("user", "add", "acknowledged").status()).isZero();
                Files.write(large, new byte[20 << 20]);
                Answer refused = commands.run("user", "add", "refused");
                assertThat(refused.status()).isEqualTo(1);
                assertThat(refused.err()).hasLineCount(1).contains(FULL,
                        "MiB are free; nothing was changed; make room and try again");
                assertThat(commands.run("user", "list").out()).contains("acknowledged")
                        .doesNotContain("refused");
                Files.delete(large);
                assertBack(server, commands);
            }
        } finally {
            run("umount", folder.toString());
        }
    }

    /** By the system's limit on the length of files; the write of any thread may be the one that fails. */
    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void siteWhoseWritesFail_isBackWithAllThatWasAcknowledged() throws Exception {
        Commands commands = new Commands(folder.resolve("home"));
        try (ServerProcess server = ServerProcess.run(commands.home(), Map.of())) {
            assertThat(commands.run("user", "add", "acknowledged").status()).isZero();
            server.limitFiles("8192");
            Answer refused = commands.run("user", "add", "refused");
            assertThat(refused.status()).isNotZero();
            assertThat(refused.err()).hasLineCount(1).containsAnyOf(
                    "may be stored or not; look, for example with gridtorrent-server user list",
                    "the database closed itself since a write failed; nothing was changed",
                    "the connection or file ended too early")
                    .doesNotContain("argon2");
            if (!server.hasEnded()) {
                server.limitFiles("unlimited");
                assertBack(server, commands);
                return;
            }
        }
        // The database hung, so the server ended.
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

    private static boolean run(String... command) throws Exception {
        return new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(Redirect.DISCARD).start().waitFor() == 0;
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
