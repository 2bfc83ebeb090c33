package org.gridtorrent.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

class ManPagesCommandTest {
    @TempDir
    Path folder;

    @Command(name = "tool", version = "tool 1.0", mixinStandardHelpOptions = true, description = "Does things. And others.", exitCodeList = {
        "0:done", "1:failed"})
    static final class Tool {}

    @Command(name = "cut", description = {"Cuts a file.",
        ".hidden files, too: 10%% of C:\\x…%n'twice'."})
    static final class Cut {
        @Option(names = {"-n",
            "--number"}, paramLabel = "N", defaultValue = "7", description = "How many (default: ${DEFAULT-VALUE}).")
        int number;
        @Option(names = "--secret", hidden = true)
        boolean secret;
        @Parameters(paramLabel = "FILE", description = "What to cut.")
        Path file = Path.of("");
    }

    private void generate() {
        CommandLine root = new CommandLine(new Tool()).addSubcommand(new Cut())
                .addSubcommand(new CommandLine.HelpCommand())
                .addSubcommand(new ManPagesCommand());
        assertThat(root.execute("generate-man-pages", folder.toString(), "1")).isZero();
    }

    @Test
    void eachCommandHasAPage() throws IOException {
        generate();
        try (Stream<Path> pages = Files.list(folder)) {
            assertThat(pages.map(page -> page.getFileName().toString()))
                    .containsExactlyInAnyOrder("tool.1", "tool-cut.1");
        }
        assertThat(Files.readString(folder.resolve("tool.1"))).contains("tool \\- Does things\n",
                ".BR tool\\-cut (1)\nCuts a file\n", ".SH EXIT STATUS\n.TP\n.B 0\ndone\n");
        assertThat(Files.readString(folder.resolve("tool-cut.1"))).contains(
                "\\fB\\-n\\fR, \\fB\\-\\-number\\fR \\fIN\\fR\nHow many (default: 7).\n",
                "\\&.hidden files, too: 10% of C:\\ex\\[u2026]\n\\&'twice'.\n", ".BR tool (1)\n")
                .doesNotContain("secret");
    }

    @Test
    void groffUnderstandsThem() throws IOException, InterruptedException {
        Path groff = Path.of("/usr/bin/groff");
        Assumptions.assumeTrue(Files.isExecutable(groff), "groff is not installed");
        generate();
        Process reader = new ProcessBuilder(groff.toString(), "-man", "-Tutf8", "-ww", "-z",
                folder.resolve("tool.1").toString(), folder.resolve("tool-cut.1").toString())
                .redirectErrorStream(true).start();
        String words = new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(words).isEmpty();
        assertThat(reader.waitFor()).isZero();
    }
}
