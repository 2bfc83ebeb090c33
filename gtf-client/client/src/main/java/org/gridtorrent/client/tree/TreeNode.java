package org.gridtorrent.client.tree;

import java.time.Instant;

/** Folder or file of the tree; a snapshot that stays readable after the tree has changed. */
public sealed interface TreeNode permits TreeFolder, DatasetFile {
    /** The last name of its path, 255 bytes of UTF-8 at most, without slashes and control characters. */
    String name();

    /** When the data set was published; of the folders above it, when the last one below them was. */
    Instant modified();
}
