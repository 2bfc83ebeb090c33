/**
 * Piece picker: which blocks to request from which peer.
 *
 * <p>In the order in which a request passes: {@link org.gridtorrent.engine.picker.FileSelection} sets the
 * priority of each piece; {@code PieceStates} says what each piece waits for; {@code RarityOrder} orders the
 * pieces that nobody downloads yet; {@code TimeCriticalPick}, {@code PriorityPick} and {@code EndgamePick} fill a
 * {@code Pick}; {@link org.gridtorrent.engine.picker.PiecePicker} returns it, and keeps the account of outstanding
 * requests.
 *
 * <p>Everything is owned by the thread of one swarm. There are no locks, no I/O and no clock: time is passed in, in
 * nanoseconds. {@link org.gridtorrent.engine.picker.DownloadingLimits} bounds the pieces in progress; one block is requested
 * from two peers at most.
 */
@NullMarked
package org.gridtorrent.engine.picker;

import org.jspecify.annotations.NullMarked;
