package org.gridtorrent.client.export;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.gridtorrent.fuse.ReadData;
import org.gridtorrent.metainfo.InfoHash;

/** File that is open at the daemon; opened again by itself when the daemon was away. Thread-safe. */
public final class ExportedFile implements AutoCloseable {
    private final ExportClient client;
    private final int handle;
    private final String path;
    private final InfoHash infoHash;

    ExportedFile(ExportClient client, int handle, String path, InfoHash infoHash) {
        this.client = client;
        this.handle = handle;
        this.path = path;
        this.infoHash = infoHash;
    }

    int handle() {
        return handle;
    }

    ByteBuffer openBody() {
        ByteBuffer body = ByteBuffer
                .allocate(Integer.BYTES + 1 + infoHash.bytes().length + Frames.textLength(path))
                .putInt(handle);
        Frames.putHash(body, infoHash);
        Frames.putText(body, path);
        return body.flip();
    }

    /**
     * The bytes from the offset on: as many as asked for, fewer only at the file's end. Does not wait; to cancel the
     * future gives the read up.
     *
     * @param length at least 1, 1 MiB at most
     */
    public CompletableFuture<ReadData> read(long offset, int length) {
        return client.read(this, offset, length);
    }

    @Override
    public void close() {
        client.close(this);
    }
}
