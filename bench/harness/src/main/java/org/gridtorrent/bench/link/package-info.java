/**
 * Emulated lines between hosts that are network namespaces of this machine.
 *
 * <p>{@code LinkRegistry} starts, finds and ends links. Each lives in a {@code LinkProcess}, which writes
 * its {@code LinkState} to the {@code LinkFolder}; a {@code LinkLock} prevents two processes from creating
 * the same link. {@code LineCheck} measures whether the line has the requested properties.
 *
 * <p>A link's process ends after its time, with its owner, or with one of its namespaces.
 */
@NullMarked
package org.gridtorrent.bench.link;

import org.jspecify.annotations.NullMarked;
