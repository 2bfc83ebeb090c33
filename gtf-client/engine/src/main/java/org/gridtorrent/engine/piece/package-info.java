/**
 * Piece arithmetic: {@link org.gridtorrent.engine.piece.PieceLayout}, {@link
 * org.gridtorrent.engine.piece.Block}, {@link org.gridtorrent.engine.piece.Bitfield}, {@link
 * org.gridtorrent.engine.piece.PieceRuns}.
 *
 * <p>Values without I/O, threads or locks; {@code Bitfield} and {@code PieceRuns} alone can change.
 */
@NullMarked
package org.gridtorrent.engine.piece;

import org.jspecify.annotations.NullMarked;
