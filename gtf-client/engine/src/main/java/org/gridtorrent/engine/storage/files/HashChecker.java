package org.gridtorrent.engine.storage.files;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.metainfo.Metainfo;

/**
 * Hashes pieces that lie in a storage and compares them with the metainfo.
 *
 * <p>Works on up to {@value #MAX_WORKERS} threads of its own: no more than there are cores or pieces.
 * Interrupting the caller cancels.
 */
public final class HashChecker {
    private static final int BUFFER_LENGTH = 1024 * 1024;
    private static final int MAX_WORKERS = 8;

    private final Metainfo metainfo;
    private final PieceLayout layout;
    private final Storage storage;
    private final HashProgress progress;

    public HashChecker(Metainfo metainfo, Storage storage, HashProgress progress) {
        this.metainfo = metainfo;
        this.layout = new PieceLayout(metainfo.totalLength(), metainfo.pieceLength());
        this.storage = storage;
        this.progress = progress;
    }

    /** The pieces that match their hash, and those of which bytes are missing; the rest is corrupt. */
    public record Result(Bitfield good, Bitfield missing) {}

    private enum Outcome {
        GOOD, CORRUPT, MISSING
    }

    public Result verifyAll() throws IOException, InterruptedException {
        return verify(Bitfield.full(layout.pieceCount()));
    }

    /** Checks the wanted pieces; {@link IOException} when a file may not be read. */
    public Result verify(Bitfield wanted) throws IOException, InterruptedException {
        var result = new Result(new Bitfield(wanted.size()), new Bitfield(wanted.size()));
        new Run(wanted, result).join();
        return result;
    }

    /** One verification, whose pieces are shared among the workers. */
    private final class Run {
        private final Bitfield wanted;
        private final Result result;
        private final long totalBytes;
        private final AtomicLong bytesDone = new AtomicLong();
        private int next;
        private boolean stopped;

        Run(Bitfield wanted, Result result) {
            this.wanted = wanted;
            this.result = result;
            this.totalBytes = wanted.pieces().mapToLong(layout::pieceLength).sum();
        }

        void join() throws IOException, InterruptedException {
            int workers = Math.clamp(wanted.count(), 1,
                    Math.min(Runtime.getRuntime().availableProcessors(), MAX_WORKERS));
            var running = new ArrayList<Future<?>>();
            try (var executor = Executors.newFixedThreadPool(workers)) {
                for (int i = 0; i < workers; i++) {
                    running.add(executor.submit(() -> {
                        work();
                        return null;
                    }));
                }
                await(running);
            }
        }

        private void await(List<Future<?>> running) throws IOException, InterruptedException {
            try {
                for (Future<?> worker : running) {
                    worker.get();
                }
            } catch (ExecutionException e) {
                switch (e.getCause()) {
                    case IOException io -> throw io;
                    case null, default -> throw new IllegalStateException(e);
                }
            } finally {
                stop();
            }
        }

        private void work() throws IOException {
            var buffer = ByteBuffer.allocateDirect(BUFFER_LENGTH);
            MessageDigest digest = metainfo.pieceHashAlgorithm().newDigest();
            try {
                for (int piece = take(); piece < wanted.size(); piece = take()) {
                    record(piece, outcome(piece, buffer, digest));
                    progress.hashed(bytesDone.addAndGet(layout.pieceLength(piece)), totalBytes);
                }
            } finally {
                stop();
            }
        }

        private synchronized int take() {
            while (!stopped && next < wanted.size()) {
                int piece = next++;
                if (wanted.has(piece)) {
                    return piece;
                }
            }
            return wanted.size();
        }

        private synchronized void stop() {
            stopped = true;
        }

        private synchronized void record(int piece, Outcome outcome) {
            switch (outcome) {
                case GOOD -> result.good().set(piece);
                case MISSING -> result.missing().set(piece);
                case CORRUPT -> {
                }
            }
        }
    }

    private Outcome outcome(int piece, ByteBuffer buffer, MessageDigest digest) throws IOException {
        digest.reset();
        try {
            int length = layout.pieceLength(piece);
            for (int offset = 0; offset < length; offset += BUFFER_LENGTH) {
                var part = new Block(piece, offset, Math.min(BUFFER_LENGTH, length - offset));
                storage.read(part, buffer.clear().limit(part.length()));
                digest.update(buffer.flip());
            }
        } catch (NoSuchFileException | EOFException e) {
            return Outcome.MISSING;
        } catch (AccessDeniedException | ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            return Outcome.CORRUPT; // an unreadable sector: other pieces may be good
        }
        return metainfo.pieceMatches(piece, digest.digest()) ? Outcome.GOOD : Outcome.CORRUPT;
    }
}
