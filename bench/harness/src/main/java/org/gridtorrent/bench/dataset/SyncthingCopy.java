package org.gridtorrent.bench.dataset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.gridtorrent.bench.experiment.CloseStack;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.bench.result.TransferCost;
import org.gridtorrent.bench.testbed.TempFolder;
import org.jspecify.annotations.Nullable;

/**
 * Syncthing from one process to another one; the sender has hashed the files before.
 *
 * <p>Its time is from when the receiver is told of the folder until it says that it has all of it.
 */
final class SyncthingCopy implements CopyTool {
    private final TempFolder folder;
    private final Path source;
    private final List<DatasetFiles> all;
    private final CloseStack opened;
    private @Nullable SyncthingNode sender;
    private @Nullable SyncthingNode receiver;

    /**
     * @param folder for what it keeps
     * @param source folder of the files' folders
     * @param all that it will be asked for
     * @param opened closes it
     */
    SyncthingCopy(TempFolder folder, Path source, List<DatasetFiles> all, CloseStack opened) {
        this.folder = folder;
        this.source = source;
        this.all = all;
        this.opened = opened;
    }

    @Override
    public String title() {
        return "Syncthing";
    }

    @Override
    public Optional<String> missing() {
        return Tool.missing("syncthing", "syncthing");
    }

    @Override
    public void prepare(DatasetFiles files) throws IOException, InterruptedException {
        if (sender == null) {
            SyncthingNode from = opened.add(new SyncthingNode(folder.make("syncthing-sender")));
            SyncthingNode to = opened.add(new SyncthingNode(folder.make("syncthing-receiver")));
            from.start(to, source, all);
            to.start(from, source, List.of());
            sender = from;
            receiver = to;
        }
        sender.awaitHashed(files);
    }

    @Override
    public TransferCost copy(DatasetFiles files, Path target)
            throws IOException, InterruptedException {
        SyncthingNode from = Objects.requireNonNull(sender);
        SyncthingNode to = Objects.requireNonNull(receiver);
        Path directory = Files.createDirectory(arrived(files, target));
        double cpuBefore = from.cpuSeconds() + to.cpuSeconds();
        long begunNs = System.nanoTime();
        to.receive(from, files, directory);
        double seconds = (System.nanoTime() - begunNs) / 1e9;
        return new TransferCost(files.length(), seconds,
                from.cpuSeconds() + to.cpuSeconds() - cpuBefore);
    }

    @Override
    public void release(DatasetFiles files) throws IOException, InterruptedException {
        Objects.requireNonNull(receiver).forget(files);
    }
}
