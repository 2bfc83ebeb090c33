package org.gridtorrent.ptcp;

import java.time.Duration;

/**
 * How a PTCP socket does at one moment.
 *
 * @param streams data channels at work
 * @param lostStreams data channels that died so far; each was replaced, or is about to be
 * @param resentSubPackets sub-packets sent a second time, because their stream died or was late
 * @param deliveredBytes that the peer has confirmed
 * @param heldToSendBytes of buffers whose content the peer has not confirmed
 * @param heldToReadBytes of buffers whose content was not read
 * @param roundTrip on the control channel
 */
public record PTCPStatistics(
        int streams,
        long lostStreams,
        long resentSubPackets,
        long deliveredBytes,
        long heldToSendBytes,
        long heldToReadBytes,
        Duration roundTrip) {}
