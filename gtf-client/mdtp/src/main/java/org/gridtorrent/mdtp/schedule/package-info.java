/**
 * Scheduling of byte ranges over replicas, after MDTP.
 *
 * <p>Pure deciders: one thread, no I/O, the clock is passed in. An executor drives a {@code RangeScheduler}.
 * {@code AdaptiveScheduler} implements it with {@code RangeAssignments} (which bytes have arrived, are asked
 * for, or are missing), {@code CompletionEstimate} (when replicas will be through), {@code RangeLengths} and
 * {@code Endgame} (what is taken from late replicas). A {@code ScheduledReplica} has its {@code RateEstimator}, {@code
 * WindowEstimate} and {@code ConnectionSearch}.
 *
 * <h2>Algorithm</h2>
 *
 * <p>Source: S. Abdollah, C. Partridge, S. Shannigrahi, "MDTP: An Adaptive Multi-Source Data Transfer
 * Protocol". There each replica is asked for one chunk at a time from one common cursor: as many bytes as it
 * brings in the time in which the fastest one brings a large chunk. The idea is kept: a chunk's length is
 * rate × horizon, with the same horizon for all, so that all end together. The differences:
 *
 * <ol>
 *   <li>First ranges are a quarter of an even share of the file, at most 64 MiB; 16 MiB while the file's
 *       length is unknown. They are the measurement: there are no probes.
 *   <li>A rate is renewed with every byte that arrives, not at a chunk's end.
 *   <li>The horizon is a quarter of the time that is left for all, between 1 s and 4 s, and shrinks to 0.1 s
 *       in the end. No chunk length is set by hand.
 *   <li>The next range is asked before the last is through, on another connection: a round trip earlier,
 *       and a part of the time that its TCP window needs to open. Asked still earlier, the two responses
 *       would overflow the line's queue and lose packets.
 *   <li>When every byte is owed by some replica, those that are later than all together give back the end
 *       of what they owe. This is done when another replica is about to be idle, and not before, since
 *       rates may still change: a shortened response loses its connection and the bytes in flight.
 *   <li>A replica is stalled after a silence of 1 s, or four round trips if they are longer, provided that
 *       another one could take over. It gives back everything. After pauses that grow it is asked for a
 *       short range again. One that is only busy is asked for a range as long as before: a server that
 *       frees its connection late would bring little else.
 *   <li>The last 64 KiB of a request are asked of an idle replica too. Shortening and asking twice waste at
 *       most 1 % of the file together, or 128 KiB of a small one; beyond that something is taken only from
 *       replicas that are late by more than a second, and only if little is in flight.
 *   <li>A further connection to a replica is tried from time to time, at one replica after another and
 *       while 30 s or more are left, and stays only if the rate rises. A replica with a long round trip
 *       begins with two, since each opens its window slowly.
 * </ol>
 */
@NullMarked
package org.gridtorrent.mdtp.schedule;

import org.jspecify.annotations.NullMarked;
