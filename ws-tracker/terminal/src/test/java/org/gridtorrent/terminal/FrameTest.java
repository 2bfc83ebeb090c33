package org.gridtorrent.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class FrameTest {
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
    private final Run run = new Run(Map.of(), InputStream.nullInputStream(),
            new Output(OutputStream.nullOutputStream(),
                    new PrintStream(errors, true, StandardCharsets.UTF_8), false));

    @Command(name = "program")
    private static final class Greedy implements Runnable {
        @Override
        public void run() {
            var _ = new long[Integer.MAX_VALUE];
        }
    }

    @Test
    void wantOfMemory_isSaidInOneLine() {
        CommandLine root = Frame.fitted(new CommandLine(new Greedy()), run);
        assertThat(Frame.execute(root, run)).isEqualTo(ExitStatus.FAILED);
        assertThat(errors.toString(StandardCharsets.UTF_8))
                .startsWith("program: the work needs more memory than the ").hasLineCount(1);
    }
}
