/**
 * Experiments of the engine: one seed to one leech, many contents at once, hashing.
 *
 * <p>{@code SeedAndLeech} is a pair of processes; {@code SendfileBaseline} is the least work of the same
 * transfer.
 */
@NullMarked
package org.gridtorrent.bench.engine;

import org.jspecify.annotations.NullMarked;
