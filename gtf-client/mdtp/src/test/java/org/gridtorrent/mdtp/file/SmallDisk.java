package org.gridtorrent.mdtp.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** File system in memory, of a given size. */
public record SmallDisk(Path path) implements AutoCloseable {

    /** Mounts it below a folder; skips the test where that is not allowed. */
    public static SmallDisk mount(Path folder, String options) throws IOException {
        Path path = Files.createDirectories(folder.resolve("small"));
        assumeTrue(run("mount", "-t", "tmpfs", "-o", options, "tmpfs", path.toString()),
                "mounting a tmpfs is not allowed here");
        return new SmallDisk(path);
    }

    public void grow() throws IOException {
        assertThat(run("mount", "-o", "remount,size=16m", path.toString())).isTrue();
    }

    private static boolean run(String... command) throws IOException {
        return new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().onExit().join()
                .exitValue() == 0;
    }

    @Override
    public void close() throws IOException {
        run("umount", path.toString());
    }
}
