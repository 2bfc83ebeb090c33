/**
 * Endpoints: the {@link java.net.SocketImpl}s behind the public sockets.
 *
 * <p>{@link org.gridtorrent.ptcp.socket.SessionEndpoint} stands behind a PTCP socket,
 * {@link org.gridtorrent.ptcp.socket.ListenerEndpoint} behind a server socket, and
 * {@code PlainEndpoint} behind a {@link org.gridtorrent.ptcp.socket.PlainSocket}, an accepted connection of
 * another protocol. {@code SocketEndpoint} is what they share. {@link java.net.Socket} and
 * {@link java.net.ServerSocket} keep the states and check each call.
 *
 * <p>All types are thread-safe. The only thread owned here accepts TCP connections.
 */
@NullMarked
package org.gridtorrent.ptcp.socket;

import org.jspecify.annotations.NullMarked;
