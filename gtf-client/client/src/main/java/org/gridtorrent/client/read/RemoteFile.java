package org.gridtorrent.client.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.client.share.ReadLease;
import org.gridtorrent.client.tree.OpenFile;
import org.gridtorrent.client.tree.UnreadableException;
import org.gridtorrent.client.tree.UnreadableException.Reason;
import org.gridtorrent.engine.download.CorruptPieceException;
import org.gridtorrent.engine.download.PositionalReader;
import org.gridtorrent.engine.download.SwarmStoppedException;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoFile;
import org.jspecify.annotations.Nullable;

/**
 * File that is read through a swarm, and through the next one when that ends: the content may come to be kept on this
 * machine meanwhile, or be kept no longer. Thread-safe.
 */
final class RemoteFile implements OpenFile {
    private static final int MAX_ATTEMPTS = 6;
    private static final long PAUSE_MS = 20;

    private final Metainfo metainfo;
    private final int file;
    private final String name;
    private final long size;
    private final RemoteContentSource.SwarmOpener swarms;
    private final StalledReads stalledReads;
    private final Executor threads;
    /** Guarded by this. */
    private Opened opened;
    /** Not read with the lock: a swarm that ends, for which others wait with locks, looks at it. */
    private volatile boolean closed;

    /** Reader, and its hold on the swarm. */
    private record Opened(ReadLease lease, PositionalReader reader) {
        void close() {
            reader.close();
            lease.close();
        }
    }

    RemoteFile(Metainfo metainfo, int file, RemoteContentSource.SwarmOpener swarms,
            StalledReads stalledReads, Executor threads) throws IOException {
        this.metainfo = metainfo;
        this.file = file;
        this.swarms = swarms;
        this.stalledReads = stalledReads;
        this.threads = threads;
        MetainfoFile wanted = metainfo.files().get(file);
        this.name = String.join("/", wanted.path().elements());
        this.size = wanted.length();
        this.opened = open();
    }

    private Opened open() throws IOException {
        ReadLease lease = swarms.open(metainfo);
        return new Opened(lease, lease.swarm().open(file));
    }

    private synchronized Opened opened() {
        return opened;
    }

    /** Opens the file anew if it is still open by the swarm that has ended. */
    private synchronized void reopen(Opened ended) throws IOException {
        if (opened.equals(ended) && !closed) {
            opened = open();
            ended.close();
        }
    }

    @Override
    public CompletableFuture<Integer> read(long offset, ByteBuffer into) {
        int count = Math.clamp(size - offset, 0, into.remaining());
        Read read = new Read(offset, into.limit(into.position() + count));
        read.begin();
        return read.result;
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            opened.close();
        }
    }

    /** One read, by one swarm after the other. */
    private final class Read {
        private final long offset;
        private final ByteBuffer into;
        private final int count;
        private final CompletableFuture<Integer> result = new CompletableFuture<>();
        private int attempts;
        private volatile @Nullable CompletableFuture<Integer> current;

        Read(long offset, ByteBuffer into) {
            this.offset = offset;
            this.into = into;
            this.count = into.remaining();
        }

        void begin() {
            var _ = result.whenComplete((_, _) -> cancelCurrent());
            attempt();
        }

        private void cancelCurrent() {
            CompletableFuture<Integer> waiting = current;
            if (waiting != null) {
                waiting.cancel(false);
            }
        }

        private void attempt() {
            attempts++;
            Opened through = opened();
            CompletableFuture<Integer> reading = through.reader.readAsync(offset, into);
            current = reading;
            if (result.isDone()) {
                reading.cancel(false);
            } else if (!reading.isDone() && attempts == 1) {
                stalledReads.watch(metainfo.infoHash(), through.lease.swarm(), name, result);
            }
            var _ = reading.whenComplete((_, failure) -> {
                if (failure == null) {
                    result.complete(count);
                } else if (failure instanceof SwarmStoppedException) {
                    attemptLater(through, failure);
                } else {
                    result.completeExceptionally(unreadable(failure));
                }
            });
        }

        /** Not on the thread of the swarm that ends, and when it may have ended. */
        private void attemptLater(Opened ended, Throwable failure) {
            if (attempts == MAX_ATTEMPTS || closed) {
                result.completeExceptionally(unreadable(failure));
                return;
            }
            CompletableFuture
                    .delayedExecutor(attempts * PAUSE_MS, TimeUnit.MILLISECONDS, threads)
                    .execute(() -> {
                        try {
                            reopen(ended);
                            attempt();
                        } catch (IOException e) {
                            attempts++;
                            attemptLater(ended, e);
                        }
                    });
        }
    }

    private UnreadableException unreadable(Throwable failure) {
        return new UnreadableException(
                failure instanceof CorruptPieceException ? Reason.CORRUPT : Reason.LOCAL,
                name + ": " + failure.getMessage(), failure);
    }
}
