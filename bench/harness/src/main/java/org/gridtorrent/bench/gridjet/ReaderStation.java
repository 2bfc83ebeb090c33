package org.gridtorrent.bench.gridjet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.gridtorrent.bench.dataset.SiteProcess;
import org.gridtorrent.bench.dataset.SitePrograms;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.Tool;
import org.jspecify.annotations.Nullable;

/**
 * The reader's machine with its mount. Each start is from the state after its enrolment, so that no cache, no connection
 * and no page of the kernel's is left of the turns before. Not thread-safe.
 */
final class ReaderStation implements AutoCloseable {
    static final String USER = "reader";
    private static final long VISIBLE_WITHIN_NS = TimeUnit.SECONDS.toNanos(60);

    private final SitePrograms programs;
    private final Host host;
    private final Path home;
    private final Path enrolled;
    private final Path mounted;
    private Workstation machine;
    private @Nullable Process mount;

    /**
     * Makes the account and the machine.
     *
     * @param folder an empty one
     */
    ReaderStation(SitePrograms programs, SiteProcess site, Host host, Path folder)
            throws IOException, InterruptedException {
        this.programs = programs;
        this.host = host;
        home = folder.resolve("home");
        enrolled = folder.resolve("enrolled");
        mounted = Files.createDirectory(folder.resolve("mounted"));
        machine = new Workstation(programs, host, home);
        machine.enrol(site, USER);
        Tool.run(List.of("cp", "--archive", home.toString(), enrolled.toString()));
    }

    /** Starts daemon and mount anew, and waits until this data set can be seen. */
    void restart(String transport, String datasetId) throws IOException, InterruptedException {
        close();
        Tool.run(List.of("rm", "--recursive", "--force", home.toString()));
        Tool.run(List.of("cp", "--archive", enrolled.toString(), home.toString()));
        machine = new Workstation(programs, host, home);
        machine.start(transport);
        Process started = Tool.startTied(List.of(), SitePrograms.command(programs.client(),
                List.of("mount", "--foreground", mounted.toString(), "--home", home.toString())));
        mount = started;
        Tool.awaitLine(started, "mounted at");
        Tool.discardOutput(started);
        var _ = folder(datasetId);
    }

    /** Folder of a data set's files in the mount; waits until it is there. */
    Path folder(String datasetId) throws IOException, InterruptedException {
        Path dataset = mounted.resolve("id").resolve(datasetId);
        long endNs = System.nanoTime() + VISIBLE_WITHIN_NS;
        while (true) {
            Optional<Path> found = folderOfFiles(dataset);
            if (found.isPresent()) {
                return found.get();
            }
            if (System.nanoTime() - endNs > 0) {
                throw new IOException("the data set " + datasetId + " is not in the mount after "
                        + TimeUnit.NANOSECONDS.toSeconds(VISIBLE_WITHIN_NS) + " s");
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private static Optional<Path> folderOfFiles(Path dataset) throws IOException {
        if (!Files.isDirectory(dataset)) {
            return Optional.empty();
        }
        try (Stream<Path> below = Files.walk(dataset)) {
            return below.filter(Files::isRegularFile).map(Path::getParent).findFirst();
        }
    }

    /** The same, relative to the data set's own folder; empty where that is it. */
    Path pathInDataset(String datasetId) throws IOException, InterruptedException {
        return mounted.resolve("id").resolve(datasetId).relativize(folder(datasetId));
    }

    Workstation machine() {
        return machine;
    }

    @Override
    public void close() {
        if (mount != null) {
            Tool.end(mount);
            mount = null;
        }
        var _ = Tool.fails(List.of("fusermount3", "-uzq", mounted.toString()));
        machine.close();
    }
}
