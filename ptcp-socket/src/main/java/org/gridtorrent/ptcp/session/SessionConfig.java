package org.gridtorrent.ptcp.session;

/**
 * Limits of this side of a session: data channels, and sub-packets that it holds.
 *
 * @param streams data channels to open at first
 * @param maxStreams most data channels to which the count may tune itself
 * @param sendBuffers sub-packets held at most until the peer has confirmed them
 * @param firstWindow sub-packets that the peer may send at first
 * @param maxWindow sub-packets to which that window may grow
 */
public record SessionConfig(int streams, int maxStreams, int sendBuffers, int firstWindow,
        int maxWindow) {
    /** Most data channels to which this side may tune the count, given what both sides agreed on. */
    int tunedMax(SessionParameters agreed) {
        return Math.max(agreed.streams(), Math.min(maxStreams, agreed.maxStreams()));
    }
}
