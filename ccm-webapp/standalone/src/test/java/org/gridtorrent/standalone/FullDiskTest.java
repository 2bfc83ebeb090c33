package org.gridtorrent.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.standalone.Commands.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A site whose database's file cannot grow, by the system's limit on the length of files. */
@EnabledOnOs(OS.LINUX)
class FullDiskTest {
    @TempDir
    Path folder;

    @Test
    @Timeout(value = 3, unit = TimeUnit.MINUTES)
    void site_isBackWhenThereIsRoomAgainWithAllThatWasAcknowledged() throws Exception {
        Commands commands = new Commands(folder.resolve("home"));
        try (ServerProcess server = ServerProcess.run(commands.home(), Map.of())) {
            assertThat(commands.run("user", "add", "acknowledged").status()).isZero();
            server.limitFiles("8192");
            Answer refused = commands.run("user", "add", "refused");
            assertThat(refused.status()).isEqualTo(1);
            assertThat(refused.err()).hasLineCount(1)
                    .contains("may be stored or not", "gridtorrent-server user list")
                    .doesNotContain("argon2");
            server.limitFiles("unlimited");
            awaitReady(server);
            Answer made = commands.run("user", "add", "later");
            assertThat(made.status()).as(made.err()).isZero();
            assertThat(commands.run("user", "list").out()).contains("acknowledged", "later");
        }
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
