package org.gridtorrent.client.tree;

import java.util.Set;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.Metainfo;

/** Source of the bytes of contents, on this machine or of others. Thread-safe. */
public interface ContentSource {
    /**
     * Begins to read a file, without waiting for the network.
     *
     * @param file index in {@link Metainfo#files}
     */
    OpenFile open(Metainfo metainfo, int file) throws UnreadableException;

    /** The user may read these contents and no others: what is kept of others, to be read again, goes. */
    default void retain(Set<InfoHash> readable) {}
}
