/**
 * Experiment {@code mdtp}: one file from many web replicas at once.
 *
 * <p>{@code ReplicaPlan} says what is fetched at each scale, {@code ReplicaCase} what happens to the lines
 * meanwhile, {@code IdealTime} how long it takes at least. A {@code ReplicaTestbed} has the line, an {@code
 * NginxServer} for each replica, and lets one {@code FetchTool} after the other fetch; each gives a {@code
 * FetchReading}. {@code ReplicaExperiment} makes rows of them.
 *
 * <p>Experiment {@code web-seeds}: {@code WebSeedExperiment} lets a {@code SwarmFetch} take a file from peers and web
 * seeds on the same testbed.
 *
 * <p>{@code ChunkScheduler} is what GridTorrent's own scheduler is compared with: {@code PaperChunks} make it
 * the MDTP paper's algorithm, {@code StaticChunks} static chunking. {@code ScheduledFetch} runs it in a
 * process.
 */
@NullMarked
package org.gridtorrent.bench.mdtp;

import org.jspecify.annotations.NullMarked;
