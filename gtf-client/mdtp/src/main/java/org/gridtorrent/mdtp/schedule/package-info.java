/**
 * Scheduling of byte ranges over replicas, after MDTP.
 *
 * <p>Pure deciders: one thread, no I/O, the clock is passed in. {@code RangeScheduler} is what an executor
 * drives; {@code AdaptiveScheduler} implements it with {@code RangeAssignments} (which bytes have arrived,
 * are asked for, or are missing), {@code CompletionEstimate} (when replicas will be through) and {@code
 * Endgame} (what is taken from late replicas). {@code Replica} has the {@code RateEstimator}, the {@code
 * WindowEstimate} and the {@code ConnectionSearch} of one replica.
 *
 * <h2>Algorithm</h2>
 *
 * <p>Source: S. Abdollah, C. Partridge, S. Shannigrahi, "MDTP: An Adaptive Multi-Source Data Transfer
 * Protocol". There each replica is asked for one chunk at a time from one common cursor, as many bytes as it
 * brings in the time in which the fastest one brings a large chunk. The idea is kept: the length of a chunk
 * is rate × time, with the same time for all, so that all end together. It differs in these points:
 *
 * <ol>
 *   <li>The first range of each replica is a quarter of an even share of the file, 64 MiB at most, and serves
 *       as the measurement. There are no probes.
 *   <li>The rate is renewed with every byte that arrives, not at a chunk's end: bytes over the time in which
 *       the replica owes and answers, smoothed over the longer of 0.2 s and a round trip.
 *   <li>The time is a quarter of what is left for all, between 1 s and 4 s, and shrinks to 0.1 s in the end.
 *       No chunk length is set by hand.
 *   <li>The next range is asked before the last is through, so that no round trip is idle: earlier by as
 *       many round trips as a TCP window needs to open.
 *   <li>When no byte is missing that nobody owes, replicas that are later than all together give back the
 *       end of what they owe. This is looked at when a replica is about to be idle, and not before, when
 *       rates may still change: a response that is shortened loses its connection, and what is in flight
 *       is wasted.
 *   <li>A replica is stalled after a silence of 1 s or four round trips if another one could take over. It
 *       gives back everything, and is asked for a short range again after pauses that grow.
 *   <li>The last 64 KiB of a request are asked of an idle replica too. The waste is limited to 1 % of the
 *       file, half of it for shortened responses and half for bytes asked twice.
 *   <li>A further connection to a replica is tried from time to time, and stays only if the rate rises. A
 *       replica with a long round trip begins with two, since each opens its window slowly.
 * </ol>
 */
@NullMarked
package org.gridtorrent.mdtp.schedule;

import org.jspecify.annotations.NullMarked;
