/**
 * Choking: which peers may request blocks from us (BEP 3).
 *
 * <p>{@link org.gridtorrent.engine.choke.Choker} decides by {@link org.gridtorrent.engine.choke.ChokerPeer} and
 * {@link org.gridtorrent.engine.choke.ChokeMode}; {@code UploadSlotSearch} says how many slots fill the line. For the
 * thread of one swarm; without I/O, and with the time passed in.
 */
@NullMarked
package org.gridtorrent.engine.choke;

import org.jspecify.annotations.NullMarked;
