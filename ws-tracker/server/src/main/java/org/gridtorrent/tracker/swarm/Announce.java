package org.gridtorrent.tracker.swarm;

import org.gridtorrent.metainfo.InfoHash;

/**
 * What a stranger says of its part in a swarm (BEP 3), checked.
 *
 * @param place the address that was observed, and the port that was named
 * @param peerId 20 bytes
 * @param who from peer id and key, see {@link AnnouncerKey}
 * @param complete nothing is left to fetch
 * @param wanted how many peers it would like
 * @param bothFamilies it can be told of IPv4 and IPv6 at once
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, only carried
public record Announce(InfoHash infoHash, PeerEndpoint place, byte[] peerId, long who,
        boolean complete,
        Event event, int wanted, boolean bothFamilies) {
    /** Bytes of a peer id. */
    public static final int PEER_ID_LENGTH = 20;
    /** What a peer gets that does not say how many it would like. */
    public static final int USUALLY_WANTED = 50;

    /**
     * It has nothing to ask of seeds. One that has just begun may have a magnet link alone, and say
     * for want of a length that nothing is left (aria2).
     */
    boolean isSeed() {
        return complete && event != Event.STARTED;
    }

    /** UPDATE: one of the regular announces. */
    public enum Event {
        UPDATE, STARTED, STOPPED, COMPLETED
    }
}
