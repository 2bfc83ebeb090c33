package org.gridtorrent.bench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ToolTest {
    /** Says its number, and would go on. */
    private static final List<String> SLEEPS = List.of("sh", "-c", "echo $$; exec sleep 60");

    @Test
    void aTiedProgramEndsWithItsInput() throws Exception {
        Process tied = Tool.startTied(List.of(), SLEEPS);
        ProcessHandle program = program(tied);
        Tool.end(tied);
        assertThat(tied.isAlive()).isFalse();
        assertThat(program.isAlive()).isFalse();
    }

    @Test
    void aTiedProgramEndsWhenItIsToldTo() throws Exception {
        Process tied = Tool.startTied(List.of(), SLEEPS);
        ProcessHandle program = program(tied);
        tied.destroy();
        assertThat(tied.waitFor(30, TimeUnit.SECONDS)).isTrue();
        // It is killed before the script ends, and may take a moment longer.
        assertThat(program.onExit()).succeedsWithin(Duration.ofSeconds(30));
    }

    @Test
    void aTiedProgramThatEndsByItself_hasItsOwnWordsAndStatus_andNoInput() throws Exception {
        Process tied = Tool.startTied(List.of("env"),
                List.of("sh", "-c", "cat; echo \"<$1>\"; exit 7", "sh", "two words"));
        assertThat(said(tied)).isEqualTo("<two words>\n");
        assertThat(tied.waitFor()).isEqualTo(7);
    }

    /** Again and again: the end may come before the script has looked for it. */
    @ParameterizedTest
    @CsvSource({"true, 0", "false, 1", "no-such-program, 127"})
    void aTiedProgramThatEndsAtOnce_isNotWaitedFor(String program, int status) throws Exception {
        for (int i = 0; i < 20; i++) {
            Process tied = Tool.startTied(List.of(), List.of(program));
            assertThat(said(tied)).satisfies(words -> assertThat(words.isEmpty())
                    .isEqualTo(status != 127));
            assertThat(tied.waitFor()).isEqualTo(status);
        }
    }

    private static String said(Process tied) throws IOException {
        return new String(tied.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static ProcessHandle program(Process tied) throws IOException {
        String number = Objects
                .requireNonNull(tied.inputReader(StandardCharsets.UTF_8).readLine());
        return ProcessHandle.of(Long.parseLong(number)).orElseThrow();
    }
}
