package org.gridtorrent.bench.dataset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.bench.experiment.CloseStack;
import org.gridtorrent.bench.experiment.Experiment.Progress;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.bench.result.TransferCost;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.bench.testbed.TempFolder;
import org.gridtorrent.terminal.CommandFailure;

/** Files on this machine's disk, and all tools that copy them on it. Not thread-safe. */
final class CopyTestbed implements AutoCloseable {
    /** Copies for which there has to be room: the original, one that arrives, and one to spare. */
    private static final int COPIES = 3;

    private final CloseStack opened;
    private final TempFolder folder;
    private final Path source;
    private final List<CopyTool> tools = new ArrayList<>();
    private int copies;

    /** Writes the files and starts a site; {@link CommandFailure} where there is no room. */
    CopyTestbed(SitePrograms programs, List<DatasetFiles> all, Progress progress)
            throws IOException, InterruptedException {
        opened = new CloseStack(progress);
        try {
            folder = opened.add(TempFolder.create(ContentFolder.DISK));
            source = folder.make("source");
            requireRoom(all.stream().mapToLong(DatasetFiles::length).sum());
            for (DatasetFiles files : all) {
                files.write(source);
            }
            TestSite site = opened.add(TestSite.start(programs, folder, progress));
            tools.addAll(PrivateGet.both(site, source));
            tools.add(new ClearGet(site, source, folder.make("public")));
            SshServer server = opened.add(new SshServer(folder.make("ssh")));
            tools.addAll(SshCopy.all(server, source, folder.path("copy.log")));
            tools.add(opened.add(new CurlCopy(source, folder.make("nginx"))));
            tools.add(new SyncthingCopy(folder, source, all, opened));
        } catch (IOException | InterruptedException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private void requireRoom(long length) throws IOException {
        long free = Files.getFileStore(source).getUsableSpace();
        if (free < COPIES * length) {
            throw CommandFailure.failed("no room on %s: %d MB needed, %d MB free".formatted(
                    ContentFolder.DISK, COPIES * length / 1_000_000, free / 1_000_000));
        }
    }

    /** Ours first: the private data set over TCP and over PTCP, then the public one. */
    List<CopyTool> tools() {
        return tools;
    }

    /** Copies files once, into a new folder on the same disk, and checks the copy. */
    TransferCost copy(CopyTool tool, DatasetFiles files) throws IOException, InterruptedException {
        tool.prepare(files);
        copies++;
        Path target = folder.make("copy-" + copies);
        try {
            Tool.run(List.of("sync")); // what others wrote is not written meanwhile
            TransferCost cost = tool.copy(files, target);
            files.check(source.resolve(files.name()), tool.arrived(files, target));
            tool.release(files);
            return cost;
        } finally {
            TempFolder.delete(target);
        }
    }

    @Override
    public void close() {
        opened.close();
    }
}
