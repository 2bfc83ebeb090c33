package org.gridtorrent.client.tree;

/**
 * Change of the tree at a path.
 *
 * @param path of a folder: a data set's, or one above it
 */
public record TreeChange(Kind kind, String path) {
    /** What happened. */
    public enum Kind {
        /** There is a folder that was not there before. */
        ADDED,
        /**
         * It is gone with all that lay in it. Files that are open fail from now on, unless the data set has only
         * another path.
         */
        REMOVED
    }
}
