package org.gridtorrent.client.tree;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Folder of the tree. */
public non-sealed interface TreeFolder extends TreeNode {
    /** What lies in it, in the order of the names; throws when the list of files cannot be read from the disk. */
    List<TreeNode> children() throws IOException;

    /** What has this name, of exactly this case. */
    Optional<TreeNode> child(String name) throws IOException;
}
