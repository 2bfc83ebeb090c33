package org.gridtorrent.fuse.local;

import java.io.IOException;
import java.time.Duration;
import org.gridtorrent.fuse.protocol.AttributeChange;
import org.gridtorrent.fuse.protocol.Attributes;

/** What files, folders and links below a local folder have in common. */
abstract sealed class LocalNode permits LocalDirectory, LocalFile, LocalLink {
    final LocalTree tree;
    final TreePosition position;

    LocalNode(LocalTree tree, TreePosition position) {
        this.tree = tree;
        this.position = position;
    }

    public Attributes attributes() throws IOException {
        return tree.attributes(position);
    }

    /** The folder may be changed directly, too. */
    public Duration validity() {
        return Duration.ZERO;
    }

    public void checkAccess(boolean write, boolean execute) throws IOException {
        tree.checkAccess(position, write, execute);
    }

    public void change(AttributeChange change) throws IOException {
        tree.change(position, change);
    }
}
