package org.gridtorrent.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** File system in memory, of a given size. */
public record SmallDisk(Path path) implements AutoCloseable {

    /**
     * Mounts it below a folder; skips the test where that is not allowed.
     *
     * @param options of a tmpfs, as in {@code size=2m}
     */
    public static SmallDisk mount(Path folder, String options) throws IOException {
        Path path = Files.createDirectories(folder.resolve("small"));
        assumeTrue(isDone("mount", "-t", "tmpfs", "-o", options, "tmpfs", path.toString()),
                "mounting a tmpfs is not allowed here");
        return new SmallDisk(path);
    }

    /** Changes its options. */
    public void remount(String options) throws IOException {
        if (!isDone("mount", "-o", "remount," + options, path.toString())) {
            throw new IOException(path + " cannot be mounted again with " + options);
        }
    }

    /** Writes a file until the disk is full; delete it to make room again. */
    public Path fill() throws IOException {
        Path filler = path.resolve("filler");
        try (FileChannel channel = FileChannel.open(filler, StandardOpenOption.CREATE_NEW,
                StandardOpenOption.WRITE)) {
            while (true) {
                channel.write(ByteBuffer.allocate(4096));
            }
        } catch (IOException full) {
            return filler;
        }
    }

    private static boolean isDone(String... command) throws IOException {
        return new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().onExit().join()
                .exitValue() == 0;
    }

    @Override
    public void close() throws IOException {
        isDone("umount", path.toString());
    }
}
