/**
 * The tree of data sets as a folder, in a process of its own, so that a restart of the daemon costs a wait and not the
 * mount.
 *
 * <p>{@link org.gridtorrent.client.mount.MountProcess} mounts {@link
 * org.gridtorrent.client.mount.MountedTree}: published data sets, which the daemon has, and the local folder of
 * drafts. {@link org.gridtorrent.client.mount.MountRegistry} has a note of each mount of a home.
 */
@NullMarked
package org.gridtorrent.client.mount;

import org.jspecify.annotations.NullMarked;
