package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import org.gridtorrent.engine.piece.Block;

/**
 * Where a content's bytes lie. Thread-safe: blocks are read and written by many threads at once.
 */
public interface Storage extends AutoCloseable {

    /** Fills the buffer with the block's bytes; {@link IOException} when they are not all there. */
    void read(Block block, ByteBuffer into) throws IOException;

    /**
     * Writes the block's bytes, the buffer's remaining ones, which must be as many. They are safe
     * only after {@link #sync}. A full disk is a {@link DiskFullException}.
     */
    void write(Block block, ByteBuffer data) throws IOException;

    /**
     * Returns when everything written before is on the disk. After a failure nothing unsynced may
     * be counted on.
     */
    void sync() throws IOException;

    /** Returns when these files (indexes in the metainfo) are on the disk, whoever wrote them. */
    void sync(Collection<Integer> files) throws IOException;

    /**
     * Reads and writes from now on what lies at the file's path then, even if a file that was there
     * before is still open: it may have been replaced.
     */
    void reopen(int file) throws IOException;

    /** Makes the file (its index in the metainfo), with nothing in it, when it is not there. */
    void make(int file) throws IOException;

    /**
     * Lets the file be executed by its owner, and by those who may read it, where that can be said.
     * False when it is not there.
     */
    boolean makeExecutable(int file) throws IOException;

    /** How the file (its index in the metainfo) stands now; empty when it is not there. */
    Optional<FileStamp> stamp(int file) throws IOException;

    /** Where its file system is mounted: what hangs or is slow there is so for all that lies on it. */
    Path mountPoint() throws IOException;

    @Override
    void close() throws IOException;
}
