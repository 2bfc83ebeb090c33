/**
 * The byte stream as numbered sub-packets: cut and kept by the sender, put back in order by the receiver.
 *
 * <p>Main types, in the order of the data's way:
 * <ul>
 * <li>{@link org.gridtorrent.ptcp.stream.Splitter} cuts what is written into sub-packets.
 * {@code IdleSenders} wakes the sender of a stream when there is something to send.
 * <li>{@link org.gridtorrent.ptcp.stream.SentSubPacket} is one of them, kept by
 * {@code InFlightSubPackets} until the peer has confirmed it.
 * <li>{@link org.gridtorrent.ptcp.stream.StreamSendState} is what one data channel was given and has
 * delivered.
 * <li>{@link org.gridtorrent.ptcp.stream.SubPacketHeader} goes before each sub-packet on the wire.
 * <li>{@link org.gridtorrent.ptcp.stream.Merger} puts arrived sub-packets in order for the reader, in a
 * {@code ReorderBuffer}.
 * <li>{@link org.gridtorrent.ptcp.stream.BufferPool} has the buffers of both.
 * </ul>
 *
 * <p>Nothing here does I/O. The splitter and the merger have two locks each: one that makes writers or
 * readers take turns, and one for the state. Everything else is guarded by the latter. At most
 * {@code sendLimit} and {@code receiveLimit} bytes are held.
 */
@NullMarked
package org.gridtorrent.ptcp.stream;

import org.jspecify.annotations.NullMarked;
