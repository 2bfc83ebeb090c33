/**
 * Assembly of a torrent's info dictionary from peers' blocks (BEP 9).
 *
 * <p>{@link org.gridtorrent.engine.metadata.MetadataAssembler} decides what to request from each {@code MetadataPeer} and
 * puts the blocks of each {@code MetadataAttempt} together. For the thread of one swarm; without I/O, and with the time
 * passed in. All attempts together hold as many bytes as the longest info dictionary at most.
 */
@NullMarked
package org.gridtorrent.engine.metadata;

import org.jspecify.annotations.NullMarked;
