/**
 * Bencode and metainfo (.torrent): what tracker and client must agree on, byte for byte.
 *
 * <p>Everything here reads input that may lie; each limit is a named constant beside its use.
 */
@NullMarked
package org.gridtorrent.metainfo;

import org.jspecify.annotations.NullMarked;
