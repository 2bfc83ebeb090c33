package org.gridtorrent.metainfo.create;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.gridtorrent.metainfo.HashAlgorithm;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.UnpaddedSize;
import org.jspecify.annotations.Nullable;

/**
 * Hashes a new content's entries, one after the other, into pieces.
 *
 * <p>Works on up to {@value #MAX_WORKERS} threads of its own, one for each core, which take the pieces in
 * order, so a disk is read nearly from front to back. Interrupting the calling thread cancels.
 */
final class PieceHasher {
    private static final int BUFFER_LENGTH = 1024 * 1024;
    private static final int MAX_WORKERS = 8;

    private final List<SourceEntry> entries;
    private final PreviousHashes.@Nullable Lookup previous;
    private final long[] offsets;
    private final long totalLength;
    private final UnpaddedSize size;
    private final int pieceLength;
    private final byte[] hashes;
    private final HashProgress progress;
    private final @Nullable FileHasher fileHasher;
    private final AtomicInteger nextPiece = new AtomicInteger();
    private final AtomicLong bytesDone = new AtomicLong();
    private final AtomicLong reusedBytes = new AtomicLong();
    private volatile boolean stopped;

    /**
     * The entries' lengths must add up to at least one byte and need no more hashes than an array holds.
     *
     * @param previous hashes to reuse, of equally long pieces; null for none
     * @param fileHasher hashes the entries' files meanwhile; null for none
     */
    PieceHasher(List<SourceEntry> entries, int pieceLength,
            PreviousHashes.@Nullable Lookup previous, @Nullable FileHasher fileHasher,
            HashProgress progress) {
        this.entries = entries;
        this.previous = previous;
        this.pieceLength = pieceLength;
        this.fileHasher = fileHasher;
        this.progress = progress;
        offsets = new long[entries.size()];
        long offset = 0;
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = offset;
            offset = Math.addExact(offset, entries.get(i).length());
        }
        totalLength = offset;
        size = new UnpaddedSize(totalLength, entries.stream()
                .filter(entry -> entry.file().isPresent()).mapToLong(SourceEntry::length).sum());
        hashes = new byte[Math
                .toIntExact(Math.ceilDiv(totalLength, pieceLength) * Metainfo.HASH_LENGTH)];
    }

    /** The pieces' SHA-1 digests, one after the other. */
    byte[] hash() throws IOException, MetainfoException, InterruptedException {
        int workers = Math.min(Runtime.getRuntime().availableProcessors(), MAX_WORKERS);
        try (var executor = Executors.newFixedThreadPool(workers + 1)) {
            var running = new ArrayList<Future<?>>();
            if (fileHasher != null) {
                running.add(executor.submit(() -> {
                    fileHasher.run();
                    return null;
                }));
            }
            for (int i = 0; i < workers; i++) {
                running.add(executor.submit(() -> {
                    work();
                    return null;
                }));
            }
            join(running);
        }
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted while hashing");
        }
        for (SourceEntry entry : entries) {
            if (entry.file().isPresent()) {
                entry.file().get().checkUnchanged();
            }
        }
        return hashes;
    }

    /** Bytes of the pieces whose hashes were reused. */
    long reusedBytes() {
        return reusedBytes.get();
    }

    private void report(long length) {
        progress.hashed(size.withoutPadding(bytesDone.addAndGet(length)), size.total());
    }

    private void join(List<Future<?>> running)
            throws IOException, MetainfoException, InterruptedException {
        try {
            for (Future<?> worker : running) {
                worker.get();
            }
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case IOException io -> throw io;
                case MetainfoException refused -> throw refused;
                case null, default -> throw new IllegalStateException(e);
            }
        } finally {
            stop();
        }
    }

    private void stop() {
        stopped = true;
        if (fileHasher != null) {
            fileHasher.stop();
        }
    }

    private void work() throws IOException, MetainfoException {
        try (var worker = new Worker()) {
            int pieceCount = hashes.length / Metainfo.HASH_LENGTH;
            for (int piece = nextPiece.getAndIncrement(); piece < pieceCount
                    && !stopped; piece = nextPiece.getAndIncrement()) {
                begin(piece);
                if (!reuse(piece)) {
                    worker.hash(piece);
                }
            }
        } catch (IOException | MetainfoException e) {
            stop();
            throw e;
        }
    }

    private void begin(int piece) {
        if (fileHasher != null) {
            long start = (long) piece * pieceLength;
            fileHasher.pieceBegins(start, Math.min(start + pieceLength, totalLength));
        }
    }

    /** Takes the piece's hash from the previous ones; false when it must be hashed. */
    private boolean reuse(int piece) {
        int found = previous == null ? -1 : previous.find(piece);
        if (previous == null || found < 0) {
            return false;
        }
        previous.copyHash(found, hashes, piece);
        long length = Math.min(pieceLength, totalLength - (long) piece * pieceLength);
        reusedBytes.addAndGet(length);
        report(length);
        return true;
    }

    /** One thread's buffer, digest and open file, which the next piece mostly needs too. */
    private final class Worker implements AutoCloseable {
        private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_LENGTH);
        private final MessageDigest sha1 = HashAlgorithm.SHA_1.newDigest();
        private int entry;
        private int openEntry = -1;
        private @Nullable FileChannel channel;

        void hash(int piece) throws IOException, MetainfoException {
            long position = (long) piece * pieceLength;
            long end = Math.min(position + pieceLength, totalLength);
            while (position < end) {
                while (position >= offsets[entry] + entries.get(entry).length()) {
                    entry++;
                }
                position += digest(position - offsets[entry], end - position);
            }
            System.arraycopy(sha1.digest(), 0, hashes, piece * Metainfo.HASH_LENGTH,
                    Metainfo.HASH_LENGTH);
        }

        private int digest(long position, long wanted) throws IOException, MetainfoException {
            long left = entries.get(entry).length() - position;
            buffer.clear().limit((int) Math.min(Math.min(wanted, left), BUFFER_LENGTH));
            Optional<SourceFile> source = entries.get(entry).file();
            int read = source.isPresent() ? read(source.get(), position) : zeros();
            sha1.update(buffer.flip());
            report(read);
            return read;
        }

        private int read(SourceFile source, long position) throws IOException, MetainfoException {
            int read = open(source.file()).read(buffer, position);
            if (read <= 0) {
                throw source.changed();
            }
            return read;
        }

        private int zeros() {
            int length = buffer.remaining();
            buffer.put(new byte[length]);
            return length;
        }

        private FileChannel open(Path path) throws IOException {
            if (channel != null && openEntry == entry) {
                return channel;
            }
            close();
            channel = FileChannel.open(path, StandardOpenOption.READ);
            openEntry = entry;
            return channel;
        }

        @Override
        public void close() throws IOException {
            if (channel != null) {
                channel.close();
            }
        }
    }
}
