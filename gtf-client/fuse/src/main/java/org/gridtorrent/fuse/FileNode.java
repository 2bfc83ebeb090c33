package org.gridtorrent.fuse;

import java.io.IOException;

/** Regular file. */
public non-sealed interface FileNode extends Node {
    OpenFile open(OpenMode mode) throws IOException, InterruptedException;
}
