package org.gridtorrent.ptcp;

import java.time.Duration;

/**
 * Figures of a PTCP socket at one moment.
 *
 * @param streams active data channels
 * @param lostStreams data channels that have died; each was replaced or will be
 * @param resentSubPackets times that a sub-packet was sent on one more stream, because the one before died or was late
 * @param deliveredBytes payload bytes that the peer has confirmed
 * @param heldToSendBytes bytes of buffers whose content the peer has not confirmed
 * @param heldToReadBytes bytes of buffers whose content was not read
 * @param roundTrip of the control channel, smoothed
 */
public record PTCPStatistics(
        int streams,
        long lostStreams,
        long resentSubPackets,
        long deliveredBytes,
        long heldToSendBytes,
        long heldToReadBytes,
        Duration roundTrip) {}
