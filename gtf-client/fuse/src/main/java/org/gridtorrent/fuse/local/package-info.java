/**
 * Ordinary folder of this machine as part of a mounted file system, for reading and writing.
 *
 * <p>A node knows its place in the tree rather than a path, so that it stays the same one when it or a folder
 * above is renamed. Other programs may change the folder directly.
 */
@NullMarked
package org.gridtorrent.fuse.local;

import org.jspecify.annotations.NullMarked;
