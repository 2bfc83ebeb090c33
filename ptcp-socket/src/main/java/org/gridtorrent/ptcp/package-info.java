/**
 * One byte stream over many TCP streams: a socket that others can use as any {@link java.net.Socket}.
 *
 * <p>{@link org.gridtorrent.ptcp.PTCPSocket} connects, {@link org.gridtorrent.ptcp.PTCPServerSocket}
 * accepts; behind each stands an endpoint, which does what a socket asks of it, while {@code Socket} and
 * {@code ServerSocket} themselves keep the states. {@link org.gridtorrent.ptcp.PTCPChannel} is the same
 * connection for buffers, and two factories serve libraries. {@code docs/PTCP.md} is the wire format.
 *
 * <p>The way of a byte: {@code SessionOutputStream} or {@code PTCPChannel} → {@code Splitter} →
 * {@code DataStream.send} on one of many {@code Channel}s → {@code DataStream.receive} →
 * {@code Merger} → {@code SessionInputStream} or {@code PTCPChannel}. The peer's confirmations come back
 * by the {@code ControlSender}; until then {@code InFlightSubPackets} keeps what was sent.
 *
 * <p>How a session comes to be: {@code HandshakeConnector} on one side, {@code HandshakeAcceptor} and {@code JoinAuthenticator} on the
 * other, with {@code Preamble} and {@code OpenReply} between them. How it lives: {@code Session} owns
 * {@code DataStreams}; its {@code StreamSupervisor} opens, retires and replaces them, as many as the {@code StreamCountTuner} says.
 */
@NullMarked
package org.gridtorrent.ptcp;

import org.jspecify.annotations.NullMarked;
