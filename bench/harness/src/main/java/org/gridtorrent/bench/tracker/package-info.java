/**
 * Tracker of a site in a process of its own, and lean generators of load on it.
 *
 * <p>{@code TrackerProcess} starts a {@code TrackerWorker} on a {@code SiteDatabase}. {@code
 * LoadGenerator} runs callers: {@code AnnouncingDevices} and {@code LongPolls} of enrolled devices over
 * {@code SoapConnection}s, {@code HttpAnnouncer} and {@code UdpAnnouncer} of {@code StockClients}. {@code
 * OpenTracker} is the peer.
 *
 * <p>Requests are written out before, and answers only searched for what has to be in them, so that
 * callers take little of the processors they share with the tracker. Each caller has a thread of its own.
 */
@NullMarked
package org.gridtorrent.bench.tracker;

import org.jspecify.annotations.NullMarked;
