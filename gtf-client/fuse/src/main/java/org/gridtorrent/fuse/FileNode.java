package org.gridtorrent.fuse;

import java.io.IOException;

/** Regular file. */
public non-sealed interface FileNode extends Node {
    /**
     * Opens the file.
     *
     * @param thread that opens it, as the kernel numbers it; 0 when it cannot be seen from here
     */
    OpenFile open(OpenMode mode, int thread) throws IOException, InterruptedException;
}
