/**
 * An emulated long line: hosts as network namespaces, joined by what delays, loses and queues IP packets as
 * a line would: the kernel's netem, or a relay in user space.
 *
 * <p>{@link org.gridtorrent.bench.link.LineSpec} is what was asked for. {@code LineEmulation} is what joins the hosts,
 * {@code NetemLine} or {@code RelayLine}, in a process of the link's own. For the latter {@code LineModel} says
 * when a packet arrives, or that it does not, and does no I/O; {@code PacketRelay} carries the packets.
 * {@link org.gridtorrent.bench.link.LinkRegistry} starts, finds and ends such processes, and
 * {@link org.gridtorrent.bench.link.LineCheck} measures whether a line is what was asked for.
 */
@NullMarked
package org.gridtorrent.bench.link.relay;

import org.jspecify.annotations.NullMarked;
