package org.gridtorrent.fuse.local;

import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Place of a node: its name in a folder, until it is removed. Guarded by the tree's lock. */
final class TreePosition {
    /** Of the topmost folder; it stays there. */
    private final @Nullable Path top;
    private @Nullable LocalDirectory parent;
    private String name = "";

    TreePosition(Path top) {
        this.top = top;
    }

    TreePosition(LocalDirectory parent, String name) {
        this.top = null;
        this.parent = parent;
        this.name = name;
    }

    void move(LocalDirectory newParent, String newName) {
        parent = newParent;
        name = newName;
    }

    void remove() {
        parent = null;
    }

    boolean isRemoved() {
        return top == null && parent == null;
    }

    Path path() throws NoSuchFileException {
        if (top != null) {
            return top;
        }
        if (parent == null) {
            throw new NoSuchFileException(name);
        }
        return parent.position.path().resolve(name);
    }
}
