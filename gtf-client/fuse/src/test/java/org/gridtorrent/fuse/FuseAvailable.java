package org.gridtorrent.fuse;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Skips a test where file systems in user space cannot be mounted, or a program is missing. */
public final class FuseAvailable {
    private FuseAvailable() {}

    public static void require() {
        assumeTrue(isOpenable(), "/dev/fuse cannot be opened here");
        requireProgram("fusermount3", "--version");
    }

    private static boolean isOpenable() {
        try (FileChannel device = FileChannel.open(Path.of("/dev/fuse"), StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            return device.isOpen();
        } catch (IOException e) {
            return false;
        }
    }

    public static void requireProgram(String... command) {
        boolean runs;
        try {
            runs = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().onExit().join()
                    .exitValue() == 0;
        } catch (IOException e) {
            runs = false;
        }
        assumeTrue(runs, command[0] + " is not installed");
    }
}
