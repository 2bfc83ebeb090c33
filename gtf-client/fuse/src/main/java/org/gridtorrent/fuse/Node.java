package org.gridtorrent.fuse;

import java.io.IOException;
import java.time.Duration;
import org.gridtorrent.fuse.protocol.AttributeChange;
import org.gridtorrent.fuse.protocol.Attributes;
import org.gridtorrent.fuse.system.Errno;
import org.gridtorrent.fuse.system.ErrnoException;

/**
 * File, folder or symbolic link. Nodes that are equal are one inode of the kernel's.
 *
 * <p>Methods may wait. They run on a virtual thread; where nothing is changed it is interrupted when nobody
 * waits for the answer any more. An {@link ErrnoException} says what the program gets. A node is read-only
 * unless it overrides what changes it.
 */
public sealed interface Node permits DirectoryNode, FileNode, LinkNode {
    Attributes attributes() throws IOException, InterruptedException;

    /** How long the kernel may answer from its own memory where the node's name leads and its attributes. */
    Duration validity();

    /** Does nothing when it may be accessed so. */
    default void checkAccess(boolean write, boolean execute)
            throws IOException, InterruptedException {
        if (write) {
            throw new ErrnoException(Errno.EROFS);
        }
    }

    default void change(AttributeChange change) throws IOException {
        throw new ErrnoException(Errno.EROFS);
    }
}
