/** Tests of encoding and decoding, with hostile input. */
@NullMarked
package org.gridtorrent.metainfo.bencode;

import org.jspecify.annotations.NullMarked;
