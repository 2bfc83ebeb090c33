/**
 * Metainfo (.torrent files) and magnet links: what tracker and client must agree on, byte for byte.
 *
 * <p>Main types: {@link org.gridtorrent.metainfo.Metainfo} and its {@link
 * org.gridtorrent.metainfo.MetainfoFile}s, read by {@code MetainfoParser} and {@code InfoParser}; {@link
 * org.gridtorrent.metainfo.InfoHash}, which names a content; {@link org.gridtorrent.metainfo.SafePath}, the
 * one check of file names from elsewhere; {@link org.gridtorrent.metainfo.MagnetLink}.
 *
 * <p>Immutable values, without I/O, threads or locks. Input is hostile: each limit is a named constant
 * beside its use. {@code metainfo.bencode} is below this package, {@code metainfo.create} above it.
 */
@NullMarked
package org.gridtorrent.metainfo;

import org.jspecify.annotations.NullMarked;
