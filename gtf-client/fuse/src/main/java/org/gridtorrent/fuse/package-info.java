/**
 * File systems in user space for Linux, by the kernel's FUSE protocol itself: no library is needed, and for
 * users who are not root {@code fusermount3}.
 *
 * <p>A {@link org.gridtorrent.fuse.FileSystem} is a tree of {@link org.gridtorrent.fuse.Node}s. {@link
 * org.gridtorrent.fuse.FuseMount} mounts it. Its reader threads take requests from {@code /dev/fuse}; {@code
 * Session} answers them. A read is asynchronous, every other call of a node has a virtual thread of its own, so
 * no call that waits keeps a reader thread. Whoever gets a signal while it waits is answered EINTR at once.
 *
 * <p>Memory: a buffer for each reader thread, 32 MiB of writes in progress, and what the file system hands
 * out as {@link org.gridtorrent.fuse.ReadData}. The kernel remembers nodes, and {@code InodeTable} with it,
 * until it forgets them.
 */
@NullMarked
package org.gridtorrent.fuse;

import org.jspecify.annotations.NullMarked;
