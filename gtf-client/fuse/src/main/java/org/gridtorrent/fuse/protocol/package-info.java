/**
 * Messages of the kernel's FUSE protocol, 7.31 and later, and their codecs over memory segments. No I/O.
 *
 * <p>{@link org.gridtorrent.fuse.protocol.RequestDecoder} makes a {@link
 * org.gridtorrent.fuse.protocol.Request} of what the kernel sends, {@link
 * org.gridtorrent.fuse.protocol.Replies} encodes the answers. Numbers and layouts are those of the
 * kernel's {@code linux/fuse.h}, in the byte order of the machine.
 */
@NullMarked
package org.gridtorrent.fuse.protocol;

import org.jspecify.annotations.NullMarked;
