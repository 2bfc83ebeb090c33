package org.gridtorrent.bench.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NameLockTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void oneAtATimeHasIt_andNothingIsLeft() throws Exception {
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
        assertThat(folder).isEmptyDirectory();
    }

    private int hold(AtomicInteger holders) throws IOException {
        try (NameLock _ = NameLock.take(file())) {
            int most = holders.incrementAndGet();
            assertThat(file()).exists();
            holders.decrementAndGet();
            return most;
        }
    }

    /** As after a process that was killed. */
    @Test
    void aFileThatIsLeft_isNoLock() throws IOException {
        Files.writeString(file(), "00000000-0000-0000-0000-000000000000");
        NameLock.take(file()).close();
        assertThat(folder).isEmptyDirectory();
    }

    private Path file() {
        return folder.resolve("one.lock");
    }
}
