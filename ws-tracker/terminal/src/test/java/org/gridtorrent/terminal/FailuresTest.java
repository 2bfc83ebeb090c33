package org.gridtorrent.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class FailuresTest {
    @Test
    @EnabledOnOs(OS.LINUX) // which has a device that is always full
    void fullDisk_isSaidWhateverALibraryPutsAroundIt() {
        Throwable full = catchThrowable(() -> Files.writeString(Path.of("/dev/full"), "a word"));
        CommandFailure described = Failures
                .describe(new IllegalStateException("a commit failed", full));
        assertThat(described.line()).startsWith("the disk is full");
        assertThat(described.exitStatus()).isEqualTo(ExitStatus.FAILED);
        assertThat(Failures.describe(new IllegalStateException("a commit failed")).line())
                .contains("an error in the program itself");
    }
}
