package org.gridtorrent.fuse.local;

import java.io.IOException;
import java.nio.file.Files;
import org.gridtorrent.fuse.LinkNode;

/** Symbolic link in a local folder. */
final class LocalLink extends LocalNode implements LinkNode {

    LocalLink(LocalTree tree, TreePosition position) {
        super(tree, position);
    }

    @Override
    public String target() throws IOException {
        return Files.readSymbolicLink(tree.path(position)).toString();
    }

    @Override
    public void checkAccess(boolean write, boolean execute) {}
}
