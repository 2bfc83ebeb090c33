/**
 * One byte stream over many TCP streams: a socket that others can use as any {@link java.net.Socket}.
 *
 * <p>{@link org.gridtorrent.ptcp.PTCPSocket} connects, {@link org.gridtorrent.ptcp.PTCPServerSocket}
 * accepts; behind each stands an endpoint, which does what a socket asks of it, while {@code Socket} and
 * {@code ServerSocket} themselves keep the states. {@link org.gridtorrent.ptcp.PTCPChannel} is the same
 * connection for buffers, and two factories serve libraries.
 *
 * <p>Inside, a session has one control channel and 1 to 128 data channels; a splitter makes
 * numbered sub-packets of what is written, senders put each on whichever stream is free, receivers
 * read them and a merger restores the order. {@code docs/PTCP.md} is the wire format.
 */
@NullMarked
package org.gridtorrent.ptcp;

import org.jspecify.annotations.NullMarked;
