/** Tests of piece arithmetic. */
@NullMarked
package org.gridtorrent.engine.piece;

import org.jspecify.annotations.NullMarked;
