package org.gridtorrent.fuse.local;

import java.io.IOException;
import java.time.Duration;
import org.gridtorrent.fuse.FileNode;
import org.gridtorrent.fuse.OpenFile;
import org.gridtorrent.fuse.OpenMode;
import org.gridtorrent.fuse.protocol.AttributeChange;
import org.gridtorrent.fuse.protocol.Attributes;
import org.jspecify.annotations.Nullable;

/** Regular file in a local folder. */
final class LocalFile extends LocalNode implements FileNode {
    private static final Duration VALIDITY = Duration.ofSeconds(1);

    /** As it was when its last name was removed; programs may have it open. */
    private volatile @Nullable Attributes last;

    LocalFile(LocalTree tree, TreePosition position) {
        super(tree, position);
    }

    /** Else the kernel would ask for attributes before each write. */
    @Override
    public Duration validity() {
        return VALIDITY;
    }

    void removed(Attributes before) {
        last = new Attributes(before.fileId(), before.size(), before.mode(), 0, before.owner(),
                before.group(), before.accessed(), before.modified(), before.changed());
    }

    @Override
    public Attributes attributes() throws IOException {
        Attributes removed = last;
        return removed == null ? super.attributes() : removed;
    }

    @Override
    public OpenFile open(OpenMode mode, int thread) throws IOException {
        return mode.writes()
                ? LocalOpenFile.open(tree, position)
                : LocalOpenFile.openToRead(tree, position);
    }

    /** Of a file that has no name any more, the kernel keeps times and mode by itself. */
    @Override
    public void change(AttributeChange change) throws IOException {
        if (last == null) {
            super.change(change);
        }
    }
}
