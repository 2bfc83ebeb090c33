package org.gridtorrent.bench.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkLockTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void isHeldByOneThreadAtATime() throws Exception {
        AtomicInteger holders = new AtomicInteger();
        List<FutureTask<Integer>> taking = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            FutureTask<Integer> one = new FutureTask<>(() -> hold(holders));
            taking.add(one);
            Thread.ofVirtual().start(one);
        }
        for (FutureTask<Integer> one : taking) {
            assertThat(one.get()).isEqualTo(1);
        }
    }

    private int hold(AtomicInteger holders) throws IOException {
        try (LinkLock _ = LinkLock.take(file(), "one")) {
            int most = holders.incrementAndGet();
            assertThat(file()).exists();
            holders.decrementAndGet();
            return most;
        }
    }

    @Test
    void isHeldByOneProcessAtATime_forEachName() throws Exception {
        Process other = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp",
                System.getProperty("java.class.path"), Other.class.getName(), file().toString())
                .redirectErrorStream(true).start();
        try {
            assertThat(other.inputReader().readLine()).isEqualTo("held");
            LinkLock.take(file(), "two").close();
            FutureTask<Boolean> taking = new FutureTask<>(() -> {
                LinkLock.take(file(), "one").close();
                return true;
            });
            Thread.ofVirtual().start(taking);
            await().during(Duration.ofMillis(200)).until(() -> !taking.isDone());
            other.getOutputStream().close();
            assertThat(taking.get()).isTrue();
        } finally {
            other.destroyForcibly();
        }
    }

    /** Holds it until its input ends. */
    static final class Other {
        private Other() {}

        public static void main(String[] arguments) throws IOException {
            try (LinkLock _ = LinkLock.take(Path.of(arguments[0]), "one")) {
                System.out.println("held");
                while (System.in.read() >= 0) {
                    // Nothing is said; the end is what is waited for.
                }
            }
        }
    }

    /** As after a process that was killed. */
    @Test
    void isNotHeldByAFileThatWasLeft() throws IOException {
        Files.createFile(file());
        LinkLock.take(file(), "one").close();
        assertThat(file()).isEmptyFile();
    }

    private Path file() {
        return folder.resolve("links.lock");
    }
}
