/**
 * Downloading: requests, received blocks, and streaming readers.
 *
 * <p>In the order of a block's way: {@link org.gridtorrent.engine.download.Downloader} requests what the
 * picker returns, and takes received blocks; {@code PieceAssembler} joins them to segments and submits these
 * to the store. {@link org.gridtorrent.engine.download.ContentReader} streams a file while it is downloaded,
 * {@link org.gridtorrent.engine.download.PositionalReader} reads one at any position; their {@link
 * org.gridtorrent.engine.download.ReadRequest}s and {@link org.gridtorrent.engine.download.ReadAhead}s reach {@link
 * org.gridtorrent.engine.download.StreamingReaders}, which sets deadlines in the picker.
 *
 * <p>Confined to the swarm's thread, without locks; a {@code ContentReader} blocks the thread of its user, a
 * {@code PositionalReader} is for any threads and blocks none. Limits: the pool of piece memory, which all swarms
 * share; 1,024 readers in a swarm, which read ahead within one {@link
 * org.gridtorrent.engine.download.ReadAheadBudget} for the process.
 */
@NullMarked
package org.gridtorrent.engine.download;

import org.jspecify.annotations.NullMarked;
