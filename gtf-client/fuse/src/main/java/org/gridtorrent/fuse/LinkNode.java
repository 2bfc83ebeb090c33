package org.gridtorrent.fuse;

import java.io.IOException;

/** Symbolic link. */
public non-sealed interface LinkNode extends Node {
    String target() throws IOException, InterruptedException;
}
