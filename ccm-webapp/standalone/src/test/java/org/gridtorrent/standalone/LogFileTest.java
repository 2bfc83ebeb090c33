package org.gridtorrent.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFileTest {
    @TempDir
    Path folder;

    @Test
    void logFile_takesThePlaceOfStandardError() throws Exception {
        Path log = folder.resolve("logs/server.log");
        try (ServerProcess server = ServerProcess.run(folder.resolve("home"),
                Map.of("GRIDTORRENT_LOG_SIZE", "1MB"), "--log-file", log.toString())) {
            assertThat(server.stop()).isZero();
        }
        assertThat(Files.readString(log)).contains(" INFO  Site: Ended");
        assertThat(folder.resolve("home.log")).isEmptyFile();
        Commands commands = new Commands(folder.resolve("home"));
        assertThat(commands.run("run", "--log-file", "/proc/none/log").status()).isNotZero();
        assertThat(commands.run("run", "--log-file", log.toString(), "--log-count", "0").err())
                .contains("choose 1 to 100");
    }
}
