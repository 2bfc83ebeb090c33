/**
 * Swarms of BitTorrent clients: the experiments {@code clients} and {@code swarm}.
 *
 * <p>{@code SwarmSpec} says how many peers with which rates; {@code SwarmProcesses} starts them and lets
 * them fetch; {@code SwarmComparison} measures clients by turns, beside the {@code KumarRossBound}.
 */
@NullMarked
package org.gridtorrent.bench.swarm;

import org.jspecify.annotations.NullMarked;
