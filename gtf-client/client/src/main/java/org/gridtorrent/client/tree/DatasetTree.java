package org.gridtorrent.client.tree;

import java.util.Optional;
import java.util.function.Consumer;

/**
 * Tree of all data sets that the user may read: {@code by-owner/NAME/TITLE~ID/…}, {@code by-group/NAME/…},
 * {@code id/ID/…}, and earlier versions below {@code .versions/N} of each data set.
 *
 * <p>Thread-safe. It has the state of the last answer of the tracker, and never waits for the network. A data
 * set is in it from when its list of files is known.
 */
public interface DatasetTree {
    /** Ends a watch. */
    interface Watch extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * The node at a path: names separated by single slashes, without one at either end; the root's is empty. An
     * {@link java.io.UncheckedIOException} when a list of files cannot be read from the disk.
     */
    Optional<TreeNode> find(String path);

    /** The title of a data set's version; empty if it may not be read. */
    Optional<String> title(String datasetId);

    /**
     * Tells of each change from now on, in their order, on the thread that made it: the listener must neither
     * wait nor throw. The tracker is asked at once for what is new.
     */
    Watch watch(Consumer<TreeChange> listener);
}
