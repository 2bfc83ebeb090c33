package org.gridtorrent.client.export;

import java.time.Instant;
import org.gridtorrent.metainfo.InfoHash;

/** Folder or file of the tree, as another process sees it. */
public sealed interface ExportedNode {
    String name();

    Instant modified();

    /** Folder. */
    record Folder(String name, Instant modified) implements ExportedNode {}

    /**
     * File.
     *
     * @param size in bytes
     * @param path inside the data set
     */
    record File(String name, Instant modified, long size, InfoHash infoHash, String path)
            implements
                ExportedNode {}
}
