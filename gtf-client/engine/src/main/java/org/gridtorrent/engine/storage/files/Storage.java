package org.gridtorrent.engine.storage.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import org.gridtorrent.engine.piece.Block;

/**
 * Storage of a content's bytes, addressed by block.
 *
 * <p>Thread-safe: many threads read and write at once. Files are indexes in the metainfo.
 */
public interface Storage extends AutoCloseable {

    /** Reads the block's bytes into the buffer; {@link IOException} when any is missing. */
    void read(Block block, ByteBuffer into) throws IOException;

    /**
     * Writes the buffer's remaining bytes, which must be as many as the block's. They are durable only
     * after {@link #sync}.
     *
     * @throws DiskFullException when the disk is full
     */
    void write(Block block, ByteBuffer data) throws IOException;

    /** Returns when everything written before is on disk. After a failure nothing unsynced is safe. */
    void sync() throws IOException;

    /** Returns when these files are on disk, whichever process wrote them. */
    void sync(Collection<Integer> files) throws IOException;

    /** Opens the file anew at its next use: another may have replaced the one that is open. */
    void reopen(int file) throws IOException;

    /** Creates the file, empty, when it is missing; truncates it when it is too long. */
    void create(int file) throws IOException;

    /**
     * Makes the file executable for its owner and for those who may read it, where the file system has
     * such rights. False when the file is missing.
     */
    boolean makeExecutable(int file) throws IOException;

    /** The file's stamp now; empty when it is missing. */
    Optional<FileStamp> stamp(int file) throws IOException;

    /** The mount point of its file system, all of whose files hang or are slow together. */
    Path mountPoint() throws IOException;

    @Override
    void close() throws IOException;
}
