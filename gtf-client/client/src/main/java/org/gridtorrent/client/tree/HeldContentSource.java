package org.gridtorrent.client.tree;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.gridtorrent.client.tree.UnreadableException.Reason;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoFile;

/**
 * Reads contents that lie on this machine as a whole, where they lie, and all others from another source. Each read has
 * a virtual thread.
 */
public final class HeldContentSource implements ContentSource, AutoCloseable {
    private final Function<InfoHash, Optional<Path>> folders;
    private final ContentSource others;
    private final ExecutorService threads = Executors
            .newThreadPerTaskExecutor(Thread.ofVirtual().name("held file").factory());

    /**
     * @param folders where the files of a content lie that is here as a whole
     * @param others source of contents that are not
     */
    public HeldContentSource(Function<InfoHash, Optional<Path>> folders, ContentSource others) {
        this.folders = folders;
        this.others = others;
    }

    @Override
    public OpenFile open(Metainfo metainfo, int file) throws UnreadableException {
        Optional<Path> folder = folders.apply(metainfo.infoHash());
        return folder.isPresent()
                ? open(folder.get(), metainfo.files().get(file))
                : others.open(metainfo, file);
    }

    private OpenFile open(Path folder, MetainfoFile wanted) throws UnreadableException {
        try {
            return new HeldFile(FileChannel.open(wanted.path().under(folder),
                    StandardOpenOption.READ), wanted.length());
        } catch (IOException e) {
            throw new UnreadableException(Reason.LOCAL, "it cannot be opened: " + e.getMessage(),
                    e);
        }
    }

    @Override
    public void retain(Set<InfoHash> readable) {
        others.retain(readable);
    }

    private final class HeldFile implements OpenFile {
        private final FileChannel channel;
        private final long length;

        HeldFile(FileChannel channel, long length) {
            this.channel = channel;
            this.length = length;
        }

        @Override
        public CompletableFuture<Integer> read(long offset, ByteBuffer into) {
            var result = new CompletableFuture<Integer>();
            int count = Math.clamp(length - offset, 0, into.remaining());
            into.limit(into.position() + count);
            threads.execute(() -> {
                try {
                    readFully(offset, into);
                    result.complete(count);
                } catch (IOException e) {
                    result.completeExceptionally(new UnreadableException(Reason.LOCAL,
                            "it cannot be read: " + e.getMessage(), e));
                }
            });
            return result;
        }

        private void readFully(long offset, ByteBuffer into) throws IOException {
            int start = into.position();
            while (into.hasRemaining()) {
                if (channel.read(into, offset + into.position() - start) < 0) {
                    throw new IOException("it is shorter than published");
                }
            }
        }

        @Override
        public void close() {
            try {
                channel.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
