package org.gridtorrent.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.gridtorrent.terminal.Progress.Sample;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private long now;

    private Progress progress(boolean terminal) {
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        return new Progress(new Output(stream, stream, terminal), () -> now);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void withoutATerminal_aLineEveryTenSeconds() {
        Progress progress = progress(false);
        for (int second = 0; second <= 25; second++) {
            now = second * 1_000_000_000L;
            progress.update(
                    new Sample("fetching", second * 1_000_000L, 100_000_000L, 1_000_000L, 2));
        }
        assertThat(err()).hasLineCount(2)
                .startsWith("fetching: 10 %, 10.0 MB of 100 MB, 1.00 MB/s, 1 min left, 2 peers\n");
    }

    @Test
    void unknownLength_isSaid() {
        try (Progress progress = progress(true)) {
            progress.update(new Sample("fetching", 5_000_000L, -1, 1_000_000L, -1));
        }
        assertThat(err()).contains(
                "[------------------------] fetching: 5.00 MB, length unknown, 1.00 MB/s");
    }

    @Test
    void onATerminal_oneLineIsDrawnOverAndCleared() {
        try (Progress progress = progress(true)) {
            progress.update(Sample.of("hashing", 50, 100));
        }
        assertThat(err()).contains("[############------------] hashing: 50 %").doesNotContain("\n");
        assertThat(err()).endsWith("\r\033[K");
    }

    @Test
    void controlCharactersInOtherPeoplesWords_areNotPrinted() {
        assertThat(Output.printable("a\033[31mb\r\nc\u202Ed"))
                .isEqualTo("a\uFFFD[31mb\uFFFD\uFFFDc\uFFFDd");
    }
}
