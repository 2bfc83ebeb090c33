package org.gridtorrent.engine.announce.message;

/**
 * Transfer totals of a torrent that an announce reports, in bytes.
 *
 * @param uploaded since the torrent was started
 * @param downloaded since the torrent was started
 * @param left missing, wanted or not
 * @param partialSeed whether nothing more is wanted although something is missing (BEP 21)
 */
public record TransferStats(long uploaded, long downloaded, long left, boolean partialSeed) {}
