package org.gridtorrent.tracker.swarm;

import java.time.Instant;
import java.util.Optional;
import org.gridtorrent.catalog.swarm.OpenPeer;

/** A peer in an open swarm. Where and who it is stays; the rest is guarded by its swarm. */
public final class SwarmPeer {
    private static final byte[] NO_ID = {};

    private final PeerEndpoint place;
    private final byte[] peerId;
    private final boolean ofSite;
    final long who;
    final AddressScope reach;
    boolean complete;
    boolean gone;
    long announcedMs;
    /** The announce that the catalog knows of; 0 for none. */
    long notedMs;
    /** Its place in the draw that it is in. */
    int index;

    private SwarmPeer(PeerEndpoint place, byte[] peerId, long who, boolean ofSite,
            boolean complete) {
        this.place = place;
        this.peerId = peerId;
        this.who = who;
        this.ofSite = ofSite;
        this.complete = complete;
        this.reach = AddressScope.of(place.inetAddress());
    }

    static SwarmPeer stranger(PeerEndpoint place, byte[] peerId, long who, boolean complete,
            long announcedMs) {
        var member = new SwarmPeer(place, peerId, who, false, complete);
        member.announcedMs = announcedMs;
        return member;
    }

    static SwarmPeer ofSite(PeerEndpoint place, boolean complete) {
        return new SwarmPeer(place, NO_ID, 0, true, complete);
    }

    public PeerEndpoint place() {
        return place;
    }

    /** The 20 bytes by which it calls itself, not to be changed; not known of the site's devices. */
    public Optional<byte[]> peerId() {
        return ofSite ? Optional.empty() : Optional.of(peerId);
    }

    boolean isOfSite() {
        return ofSite;
    }

    OpenPeer asNote(String infoHash) {
        return new OpenPeer(infoHash, place.address(), place.port(), peerId, who, complete, gone,
                Instant.ofEpochMilli(announcedMs));
    }
}
