package org.gridtorrent.tracker.swarm;

/**
 * What a scrape tells (BEP 48).
 *
 * @param downloads how often somebody without an account has fetched all of it
 */
public record ScrapeCounts(int seeds, int leeches, long downloads) {}
