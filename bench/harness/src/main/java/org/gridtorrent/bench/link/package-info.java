/**
 * An emulated long line: hosts as network namespaces, joined by a relay in user space that delays, loses
 * and queues IP packets as a line would.
 *
 * <p>{@link org.gridtorrent.bench.link.LineSpec} is what was asked for. {@code LineModel} says when a packet
 * arrives, or that it does not; it does no I/O. {@code Relay} carries the packets, in a process of its own.
 * {@link org.gridtorrent.bench.link.Links} starts, finds and ends such processes, and
 * {@link org.gridtorrent.bench.link.LineCheck} measures whether a line is what was asked for.
 */
@NullMarked
package org.gridtorrent.bench.link;

import org.jspecify.annotations.NullMarked;
