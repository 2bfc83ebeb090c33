package org.gridtorrent.ptcp;

import java.time.Duration;

/**
 * What both sides agreed on in the handshake.
 *
 * @param streams data channels that the handshake opens
 * @param maxStreams most data channels at a time
 * @param sendWindow sub-packets that the peer takes at first
 * @param sendPayloadLength longest payload that the peer takes, in bytes
 * @param roundTrip as the handshake measured it
 */
record SessionParameters(
        int streams, int maxStreams, int sendWindow, int sendPayloadLength, Duration roundTrip) {
    SessionParameters {
        sendPayloadLength = Math.min(sendPayloadLength, WireFormat.PAYLOAD_LENGTH);
    }
}
