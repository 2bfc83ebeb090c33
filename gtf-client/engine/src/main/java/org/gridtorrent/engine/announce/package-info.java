/** Asking trackers for peers (BEP 3, 7, 23): HTTP so far. */
@NullMarked
package org.gridtorrent.engine.announce;

import org.jspecify.annotations.NullMarked;
