package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.nio.file.Path;

/** There is no room for a content's bytes. What was synced before stays good; writing may go on when there is room. */
public final class DiskFullException extends IOException {
    public DiskFullException(Path where, IOException cause) {
        super("the disk that holds " + where + " is full", cause);
    }
}
