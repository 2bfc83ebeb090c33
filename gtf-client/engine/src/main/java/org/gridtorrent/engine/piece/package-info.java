/**
 * Piece arithmetic: {@link org.gridtorrent.engine.piece.PieceLayout}, {@link
 * org.gridtorrent.engine.piece.Block}, {@link org.gridtorrent.engine.piece.Bitfield}.
 *
 * <p>Values without I/O, threads or locks; {@code Bitfield} alone can change.
 */
@NullMarked
package org.gridtorrent.engine.piece;

import org.jspecify.annotations.NullMarked;
