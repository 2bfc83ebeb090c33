/**
 * A swarm: one thread that handles all events of one content.
 *
 * <p>In the order of an event's way: connections and storage report to the {@code Mailbox}; {@link org.gridtorrent.engine.swarm.Swarm} takes batches of {@code SwarmEvent}s and calls
 * the {@code PhaseHandler}: {@code MetadataPhase} while only a magnet link is known, then {@code
 * TransferPhase}; the latter passes messages to {@code PeerProtocol}, which calls downloader, uploader and
 * extensions; {@code StatusReporter} builds the status.
 *
 * <p>Everything but {@code Swarm} and {@code Mailbox} is confined to the swarm's thread,
 * which never does file I/O. The mailbox has the only lock. Limits: 32 connections of peers queued;
 * back-pressure on readers bounds the messages.
 */
@NullMarked
package org.gridtorrent.engine.swarm;

import org.jspecify.annotations.NullMarked;
