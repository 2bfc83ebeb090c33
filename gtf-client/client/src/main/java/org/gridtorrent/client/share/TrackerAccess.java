package org.gridtorrent.client.share;

import java.util.function.Supplier;
import org.gridtorrent.client.security.TicketCache;
import org.gridtorrent.client.tracker.TrackerClient;
import org.gridtorrent.mdtp.http.AddressPolicy;

/**
 * How contents are exchanged with the tracker's help.
 *
 * @param choice which of the peers' addresses are used
 * @param replicaPolicy which hosts the replicas' addresses may lead to
 */
public record TrackerAccess(TrackerClient tracker, TicketCache passes, PeerChoice choice,
        Supplier<AddressPolicy> replicaPolicy) {}
