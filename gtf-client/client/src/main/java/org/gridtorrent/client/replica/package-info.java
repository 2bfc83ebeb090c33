/**
 * Checks of replicas that this machine's owner added to data sets, before others use them.
 *
 * <p>Main types, in the order of the data's way: {@link org.gridtorrent.client.replica.ReplicaChecker}, which hears
 * from the tracker what to check and reports the results; {@code ReplicaInspection}, one check; {@code
 * RangeRequest}, one ranged GET of it, awaited. {@link org.gridtorrent.client.replica.ReplicaPolicy} says which
 * hosts a replica may be at.
 *
 * <p>Each check has a virtual thread. Limits: two checks at a time, 32 pieces and 64 MiB a check, 10 minutes a
 * request, four attempts.
 */
@NullMarked
package org.gridtorrent.client.replica;

import org.jspecify.annotations.NullMarked;
