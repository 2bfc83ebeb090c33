/** Tests of metainfo, magnet links and safe paths. */
@NullMarked
package org.gridtorrent.metainfo;

import org.jspecify.annotations.NullMarked;
