package org.gridtorrent.ptcp.session;

import java.time.Duration;
import org.gridtorrent.ptcp.net.WireFormat;

/**
 * Parameters of a session that both sides agreed on in the handshake.
 *
 * @param streams data channels that the handshake opens
 * @param maxStreams most data channels at a time
 * @param sendWindow sub-packets that the peer takes at first
 * @param sendPayloadLength longest payload that the peer takes, in bytes
 * @param roundTrip as the handshake measured it
 */
public record SessionParameters(
        int streams, int maxStreams, int sendWindow, int sendPayloadLength, Duration roundTrip) {
    public SessionParameters {
        sendPayloadLength = Math.min(sendPayloadLength, WireFormat.PAYLOAD_LENGTH);
    }
}
