package org.gridtorrent.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.e2e.process.Programs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the JDK learnt of the programs that move contents, when those were built. */
class LearntIT {
    private static final Path CLIENT = Programs.in(Programs.root()).client();
    private static final Path BENCH = Programs.root()
            .resolve("bench/harness/target/gridtorrent-bench/bin/gridtorrent-bench");
    private static final String KNOWN = "org.gridtorrent.engine.Engine source: shared objects file";

    @TempDir
    private Path folder;

    @Test
    void everyKindOfCommand_knowsIt() throws IOException, InterruptedException {
        for (List<String> words : List.of(List.of("--version"), List.of("torrent", "--help"),
                List.of("daemon", "--help"))) {
            assertThat(loaded(CLIENT, words)).as("%s", words).contains(KNOWN);
        }
    }

    /** The harness is trained only when it is packaged for use, and in the long runs. */
    @Tag("full")
    @Test
    void bench_knowsIt() throws IOException, InterruptedException {
        assertThat(loaded(BENCH, List.of("--version"))).contains(KNOWN);
    }

    @Test
    void copyWithItsTimes_knowsIt() throws IOException, InterruptedException {
        Path copy = folder.resolve("a copy");
        assertThat(new ProcessBuilder("cp", "-a", CLIENT.resolveSibling("..").toString(),
                copy.toString()).inheritIO().start().waitFor()).isZero();
        assertThat(loaded(copy.resolve("bin/gridtorrent"), List.of("--version"))).contains(KNOWN);
    }

    /** What the virtual machine says of the classes that it loads. */
    private String loaded(Path program, List<String> words)
            throws IOException, InterruptedException {
        Path log = Files.createTempFile(folder, "classes", ".log");
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        // The JDK of the build.
        builder.environment().put("GRIDTORRENT_JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("JDK_JAVA_OPTIONS", "-Xlog:class+load:file=" + log);
        assertThat(builder.start().waitFor()).isZero();
        return Files.readString(log);
    }
}
