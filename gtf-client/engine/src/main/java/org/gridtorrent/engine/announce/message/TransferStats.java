package org.gridtorrent.engine.announce.message;

/**
 * Transfer totals of a torrent that an announce reports, in bytes.
 *
 * @param uploaded since the torrent was started
 * @param downloaded since the torrent was started
 * @param left not downloaded yet, including files that are not selected
 * @param partialSeed whether all selected files are complete and others are missing (BEP 21)
 */
public record TransferStats(long uploaded, long downloaded, long left, boolean partialSeed) {}
