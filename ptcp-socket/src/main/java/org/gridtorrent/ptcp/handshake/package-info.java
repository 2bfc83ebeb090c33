/**
 * Handshake that opens a session: OPEN on the control channel, JOIN on each data channel.
 *
 * <p>Main types, in the order of a connection's way:
 * <ul>
 * <li>{@link org.gridtorrent.ptcp.handshake.HandshakeConnector} opens all connections of the connecting side
 * and sends a {@link org.gridtorrent.ptcp.handshake.Preamble} on each.
 * <li>{@link org.gridtorrent.ptcp.handshake.HandshakeAcceptor} reads them on the accepting side, keeps them in
 * {@code PendingHandshakes} until the handshake ends, and sends an
 * {@link org.gridtorrent.ptcp.handshake.OpenReply}.
 * <li>{@link org.gridtorrent.ptcp.handshake.SessionRegistry} finds the session of a JOIN, and
 * {@link org.gridtorrent.ptcp.handshake.JoinAuthenticator} checks its proof.
 * <li>{@link org.gridtorrent.ptcp.handshake.AcceptQueue} holds each
 * {@link org.gridtorrent.ptcp.handshake.AcceptedConnection} until the application accepts it.
 * </ul>
 *
 * <p>Each connection has a virtual thread of its own until its handshake ends, and 10 seconds for it. At most
 * 1,024 wait to be read, and as many for room in the queue.
 */
@NullMarked
package org.gridtorrent.ptcp.handshake;

import org.jspecify.annotations.NullMarked;
