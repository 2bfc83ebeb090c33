package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.util.List;
import org.gridtorrent.engine.piece.Block;

/**
 * Told by a store what became of pieces. Called on the store's own thread: hand over and return.
 */
public interface PieceStoreListener {
    /** These pieces matched, are synced and recorded: they may be announced and served. */
    void had(List<Integer> pieces);

    /** The submitted bytes are not the piece's. */
    void mismatched(int piece);

    /** The piece of these blocks matches now; when it did not, they were what was false. */
    void wereFalse(List<Block> blocks);

    /**
     * These pieces are had no longer, or cannot be: a file that holds them changed. Those still good
     * come back by {@link #had}.
     */
    void withdrawn(List<Integer> pieces, String reason);

    /** What others disturbed was hashed once more, and what is bad of it withdrawn. */
    void settled();

    /** Files without bytes are there that were to be made. */
    void prepared();

    /** There is room in the queue again. */
    void drained();

    /** The disk is full. What is had is there, and read; writing is tried again by itself. */
    void paused(DiskFullException reason);

    /** There is room on the disk again. */
    void resumed();

    /**
     * Writing or syncing failed: these pieces, taken and not yet had, are lost, and the store takes
     * no more.
     */
    void failed(List<Integer> lost, IOException reason);
}
