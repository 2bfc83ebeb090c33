/** Tests of bencode and metainfo. */
@NullMarked
package org.gridtorrent.metainfo;

import org.jspecify.annotations.NullMarked;
