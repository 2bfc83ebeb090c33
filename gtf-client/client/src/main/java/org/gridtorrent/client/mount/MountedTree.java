package org.gridtorrent.client.mount;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.client.mount.PublishedNode.Source;
import org.gridtorrent.fuse.DirectoryEntry;
import org.gridtorrent.fuse.DirectoryNode;
import org.gridtorrent.fuse.FileSystem;
import org.gridtorrent.fuse.Node;
import org.gridtorrent.fuse.protocol.Attributes;
import org.gridtorrent.fuse.protocol.VolumeStatistics;

/** The daemon's tree, and beside its topmost folders {@code drafts}, a local folder that can be written. */
final class MountedTree implements FileSystem {
    static final String DRAFTS = "drafts";

    private final Root root;
    private final Path drafts;

    MountedTree(Source source, Path drafts, DirectoryNode draftsNode) {
        this.drafts = drafts;
        root = new Root(new PublishedFolder(source, "", Instant.now()), draftsNode);
    }

    @Override
    public DirectoryNode root() {
        return root;
    }

    /** Of the disk that drafts are written to. */
    @Override
    public VolumeStatistics statistics() throws IOException {
        FileStore store = Files.getFileStore(drafts);
        return new VolumeStatistics(store.getTotalSpace(), store.getUsableSpace(), 0);
    }

    /** Topmost folder. */
    private static final class Root implements DirectoryNode {
        private final PublishedFolder published;
        private final DirectoryNode drafts;

        Root(PublishedFolder published, DirectoryNode drafts) {
            this.published = published;
            this.drafts = drafts;
        }

        @Override
        public Optional<Node> lookup(String name) throws IOException, InterruptedException {
            return name.equals(DRAFTS) ? Optional.of(drafts) : published.lookup(name);
        }

        @Override
        public List<DirectoryEntry> list() throws IOException, InterruptedException {
            List<DirectoryEntry> entries = new ArrayList<>(published.list());
            entries.add(new DirectoryEntry(DRAFTS, drafts));
            return entries;
        }

        @Override
        public Attributes attributes() {
            return published.attributes();
        }

        @Override
        public Duration validity() {
            return published.validity();
        }
    }
}
