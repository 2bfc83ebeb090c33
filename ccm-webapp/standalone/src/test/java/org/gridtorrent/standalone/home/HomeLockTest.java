package org.gridtorrent.standalone.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeLockTest {
    @TempDir
    Path folder;

    @Test
    void tryTake_whileHeld() throws IOException {
        SiteHome home = new SiteHome(folder);
        try (HomeLock held = HomeLock.tryTake(home).orElseThrow()) {
            assertThat(held).isNotNull();
            assertThat(HomeLock.tryTake(home)).isEmpty();
            assertThat(HomeLock.holder(home))
                    .isEqualTo(Long.toString(ProcessHandle.current().pid()));
        }
    }

    @Test
    void tryTake_afterClose() throws IOException {
        SiteHome home = new SiteHome(folder);
        HomeLock.tryTake(home).orElseThrow().close();
        try (HomeLock again = HomeLock.tryTake(home).orElseThrow()) {
            assertThat(again).isNotNull();
        }
    }
}
