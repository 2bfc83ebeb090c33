package org.gridtorrent.bench.gridjet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.Tool;

/** {@code cat} from a folder that another program mounts just before, and unmounts afterwards. */
final class MountedPeerRead implements ReadTool {
    private static final long MOUNTED_WITHIN_NS = TimeUnit.SECONDS.toNanos(30);
    private static final Path MOUNTS = Path.of("/proc/self/mounts");

    private final String title;
    private final Optional<String> missing;
    private final Host reader;
    private final Path folder;
    private final FileCopies copies;
    private final Command command;

    /** Command that mounts a folder of the holder's, and stays. */
    interface Command {
        List<String> line(SampleFiles files, Path mountPoint);
    }

    /** @param folder an empty one, to mount on */
    MountedPeerRead(String title, Optional<String> missing, Host reader, Path folder,
            FileCopies copies, Command command) {
        this.title = title;
        this.missing = missing.or(() -> Tool.missing("fusermount3", "fuse3"));
        this.reader = reader;
        this.folder = folder;
        this.copies = copies;
        this.command = command;
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public Optional<String> missing() {
        return missing;
    }

    private interface Work<T> {
        T on(Path mounted) throws IOException, InterruptedException;
    }

    @Override
    public List<Double> read(SampleFiles files, long limitSeconds)
            throws IOException, InterruptedException {
        return mounted(files, mounted -> copies.seconds(files, mounted, limitSeconds));
    }

    @Override
    public double readAtOnce(SampleFiles files, long limitSeconds)
            throws IOException, InterruptedException {
        return mounted(files, mounted -> copies.secondsAtOnce(files, mounted, limitSeconds));
    }

    private <T> T mounted(SampleFiles files, Work<T> work)
            throws IOException, InterruptedException {
        Process process = reader.startTied(command.line(files, folder));
        try {
            awaitMount(process);
            Tool.discardOutput(process);
            return work.on(folder);
        } finally {
            var _ = Tool.fails(List.of("fusermount3", "-uzq", folder.toString()));
            Tool.end(process);
        }
    }

    private void awaitMount(Process process) throws IOException, InterruptedException {
        long endNs = System.nanoTime() + MOUNTED_WITHIN_NS;
        while (!Files.readString(MOUNTS).contains(" " + folder + " ")) {
            if (!process.isAlive() || System.nanoTime() - endNs > 0) {
                process.destroy();
                throw new IOException("it does not mount: " + new String(
                        process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }
}
