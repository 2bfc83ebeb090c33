package org.gridtorrent.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.e2e.process.Programs;
import org.junit.jupiter.api.Test;

/** What the JDK learnt of the client when that was built. */
class LearntIT {
    /** With this the virtual machine refuses to run without it, where otherwise it passes over it. */
    private static final String ONLY_SO = "-XX:AOTMode=on";

    @Test
    void everyKindOfCommand_knowsIt() throws IOException, InterruptedException {
        for (List<String> words : List.of(List.of("--version"), List.of("torrent", "--help"),
                List.of("daemon", "--help"))) {
            List<String> command = new ArrayList<>(
                    List.of(Programs.in(Programs.root()).client().toString()));
            command.addAll(words);
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.environment().put("JDK_JAVA_OPTIONS", ONLY_SO);
            Process process = builder.start();
            String said = new String(process.getInputStream().readAllBytes(),
                    StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as("%s: %s", words, said).isZero();
            assertThat(said).contains("gridtorrent");
        }
    }
}
