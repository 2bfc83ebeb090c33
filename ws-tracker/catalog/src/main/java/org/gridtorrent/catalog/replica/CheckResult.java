package org.gridtorrent.catalog.replica;

import java.util.Optional;

/**
 * Result of a check, as a machine reports it.
 *
 * @param problem empty if the replica may be used
 * @param file at which the problem was found, as in the metainfo; empty if it concerns all files
 * @param bytes received from the server
 * @param pieces that matched their hashes
 */
public record CheckResult(Optional<ReplicaProblem> problem, String file, long bytes, int pieces) {}
