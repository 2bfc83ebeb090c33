package org.gridtorrent.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.gridtorrent.catalog.device.CopyWaits;
import org.gridtorrent.standalone.Commands.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CopyOptionsTest {
    @Test
    void waits_areTheUsualOnesUnlessTold() {
        assertThat(waits()).isEqualTo(CopyWaits.USUAL);
        assertThat(waits("--copy-lost", "2d", "--copy-lost-always-on", "90m", "--copy-patience",
                "3h", "--copy-proven", "7d", "--copy-verify", "60d", "--copy-unreachable", "6h"))
                .isEqualTo(new CopyWaits(Duration.ofDays(2), Duration.ofMinutes(90),
                        Duration.ofHours(3), Duration.ofDays(7), Duration.ofDays(60),
                        Duration.ofHours(6)));
    }

    private static CopyWaits waits(String... words) {
        return CommandLine.populateCommand(new CopyOptions(), words).waits();
    }

    @Test
    void waitsThatCannotBe_areSaidInALine(@TempDir Path folder) {
        Commands commands = new Commands(folder.resolve("home"));
        assertFailure(commands.run("run", "--copy-patience", "30s"),
                "--copy-patience has to be between 10 minutes and 3650 days");
        assertFailure(commands.run("run", "--copy-lost", "2h"),
                "--copy-lost-always-on is 12 hours and cannot be longer than copy-lost, 2 hours");
        assertThat(commands.home()).doesNotExist();
    }

    private static void assertFailure(Answer answer, String words) {
        assertThat(answer.status()).isEqualTo(2);
        assertThat(answer.err()).hasLineCount(1).contains(words);
    }
}
