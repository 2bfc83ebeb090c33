package org.gridtorrent.client.tree;

import org.gridtorrent.metainfo.InfoHash;

/** File of a data set in the tree. */
public non-sealed interface DatasetFile extends TreeNode {
    /** The site's name of the data set's version that it belongs to. */
    String datasetId();

    InfoHash infoHash();

    /** Path below the data set's own folder, with slashes, as it was published. */
    String path();

    /** In bytes. */
    long size();

    /** Begins to read, with a read-ahead of its own; throws when the user has lost the right, or the data set was withdrawn. */
    OpenFile open() throws UnreadableException;
}
