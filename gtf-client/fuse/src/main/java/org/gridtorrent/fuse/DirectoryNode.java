package org.gridtorrent.fuse;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.fuse.system.Errno;
import org.gridtorrent.fuse.system.ErrnoException;

/** Folder. */
public non-sealed interface DirectoryNode extends Node {
    Optional<Node> lookup(String name) throws IOException, InterruptedException;

    /** All entries, without those for the folder itself and the one above. */
    List<DirectoryEntry> list() throws IOException, InterruptedException;

    default FileNode createFile(String name, int mode, boolean exclusive) throws IOException {
        throw new ErrnoException(Errno.EROFS);
    }

    default DirectoryNode createDirectory(String name, int mode) throws IOException {
        throw new ErrnoException(Errno.EROFS);
    }

    default LinkNode createLink(String name, String target) throws IOException {
        throw new ErrnoException(Errno.EROFS);
    }

    /** Removes a file or a link. */
    default void unlink(String name) throws IOException {
        throw new ErrnoException(Errno.EROFS);
    }

    /** Removes an empty folder. */
    default void removeDirectory(String name) throws IOException {
        throw new ErrnoException(Errno.EROFS);
    }

    /**
     * Moves an entry, perhaps into another folder.
     *
     * @param replace what has the new name already is replaced, in one step
     */
    default void rename(String name, DirectoryNode newParent, String newName, boolean replace)
            throws IOException {
        throw new ErrnoException(Errno.EROFS);
    }
}
