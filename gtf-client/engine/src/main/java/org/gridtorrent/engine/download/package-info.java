/**
 * Downloading: requests, received blocks, and streaming readers.
 *
 * <p>In the order of a block's way: {@link org.gridtorrent.engine.download.Downloader} requests what the
 * picker returns, and takes received blocks; {@code PieceAssembler} joins them to segments and submits these
 * to the store. {@link org.gridtorrent.engine.download.ContentReader} streams a file while it is downloaded;
 * its {@link org.gridtorrent.engine.download.ReadRequest}s reach {@link
 * org.gridtorrent.engine.download.StreamingReaders}, which sets deadlines in the picker.
 *
 * <p>Confined to the swarm's thread, without locks; a {@code ContentReader} blocks the thread of its user.
 * Limits: the pool of piece memory, which all swarms share; 64 readers in a swarm, with 16 MiB read-ahead
 * each.
 */
@NullMarked
package org.gridtorrent.engine.download;

import org.jspecify.annotations.NullMarked;
