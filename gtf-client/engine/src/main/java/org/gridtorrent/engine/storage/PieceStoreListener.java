package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.util.List;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.gridtorrent.engine.storage.integrity.VerifiedPieces;

/** Receives a store's events on the disk worker's thread. Implementations must not block. */
public interface PieceStoreListener extends VerifiedPieces.Listener {

    /** The bytes submitted for the piece do not match its hash. */
    void hashFailed(int piece);

    /** A piece that failed its hash before matches now; these of its blocks were corrupt. */
    void corruptBlocks(List<Block> blocks);

    /** Disputed files were hashed once more, and what is bad of them invalidated. */
    void disputedRechecked();

    /** Wanted files without bytes exist now. */
    void filesPrepared();

    /** The queue has room again. */
    void drained();

    /** The disk is full. Verified pieces can be read; writing is retried. */
    void diskFull(DiskFullException reason);

    /** The disk has room again. */
    void diskHasRoom();

    /** Writing or syncing failed: these unverified pieces are lost, and the store takes no more. */
    void failed(List<Integer> lost, IOException reason);
}
