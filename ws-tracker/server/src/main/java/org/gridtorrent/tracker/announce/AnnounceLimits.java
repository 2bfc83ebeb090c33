package org.gridtorrent.tracker.announce;

/**
 * What one stranger may ask for at once.
 *
 * @param mostPeers in one answer
 * @param mostScraped contents in one scrape; as many as BEP 15 has room for
 * @param mostConnections over HTTP, of all strangers together
 */
record AnnounceLimits(int mostPeers, int mostScraped, int mostConnections) {
    static final AnnounceLimits USUAL = new AnnounceLimits(200, 74, 10_000);
}
