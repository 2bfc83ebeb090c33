/**
 * Line by a relay in user space, which passes packets between TUN devices.
 *
 * <p>{@code PacketRelay} reads {@code PacketBundle}s from a {@code TunDevice}, asks the {@code LineModel}
 * when they arrive, keeps them in {@code PacketQueue}s, and counts them in {@code PacketCounters}. {@code
 * Syscalls} are the kernel's functions.
 *
 * <p>One thread does all, with real-time priority where it may. Packets wait in memory outside the heap, 4
 * GiB at most.
 */
@NullMarked
package org.gridtorrent.bench.link.relay;

import org.jspecify.annotations.NullMarked;
