package org.gridtorrent.client.mount;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.gridtorrent.client.export.ExportedFile;
import org.gridtorrent.client.export.ExportedNode;
import org.gridtorrent.fuse.FileNode;
import org.gridtorrent.fuse.OpenFile;
import org.gridtorrent.fuse.OpenMode;
import org.gridtorrent.fuse.ReadData;
import org.gridtorrent.fuse.protocol.Attributes;
import org.gridtorrent.fuse.system.Errno;
import org.gridtorrent.fuse.system.ErrnoException;

/** File of a published data set; its bytes never change. */
final class PublishedFile extends PublishedNode implements FileNode {
    private static final Duration VALIDITY = Duration.ofHours(1);

    private final ExportedNode.File file;

    PublishedFile(Source source, String path, ExportedNode.File file) {
        super(source, path, file.modified());
        this.file = file;
    }

    @Override
    public Attributes attributes() {
        return attributes(Attributes.REGULAR_FILE | 0444, file.size());
    }

    @Override
    public Duration validity() {
        return VALIDITY;
    }

    @Override
    String identity() {
        return file.infoHash().hex() + "/" + file.path();
    }

    @Override
    public OpenFile open(OpenMode mode, int thread) throws IOException, InterruptedException {
        if (mode.writes()) {
            throw new ErrnoException(Errno.EROFS);
        }
        return new Open(await(source.client().open(path, file.infoHash())),
                source.budget().account(thread));
    }

    /** Open for reading. */
    private final class Open implements OpenFile {
        private final ExportedFile remote;
        private final Optional<ReadBudget.Account> account;

        Open(ExportedFile remote, Optional<ReadBudget.Account> account) {
            this.remote = remote;
            this.account = account;
        }

        @Override
        public CompletableFuture<ReadData> read(long offset, int length) {
            long count = Math.min(length, file.size() - offset);
            if (count <= 0) {
                return CompletableFuture.completedFuture(ReadData.EMPTY);
            }
            return account.isEmpty() || account.get().take(count)
                    ? remote.read(offset, (int) count)
                    : CompletableFuture.failedFuture(new ErrnoException(Errno.EACCES));
        }

        @Override
        public boolean keepsCache() {
            return true;
        }

        @Override
        public void close() {
            remote.close();
        }
    }
}
