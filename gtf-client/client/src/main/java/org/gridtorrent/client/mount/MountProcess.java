package org.gridtorrent.client.mount;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.gridtorrent.client.config.Home;
import org.gridtorrent.client.disk.DurableFile;
import org.gridtorrent.client.disk.SocketPath;
import org.gridtorrent.client.export.ExportClient;
import org.gridtorrent.client.mount.PublishedNode.Source;
import org.gridtorrent.client.tree.TreeChange;
import org.gridtorrent.fuse.DirectoryNode;
import org.gridtorrent.fuse.FuseMount;
import org.gridtorrent.fuse.ReadBuffers;
import org.gridtorrent.fuse.local.LocalTree;
import org.gridtorrent.terminal.Json;
import org.gridtorrent.terminal.UserSocket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One mount: the file system, the connection to the daemon, and the socket that tells its state.
 *
 * <p>The kernel is told of changes by a thread of its own, since it may wait for reads meanwhile, which wait for the
 * connection's thread.
 */
public final class MountProcess implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MountProcess.class);
    private static final int MAX_STATUS_CONNECTIONS = 16;
    private static final int MAX_FAILURES = 10;
    /** More changes than these count as a change of everything. */
    private static final int MAX_CHANGES = 1024;
    private static final TreeChange EVERYTHING = new TreeChange(TreeChange.Kind.REMOVED, "");

    private final MountRegistry registry;
    private final Path folder;
    private final ReadBudget budget;
    private final Instant since = Instant.now();
    private final BlockingQueue<TreeChange> changes = new LinkedBlockingQueue<>(MAX_CHANGES);
    private final Deque<String> failures = new ArrayDeque<>();
    private final ExportClient client;
    private final Source source;
    private final FuseMount mount;
    private final UserSocket socket;
    private final Thread invalidator = Thread.ofPlatform().name("kernel-invalidation").daemon()
            .unstarted(this::invalidate);

    private MountProcess(Home home, Path folder, ReadBudget budget) throws IOException {
        this.folder = folder;
        this.budget = budget;
        registry = new MountRegistry(home);
        ReadBuffers buffers = new ReadBuffers();
        DurableFile.createPrivateFolder(home.drafts());
        client = ExportClient.start(SocketPath.address(home.exportSocket()), buffers,
                new ChangeListener());
        source = new Source(client, budget, attribute(home.drafts(), "unix:uid"),
                attribute(home.drafts(), "unix:gid"));
        MountedTree tree = new MountedTree(source, home.drafts(),
                new LocalTree(home.drafts(), buffers).root());
        try {
            mount = FuseMount.mount(folder, tree,
                    e -> LOG.warn("{}: {}", folder, String.valueOf(e.getMessage()), e));
        } catch (IOException e) {
            client.close();
            throw e;
        }
        socket = UserSocket.open(registry.socket(folder), MAX_STATUS_CONNECTIONS, this::tell,
                e -> LOG.debug("nobody took the status", e));
        registry.add(folder, new MountRegistry.Note(folder.toString(),
                ProcessHandle.current().pid(), since.toString()));
        invalidator.start();
    }

    private static int attribute(Path path, String name) throws IOException {
        return (int) Files.getAttribute(path, name);
    }

    /**
     * Mounts the tree of the home's daemon, which need not run yet.
     *
     * @param budget of programs without a terminal
     */
    static MountProcess start(Home home, Path folder, ReadBudget budget) throws IOException {
        DurableFile.createPrivateFolder(home.mounts());
        return new MountProcess(home, folder, budget);
    }

    /** What the connection tells. */
    private final class ChangeListener implements ExportClient.Listener {
        @Override
        public void changed(TreeChange change) {
            if (!changes.offer(change)) {
                reconnected();
            }
        }

        @Override
        public void reconnected() {
            changes.clear();
            changes.add(EVERYTHING);
        }

        @Override
        public void failed(String message) {
            LOG.warn("{}", message);
            synchronized (failures) {
                failures.remove(message);
                failures.addLast(message);
                if (failures.size() > MAX_FAILURES) {
                    failures.removeFirst();
                }
            }
        }
    }

    private void invalidate() {
        try {
            while (true) {
                apply(changes.take());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // it is unmounted
        }
    }

    /** What was removed, and what it was read of, is asked for anew; so is the folder that it lay in. */
    private void apply(TreeChange change) {
        String path = change.path();
        if (change.kind() == TreeChange.Kind.REMOVED) {
            mount.invalidateAll(node -> node instanceof PublishedNode published
                    && published.isAtOrBelow(path));
        }
        if (!path.isEmpty()) {
            int slash = path.lastIndexOf('/');
            invalidateEntry(slash < 0 ? "" : path.substring(0, slash), path.substring(slash + 1));
        }
    }

    private void invalidateEntry(String parent, String name) {
        DirectoryNode above = parent.isEmpty()
                ? mount.root()
                : new PublishedFolder(source, parent, since);
        mount.invalidateEntry(above, name);
        mount.invalidate(above);
    }

    private void tell(SocketChannel channel) throws IOException {
        ByteBuffer line = ByteBuffer.wrap((Json.MAPPER.writeValueAsString(status()) + "\n")
                .getBytes(StandardCharsets.UTF_8));
        while (line.hasRemaining()) {
            channel.write(line);
        }
    }

    /** State as the status command shows it. */
    public MountStatus status() {
        List<String> failed;
        synchronized (failures) {
            failed = List.copyOf(failures);
        }
        return new MountStatus(folder.toString(), MountStatus.MOUNTED,
                ProcessHandle.current().pid(), since.toString(), client.isConnected(),
                client.waiting(), mount.knownNodes(), failed, budget.describe(), budget.refused());
    }

    /** Returns when it was unmounted, by whomever, and no file in it is open. */
    public void awaitUnmount() throws InterruptedException {
        mount.awaitUnmount();
    }

    /** Unmounts, also while files are open: their reads end. */
    @Override
    public void close() throws IOException {
        invalidator.interrupt();
        mount.close();
        client.close();
        socket.close();
        registry.remove(folder);
    }
}
