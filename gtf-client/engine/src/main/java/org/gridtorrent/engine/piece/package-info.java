/** All piece arithmetic: where pieces and blocks begin and end, and which of them somebody has. */
@NullMarked
package org.gridtorrent.engine.piece;

import org.jspecify.annotations.NullMarked;
