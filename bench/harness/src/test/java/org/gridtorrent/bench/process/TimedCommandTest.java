package org.gridtorrent.bench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimedCommandTest {
    @TempDir
    private Path folder;

    private TimedCommand.Taken run(long limitSeconds, String script) throws Exception {
        return TimedCommand.run(limitSeconds, folder.resolve("log"),
                List.of("bash", "-c", script));
    }

    @Test
    void countsProcessorTimeOfTheCommandAndItsChildren() throws Exception {
        TimedCommand.Taken taken = run(60, "(for ((i = 0; i < 100000; i++)); do :; done)");
        assertThat(taken.cpuSeconds()).isPositive();
        assertThat(taken.seconds()).isPositive();
    }

    @Test
    void saysWhyACommandFailed() {
        assertThatThrownBy(() -> run(60, "echo no such file >&2; exit 4"))
                .isInstanceOf(IOException.class).hasMessage("it ended with 4: no such file");
    }

    @Test
    void endsACommandAfterItsLimit() {
        assertThatThrownBy(() -> run(1, "sleep 600")).isInstanceOf(IOException.class)
                .hasMessage("it ended with 124: ");
    }
}
