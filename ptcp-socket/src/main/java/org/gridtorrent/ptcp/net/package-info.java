/**
 * TCP connections with or without TLS, their options, and waits with a time limit.
 *
 * <p>Main types:
 * <ul>
 * <li>{@link org.gridtorrent.ptcp.net.Channel} is one connection, a {@code TcpChannel} or a
 * {@code TlsChannel}, and {@link org.gridtorrent.ptcp.net.ChannelFactory} makes it.
 * <li>{@link org.gridtorrent.ptcp.net.TcpOptions} are the options that all channels of a socket have.
 * <li>{@link org.gridtorrent.ptcp.net.Deadline}, {@link org.gridtorrent.ptcp.net.TimedWait} and
 * {@link org.gridtorrent.ptcp.net.SocketInterrupts} limit every wait.
 * <li>{@link org.gridtorrent.ptcp.net.WireFormat} has the limits of the protocol.
 * </ul>
 *
 * <p>No thread is owned here. A channel is read by one thread and written by another.
 */
@NullMarked
package org.gridtorrent.ptcp.net;

import org.jspecify.annotations.NullMarked;
