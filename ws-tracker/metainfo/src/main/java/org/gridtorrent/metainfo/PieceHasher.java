package org.gridtorrent.metainfo;

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
import org.jspecify.annotations.Nullable;

/**
 * Hashes files that lie one after the other into pieces, on several cores. Workers take the pieces
 * in order, so a disk is read nearly from front to back. Interrupting the calling thread cancels.
 */
final class PieceHasher {
    private static final int BUFFER_LENGTH = 1024 * 1024;
    private static final int MAX_WORKERS = 8;

    private final List<SourceEntry> parts;
    private final PreviousHashes.@Nullable Known known;
    private final long[] offsets;
    private final long totalLength;
    private final UnpaddedSize fileBytes;
    private final int pieceLength;
    private final byte[] hashes;
    private final HashProgress progress;
    private final AtomicInteger nextPiece = new AtomicInteger();
    private final AtomicLong bytesDone = new AtomicLong();
    private final AtomicLong bytesKnown = new AtomicLong();
    private volatile boolean stopped;

    /**
     * The parts' lengths must add up to at least one byte and need no more hashes than an array
     * holds.
     *
     * @param known pieces that need not be hashed, which are as long as these
     */
    PieceHasher(List<SourceEntry> parts, int pieceLength, PreviousHashes.@Nullable Known known,
            HashProgress progress) {
        this.parts = parts;
        this.known = known;
        this.pieceLength = pieceLength;
        this.progress = progress;
        offsets = new long[parts.size()];
        long offset = 0;
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = offset;
            offset = Math.addExact(offset, parts.get(i).length());
        }
        totalLength = offset;
        fileBytes = new UnpaddedSize(totalLength, parts.stream()
                .filter(part -> part.file().isPresent()).mapToLong(SourceEntry::length).sum());
        hashes = new byte[Math
                .toIntExact(Math.ceilDiv(totalLength, pieceLength) * Metainfo.HASH_LENGTH)];
    }

    /** The pieces' SHA-1 digests, one after the other. */
    byte[] hash() throws IOException, MetainfoException, InterruptedException {
        int workers = Math.min(Runtime.getRuntime().availableProcessors(), MAX_WORKERS);
        try (var executor = Executors.newFixedThreadPool(workers)) {
            var running = new ArrayList<Future<?>>();
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
        for (SourceEntry part : parts) {
            if (part.file().isPresent()) {
                part.file().get().checkUnchanged();
            }
        }
        return hashes;
    }

    /** Bytes of the pieces that were not hashed, since they are known. */
    long bytesKnown() {
        return bytesKnown.get();
    }

    private void tell(long length) {
        progress.hashed(fileBytes.of(bytesDone.addAndGet(length)), fileBytes.total());
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
            stopped = true;
        }
    }

    private void work() throws IOException, MetainfoException {
        try (var worker = new Worker()) {
            int pieceCount = hashes.length / Metainfo.HASH_LENGTH;
            for (int piece = nextPiece.getAndIncrement(); piece < pieceCount
                    && !stopped; piece = nextPiece.getAndIncrement()) {
                if (!take(piece)) {
                    worker.hash(piece);
                }
            }
        } catch (IOException | MetainfoException e) {
            stopped = true;
            throw e;
        }
    }

    /** False when it has to be hashed. */
    private boolean take(int piece) {
        int same = known == null ? -1 : known.same(piece);
        if (known == null || same < 0) {
            return false;
        }
        known.copyHash(same, hashes, piece);
        long length = Math.min(pieceLength, totalLength - (long) piece * pieceLength);
        bytesKnown.addAndGet(length);
        tell(length);
        return true;
    }

    /**
     * One thread's buffer, digest and open file: neighbouring pieces mostly lie in the same one.
     */
    private final class Worker implements AutoCloseable {
        private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_LENGTH);
        private final MessageDigest sha1 = HashAlgorithm.SHA_1.digest();
        private int part;
        private int openPart = -1;
        private @Nullable FileChannel channel;

        void hash(int piece) throws IOException, MetainfoException {
            long position = (long) piece * pieceLength;
            long end = Math.min(position + pieceLength, totalLength);
            while (position < end) {
                while (position >= offsets[part] + parts.get(part).length()) {
                    part++;
                }
                position += digest(position - offsets[part], end - position);
            }
            System.arraycopy(sha1.digest(), 0, hashes, piece * Metainfo.HASH_LENGTH,
                    Metainfo.HASH_LENGTH);
        }

        private int digest(long position, long wanted) throws IOException, MetainfoException {
            long left = parts.get(part).length() - position;
            buffer.clear().limit((int) Math.min(Math.min(wanted, left), BUFFER_LENGTH));
            Optional<SourceFile> source = parts.get(part).file();
            int read = source.isPresent() ? read(source.get(), position) : zeros();
            sha1.update(buffer.flip());
            tell(read);
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
            if (channel != null && openPart == part) {
                return channel;
            }
            close();
            channel = FileChannel.open(path, StandardOpenOption.READ);
            openPart = part;
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
