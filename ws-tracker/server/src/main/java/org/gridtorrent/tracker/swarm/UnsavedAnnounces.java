package org.gridtorrent.tracker.swarm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.swarm.OpenPeer;

/**
 * What the catalog is still to be told of a swarm: of each place the latest, and nothing of who came
 * and went meanwhile. For its swarm's lock.
 */
final class UnsavedAnnounces {
    /** How long the catalog may go without hearing again of one who is there all the time. */
    private static final long AGAIN_AFTER_MS = 300_000;

    private final String infoHash;
    private final int most;
    private final Map<PeerEndpoint, SwarmPeer> members = new LinkedHashMap<>();
    private long downloads;

    UnsavedAnnounces(String infoHash, int most) {
        this.infoHash = infoHash;
        this.most = most;
    }

    /** A member is new at its place, where there may have been another. */
    void came(SwarmPeer member) {
        SwarmPeer before = members.put(member.place(), member);
        if (before != null) {
            member.notedMs = before.notedMs;
        }
    }

    void changed(SwarmPeer member) {
        members.put(member.place(), member);
    }

    void isThere(SwarmPeer member) {
        if (member.announcedMs - member.notedMs >= AGAIN_AFTER_MS) {
            changed(member);
        }
    }

    /** Of one that the catalog never heard of, it need not hear. */
    void went(SwarmPeer member) {
        if (member.notedMs == 0) {
            members.remove(member.place());
        } else if (members.size() < most) {
            members.put(member.place(), member);
        }
    }

    /** The catalog knows better, or everybody will forget it by himself. */
    void drop(PeerEndpoint place) {
        members.remove(place);
    }

    void clear() {
        members.clear();
    }

    void downloaded() {
        downloads++;
    }

    long downloads() {
        return downloads;
    }

    /** Takes out at most so much. */
    List<OpenPeer> take(int some) {
        List<SwarmPeer> taken = members.values().stream().limit(some).toList();
        for (SwarmPeer member : taken) {
            members.remove(member.place());
            member.notedMs = member.announcedMs;
        }
        return taken.stream().map(member -> member.asNote(infoHash)).toList();
    }

    long takeDownloads() {
        long some = downloads;
        downloads = 0;
        return some;
    }

    void downloadsAgain(long some) {
        downloads += some;
    }
}
