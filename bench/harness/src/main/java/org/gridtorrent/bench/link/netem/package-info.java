/**
 * Line by the kernel's netem and tbf, where they can be had.
 *
 * <p>{@code NetemLine} makes devices and bridge, {@code NetemQueues} the arguments of {@code tc}, {@code
 * NetemCounters} reads its statistics.
 */
@NullMarked
package org.gridtorrent.bench.link.netem;

import org.jspecify.annotations.NullMarked;
