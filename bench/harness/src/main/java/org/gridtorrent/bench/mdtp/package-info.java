/**
 * Experiment {@code mdtp}: one file from many web replicas at once.
 *
 * <p>{@code ChunkScheduler} is what it compares GridTorrent's scheduler with: {@code PaperChunks} make it
 * the MDTP paper's algorithm, {@code StaticChunks} static chunking.
 */
@NullMarked
package org.gridtorrent.bench.mdtp;

import org.jspecify.annotations.NullMarked;
