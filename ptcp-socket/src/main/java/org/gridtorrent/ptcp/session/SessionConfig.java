package org.gridtorrent.ptcp.session;

/**
 * Limits of this side of a session: data channels, and sub-packets that it holds.
 *
 * @param streams data channels to open at first
 * @param maxStreams upper limit for the tuned number of data channels
 * @param sendBuffers sub-packets held at most until the peer has confirmed them
 * @param firstWindow sub-packets that the peer may send at first
 * @param maxWindow sub-packets to which that window may grow
 */
public record SessionConfig(int streams, int maxStreams, int sendBuffers, int firstWindow,
        int maxWindow) {
    /** Upper limit for the tuned number of data channels, given what both sides agreed on. */
    int tunedMax(SessionParameters agreed) {
        return Math.max(agreed.streams(), Math.min(maxStreams, agreed.maxStreams()));
    }
}
