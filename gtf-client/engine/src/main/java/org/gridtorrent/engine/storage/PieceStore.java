package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.metainfo.Metainfo;

/**
 * Takes pieces and makes them had: hashes them, writes them, syncs them in batches, records them in
 * the journal, and only then says so. Reads blocks of pieces that are had.
 *
 * <p>{@link #submit} never waits. Pieces are hashed, and written in their order, by threads that all
 * stores share; one at a time works for this store, and calls the listener. A store that has nothing
 * to do takes no thread and no open file. Thread-safe.
 */
public final class PieceStore implements PieceSink, AutoCloseable {
    private final PieceLayout layout;
    private final Storage storage;
    private final HadPieces had;
    private final StoreWriter writer;

    private PieceStore(Metainfo metainfo, Storage storage, HadPieces had, StoreWriter writer) {
        this.layout = new PieceLayout(metainfo.totalLength(), metainfo.pieceLength());
        this.storage = storage;
        this.had = had;
        this.writer = writer;
    }

    /**
     * Opens the store and finds out what is had: pieces that the journal vouches for, and those
     * that are found good by hashing what else lies there. That may take long; interrupting the
     * caller cancels. The store owns storage and journal from then on.
     */
    public static PieceStore open(Metainfo metainfo, Storage storage, ResumeJournal journal,
            StoreLimits limits,
            PieceStoreListener listener, HashProgress progress)
            throws IOException, InterruptedException {
        HadPieces had;
        try {
            had = new HadPieces(new Recovery(metainfo, storage, journal).run(progress));
        } catch (IOException | InterruptedException e) {
            try (storage) {
                throw e;
            }
        }
        var writer = new StoreWriter(metainfo, storage, journal, had, limits, listener);
        return new PieceStore(metainfo, storage, had, writer);
    }

    /** A copy of what is had now. */
    public Bitfield had() {
        return had.copy();
    }

    /** Why the store gave up; empty while it works. */
    public Optional<IOException> failure() {
        return writer.failure();
    }

    @Override
    public PieceMemory memory() {
        return writer.memory();
    }

    @Override
    public boolean submit(Block part, ByteBuffer data, Runnable done) {
        if (!layout.contains(part) || data.remaining() != part.length()) {
            throw new IllegalArgumentException(data.remaining() + " bytes for " + part);
        }
        return writer.submit(part, data, done);
    }

    @Override
    public void forget(int piece) {
        writer.forget(piece);
    }

    @Override
    public long queuedBytes() {
        return writer.queuedBytes();
    }

    /**
     * Reads a block of a piece that is had, for a peer. When its file was changed by somebody else,
     * or cannot be read, that is an {@link IOException}, and the piece is withdrawn.
     */
    public void read(Block block, ByteBuffer into) throws IOException {
        int piece = block.piece();
        if (!had.has(piece)) {
            throw new IllegalArgumentException(block + " is of a piece that is not had");
        }
        if (had.noteRead(piece) && writer.isChanged(piece)) {
            recheckRead();
            throw new IOException("a file of piece " + piece + " was changed");
        }
        try {
            storage.read(block, into);
        } catch (IOException e) {
            writer.distrust(piece, String.valueOf(e.getMessage()));
            throw e;
        }
    }

    /**
     * Looks, on the store's thread, for files that somebody else changed: their pieces are
     * withdrawn and hashed again. Costs a look at each file: call it from time to time.
     */
    public void recheck() {
        writer.recheck(true);
    }

    /**
     * The same for the files alone of which something was read since the last look, and the first
     * read of a piece after it looks again: call it about once a second while serving.
     */
    public void recheckRead() {
        writer.recheck(false);
    }

    /** Whether {@link #recheckRead} would look at anything. */
    public boolean isAnyRead() {
        return had.isAnyRead();
    }

    @Override
    public CompletableFuture<Void> flush() {
        return writer.flush();
    }

    /**
     * Writes and syncs what was submitted, as far as there is room, and closes the storage.
     */
    @Override
    public void close() throws IOException {
        writer.end();
        storage.close();
    }
}
