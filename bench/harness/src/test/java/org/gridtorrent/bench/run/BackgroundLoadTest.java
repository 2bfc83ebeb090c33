package org.gridtorrent.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BackgroundLoadTest {
    /** A name that no other program of this machine has. */
    private static final String NAME = "busy" + ProcessHandle.current().pid();
    /** Keeps all processors busy with children of nobody, whose words name a folder, and says their numbers. */
    private static final String BUSY = "for i in $(seq $(nproc)); do"
            + " setsid \"$1\" -c 'while :; do :; done' sh \"$0\" > /dev/null 2>&1 & printf '%s ' $!;"
            + " done; echo";

    private final List<ProcessHandle> busy = new ArrayList<>();

    @TempDir
    private Path temp = Path.of("");

    @AfterEach
    void end() {
        busy.forEach(ProcessHandle::destroy);
    }

    @Test
    void namesABusyProgram() throws Exception {
        start("/tmp/others");
        try (ProcessMonitor watch = new ProcessMonitor()) {
            String words;
            do {
                words = watch.disturbance().orElse("");
            } while (!words.matches(".*\\b" + NAME + " \\d+ %.*"));
            assertThat(words).matches(
                    "other programs of this machine took \\d+ % of the processors' time: .*");
        }
    }

    /** As a database that makes itself a daemon. */
    @Test
    void leavesOutProgramsThatWorkInARunsFolder() throws Exception {
        start("/tmp/gridtorrent-bench-1/database");
        try (ProcessMonitor watch = new ProcessMonitor()) {
            Duration enough = cpu().plusMillis(300);
            String words;
            do {
                words = watch.disturbance().orElse("");
            } while (cpu().compareTo(enough) < 0);
            assertThat(words).doesNotContain(NAME);
        }
    }

    private void start(String folder) throws Exception {
        Path program = Files.createSymbolicLink(temp.resolve(NAME), Path.of("/bin/sh"));
        Process process = new ProcessBuilder("sh", "-c", BUSY, folder, program.toString()).start();
        String numbers = Objects
                .requireNonNull(process.inputReader(StandardCharsets.UTF_8).readLine());
        process.waitFor();
        for (String number : numbers.strip().split(" ", -1)) {
            busy.add(ProcessHandle.of(Long.parseLong(number)).orElseThrow());
        }
    }

    private Duration cpu() {
        return busy.stream().map(one -> one.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }
}
