/**
 * Request windows: {@link org.gridtorrent.engine.window.BlockWindow} of peers, which follows the round trip,
 * {@link org.gridtorrent.engine.window.ReadWindow} of peers from which is read,
 * and {@link org.gridtorrent.engine.window.ChunkWindow} of web seeds, which follows the time that is left.
 *
 * <p>Owned by the thread of one swarm. No locks, no I/O and no clock.
 */
@NullMarked
package org.gridtorrent.engine.window;

import org.jspecify.annotations.NullMarked;
