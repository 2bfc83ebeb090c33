/**
 * Bencode (BEP 3): {@link org.gridtorrent.metainfo.bencode.Bencode} encodes and decodes {@link
 * org.gridtorrent.metainfo.bencode.BencodeValue}s.
 *
 * <p>Immutable values, without I/O, threads or locks. Input is hostile: depth and number of values are
 * limited, and a length is checked before anything is allocated.
 */
@NullMarked
package org.gridtorrent.metainfo.bencode;

import org.jspecify.annotations.NullMarked;
