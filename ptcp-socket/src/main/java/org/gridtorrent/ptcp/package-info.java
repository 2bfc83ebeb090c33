/**
 * One byte stream over many TCP streams: sockets that replace {@link java.net.Socket} and
 * {@link java.net.ServerSocket}.
 *
 * <p>Main types:
 * <ul>
 * <li>{@link org.gridtorrent.ptcp.PTCPSocket} connects and {@link org.gridtorrent.ptcp.PTCPServerSocket}
 * accepts, as {@link org.gridtorrent.ptcp.PTCPOptions} say.
 * <li>{@link org.gridtorrent.ptcp.PTCPChannel} is the same connection for buffers.
 * <li>{@link org.gridtorrent.ptcp.PTCPStatistics} tells how a connection does.
 * <li>{@link org.gridtorrent.ptcp.PTCPSocketFactory} and
 * {@link org.gridtorrent.ptcp.PTCPServerSocketFactory} serve libraries that take factories.
 * </ul>
 *
 * <p>The rest of the module is not exported. Its layers, each of which knows those before it:
 * {@code net}, {@code stream}, {@code session}, {@code handshake}, {@code socket}. A byte goes from
 * {@code SessionOutputStream} or {@code PTCPChannel} to {@code Splitter}, {@code DataStream.send}, one of many
 * {@code Channel}s, {@code DataStream.receive} and {@code Merger}, to {@code SessionInputStream} or
 * {@code PTCPChannel}. {@code docs/PTCP.md} is the wire format.
 */
@NullMarked
package org.gridtorrent.ptcp;

import org.jspecify.annotations.NullMarked;
