/**
 * The read-only tree of all data sets that the daemon's user may read, as the mount and the gateway show it.
 *
 * <p>{@link org.gridtorrent.client.tree.DatasetTree} finds {@link org.gridtorrent.client.tree.TreeNode nodes} by
 * their paths and never waits for the network; an {@link org.gridtorrent.client.tree.OpenFile} reads, and may.
 */
@NullMarked
package org.gridtorrent.client.tree;

import org.jspecify.annotations.NullMarked;
