package org.gridtorrent.fuse.local;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.CompletionHandler;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.gridtorrent.fuse.OpenFile;
import org.gridtorrent.fuse.ReadData;
import org.gridtorrent.fuse.system.Errno;
import org.gridtorrent.fuse.system.ErrnoException;

/**
 * Local file that is open. Its channel is asynchronous, as an interrupt does not close such a one.
 *
 * <p>A file that was moved away past the mount is not written to any more (ESTALE): it may have been published.
 */
final class LocalOpenFile implements OpenFile, AutoCloseable {
    private final LocalTree tree;
    private final TreePosition position;
    private final AsynchronousFileChannel channel;

    private LocalOpenFile(LocalTree tree, TreePosition position, OpenOption... options)
            throws IOException {
        this.tree = tree;
        this.position = position;
        channel = AsynchronousFileChannel.open(tree.path(position), Set.of(options),
                tree.threads());
    }

    static LocalOpenFile openToRead(LocalTree tree, TreePosition position) throws IOException {
        return new LocalOpenFile(tree, position, StandardOpenOption.READ);
    }

    /** For writing, and for reading as a shared mapping does. */
    static LocalOpenFile open(LocalTree tree, TreePosition position) throws IOException {
        return new LocalOpenFile(tree, position, StandardOpenOption.READ,
                StandardOpenOption.WRITE);
    }

    @Override
    public CompletableFuture<ReadData> read(long offset, int length) {
        ReadInProgress read = new ReadInProgress(offset, tree.buffers().take(length));
        read.next();
        return read.result;
    }

    /** Fills one buffer, by several reads where it takes them. */
    private final class ReadInProgress implements CompletionHandler<Integer, Void> {
        private final long offset;
        private final ByteBuffer buffer;
        private final CompletableFuture<ReadData> result = new CompletableFuture<>();

        private ReadInProgress(long offset, ByteBuffer buffer) {
            this.offset = offset;
            this.buffer = buffer;
        }

        @SuppressWarnings("NullAway") // the attachment may be null, as the interface says
        private void next() {
            try {
                channel.read(buffer, offset + buffer.position(), null, this);
            } catch (RuntimeException e) {
                failed(e, null);
            }
        }

        @Override
        public void completed(Integer count, Void attachment) {
            if (count > 0 && buffer.hasRemaining()) {
                next();
                return;
            }
            ReadData data = tree.buffers().filled(buffer);
            if (!result.complete(data)) {
                data.release().run();
            }
        }

        @Override
        public void failed(Throwable failure, Void attachment) {
            tree.buffers().give(buffer);
            result.completeExceptionally(failure);
        }
    }

    @Override
    public void write(long offset, ByteBuffer data) throws IOException {
        requireInPlace();
        long at = offset;
        while (data.hasRemaining()) {
            at += await(channel.write(data, at));
        }
    }

    private void requireInPlace() throws IOException {
        if (!tree.isRemoved(position)
                && !Files.exists(tree.path(position), LinkOption.NOFOLLOW_LINKS)) {
            throw new ErrnoException(Errno.ESTALE);
        }
    }

    /** Not interrupted: what changes something is done to its end. */
    private static int await(Future<Integer> count) throws IOException {
        try {
            return count.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ErrnoException(Errno.EINTR);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e);
        }
    }

    @Override
    public void truncate(long size) throws IOException {
        requireInPlace();
        if (size > channel.size()) {
            await(channel.write(ByteBuffer.allocate(1), size - 1));
        } else {
            channel.truncate(size);
        }
    }

    @Override
    public void sync(boolean dataOnly) throws IOException {
        channel.force(!dataOnly);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
