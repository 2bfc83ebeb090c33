package org.gridtorrent.engine.announce;

/**
 * How far a content is shared, as trackers are told it; in bytes.
 *
 * @param uploaded since the content was started
 * @param downloaded since the content was started
 * @param left what is missing
 * @param partialSeed something is missing and is not going to be fetched (BEP 21)
 */
public record TransferStats(long uploaded, long downloaded, long left, boolean partialSeed) {}
