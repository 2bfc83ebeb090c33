package org.gridtorrent.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
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

    @Test
    void failureInAnotherThread_isSaidAsItWouldBeInThisOne() {
        CommandFailure described = Failures
                .describe(new ExecutionException(new AccessDeniedException("data.bin")));
        assertThat(described.line()).isEqualTo("data.bin: user " + System.getProperty("user.name")
                + " may not read or write it");
        assertThat(described.exitStatus()).isEqualTo(ExitStatus.NOT_ALLOWED);
    }

    @Test
    void noClassIsShown_whereTheSystemSaidNothing() {
        for (IOException e : List.of(new MalformedInputException(1), new ClosedChannelException(),
                new EOFException())) {
            assertThat(Failures.describe(e).line()).doesNotContain("Exception", "Input length");
        }
    }

    @Test
    void machine_hasANameToShow() {
        assertThat(MachineName.label()).isNotBlank().doesNotContain("$", "@", ":");
        assumeTrue(Files.exists(Path.of("/proc/sys/kernel/hostname")), "this is no Linux");
        assertThat(MachineName.ofKernel()).isPresent();
    }
}
