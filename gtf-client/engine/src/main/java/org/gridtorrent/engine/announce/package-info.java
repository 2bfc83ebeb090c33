/**
 * Announcing to trackers (BEP 3, 7, 12, 15, 21, 23, 27, 31, 41, 48).
 *
 * <p>In the order of an announce: {@link org.gridtorrent.engine.announce.Announcer} keeps an
 * {@link org.gridtorrent.engine.announce.AnnouncedTorrent} announced; {@code TrackerTiers}, {@code TrackerEntry},
 * {@code TrackerHosts} and {@code AnnouncePacer} decide to which tracker and when, without I/O and with the time passed in;
 * {@link org.gridtorrent.engine.announce.TrackerClient} sends the request over {@code announce.http} or
 * {@code announce.udp}; {@code Scraper} asks for missing counts; {@code StoppedAnnounces} sends the last announces.
 * What is sent and received is in {@code announce.message}.
 *
 * <p>One virtual thread, the announcer's, owns all of this. Each request waits for its response on a virtual thread of
 * its own: at most 256 announces, 8 scrapes and 64 stopped events at a time, and 16 announces to one host.
 */
@NullMarked
package org.gridtorrent.engine.announce;

import org.jspecify.annotations.NullMarked;
