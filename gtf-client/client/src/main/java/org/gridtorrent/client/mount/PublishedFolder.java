package org.gridtorrent.client.mount;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.fuse.DirectoryEntry;
import org.gridtorrent.fuse.DirectoryNode;
import org.gridtorrent.fuse.Node;
import org.gridtorrent.fuse.protocol.Attributes;

/** Folder of the daemon's tree. */
final class PublishedFolder extends PublishedNode implements DirectoryNode {
    private static final Duration VALIDITY = Duration.ofSeconds(30);

    PublishedFolder(Source source, String path, Instant modified) {
        super(source, path, modified);
    }

    private String child(String name) {
        return path.isEmpty() ? name : path + "/" + name;
    }

    @Override
    public Optional<Node> lookup(String name) throws IOException, InterruptedException {
        String child = child(name);
        return await(source.client().find(child)).map(node -> of(source, child, node));
    }

    @Override
    public List<DirectoryEntry> list() throws IOException, InterruptedException {
        return await(source.client().list(path)).stream()
                .map(node -> new DirectoryEntry(node.name(),
                        of(source, child(node.name()), node)))
                .toList();
    }

    @Override
    public Attributes attributes() {
        return attributes(Attributes.DIRECTORY | 0555, 0);
    }

    @Override
    public Duration validity() {
        return VALIDITY;
    }

    @Override
    String identity() {
        return "";
    }
}
