package org.gridtorrent.client.mount;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.gridtorrent.client.export.ExportClient;
import org.gridtorrent.client.export.ExportedNode;
import org.gridtorrent.fuse.Node;
import org.gridtorrent.fuse.protocol.Attributes;
import org.jspecify.annotations.Nullable;

/** Folder or file of the daemon's tree. Nodes at one path with one content are equal. */
abstract sealed class PublishedNode permits PublishedFolder, PublishedFile {
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    /** What all nodes of a mount share: the daemon, what may be read, and whose files they are. */
    record Source(ExportClient client, ReadBudget budget, int owner, int group) {}

    final Source source;
    /** In the tree, names with slashes between them; the root's is empty. */
    final String path;
    private final Instant modified;

    PublishedNode(Source source, String path, Instant modified) {
        this.source = source;
        this.path = path;
        this.modified = modified;
    }

    static Node of(Source source, String path, ExportedNode exported) {
        return switch (exported) {
            case ExportedNode.Folder folder -> new PublishedFolder(source, path,
                    folder.modified());
            case ExportedNode.File file -> new PublishedFile(source, path, file);
        };
    }

    /** Whether it lies at a path, or below. */
    boolean isAtOrBelow(String other) {
        return path.equals(other) || path.startsWith(other + "/") || other.isEmpty();
    }

    Attributes attributes(int mode, long size) {
        return new Attributes(fileId(), size, mode, 1, source.owner, source.group, modified,
                modified, modified);
    }

    /** Fowler, Noll and Vo's hash (FNV-1a) of the path, so that it stays the same. */
    private long fileId() {
        long hash = FNV_OFFSET;
        for (byte each : path.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (each & 0xff)) * FNV_PRIME;
        }
        return hash;
    }

    /** The kernel is told of changes; this is for those that got lost. */
    public abstract Duration validity();

    /** Waits for the daemon's answer, and gives the question up when interrupted. */
    static <T> T await(CompletableFuture<T> answer) throws IOException, InterruptedException {
        try {
            return answer.get();
        } catch (InterruptedException e) {
            answer.cancel(false);
            throw e;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e);
        }
    }

    /** What tells contents at one path apart. */
    abstract String identity();

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PublishedNode node && node.getClass() == getClass()
                && node.path.equals(path) && node.identity().equals(identity());
    }

    @Override
    public int hashCode() {
        return Objects.hash(path, identity());
    }
}
