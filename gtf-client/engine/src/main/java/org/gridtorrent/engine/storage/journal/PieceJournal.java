package org.gridtorrent.engine.storage.journal;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.storage.files.FileStamp;
import org.gridtorrent.engine.storage.files.Storage;

/**
 * Record of a content's verified pieces that outlives the process.
 *
 * <p>For the disk worker's thread, except where it says so.
 */
public interface PieceJournal {

    /** A copy of the recorded pieces. */
    Bitfield recordedPieces();

    /** Whether a stamp of the file is recorded. For any thread. */
    boolean hasStamp(int file);

    /** Whether the file has the stamp that is recorded. For any thread. */
    boolean isUnchanged(int file, Storage storage) throws IOException;

    /**
     * Records verified pieces, which were written and synced, and the stamps of the files that hold them and
     * parts of other pieces. Disturbed files get a stamp that no file has.
     */
    void recordVerified(List<Integer> pieces, Set<Integer> files, Set<Integer> disturbed,
            Storage storage) throws IOException;

    /** Records verified pieces with stamps of their files from before they were hashed. */
    void recordVerified(List<Integer> pieces, Map<Integer, FileStamp> stamps) throws IOException;

    /** Records pieces that are no longer verified. */
    void recordLost(List<Integer> pieces) throws IOException;
}
