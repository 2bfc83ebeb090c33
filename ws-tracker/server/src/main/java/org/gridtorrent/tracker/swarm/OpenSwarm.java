package org.gridtorrent.tracker.swarm;

import java.net.InetAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.gridtorrent.catalog.swarm.OpenPeer;
import org.gridtorrent.catalog.swarm.SitePeer;
import org.gridtorrent.tracker.swarm.Announce.Event;

/**
 * One content's swarm, as far as strangers see it: those who announced, and the site's own devices.
 * Safe for use by many threads; each method takes microseconds at most.
 *
 * <p>A peer is its place. Two announces from one place are one peer's, the latest; what an announce
 * says of leaving counts only from who said that it was there. One who shows by its key that it was at
 * another place before takes that one's place.
 */
final class OpenSwarm {
    private final String infoHash;
    private final SwarmPeers members;
    private final UnsavedAnnounces notes;
    private final SitePeerLookup siteLook = new SitePeerLookup(System::nanoTime);
    private long downloads;
    private boolean closed;

    /** Whether one more new peer of the host may come now. */
    interface Entry {
        boolean admits(long host);
    }

    OpenSwarm(String infoHash, SwarmLimits limits, AtomicInteger strangersInAll,
            SplittableRandom random) {
        this.infoHash = infoHash;
        this.members = new SwarmPeers(limits, strangersInAll, random);
        this.notes = new UnsavedAnnounces(infoHash, 2 * limits.peersOfSwarm());
    }

    String infoHash() {
        return infoHash;
    }

    SitePeerLookup siteLook() {
        return siteLook;
    }

    /** Takes the stranger's word, and draws peers for it; empty when the content is open no more. */
    synchronized Optional<List<SwarmPeer>> announce(Announce said, long nowMs, Entry entry) {
        if (closed) {
            return Optional.empty();
        }
        if (said.event() == Event.STOPPED) {
            leaves(said, nowMs);
            return Optional.of(List.of());
        }
        comes(said, nowMs, entry);
        return Optional.of(members.drawFor(said));
    }

    private void leaves(Announce said, long nowMs) {
        SwarmPeer there = members.at(said.place());
        if (there != null && !there.isOfSite() && there.who == said.who()) {
            goes(there, nowMs);
        }
    }

    private void goes(SwarmPeer member, long nowMs) {
        members.remove(member);
        member.gone = true;
        member.announcedMs = nowMs;
        notes.went(member);
    }

    private void comes(Announce said, long nowMs, Entry entry) {
        SwarmPeer there = members.at(said.place());
        if (there != null && there.isOfSite()) {
            return; // the site knows its own devices better
        }
        if (there == null) {
            newcomer(said, nowMs, entry);
        } else if (there.who == said.who()) {
            repeats(there, said, nowMs);
        } else {
            members.remove(there);
            SwarmPeer next = stranger(said, nowMs);
            next.notedMs = there.notedMs;
            members.add(next);
            notes.changed(next);
        }
    }

    private void repeats(SwarmPeer there, Announce said, long nowMs) {
        if (said.event() == Event.COMPLETED && said.complete() && !there.complete) {
            downloads++;
            notes.downloaded();
        }
        there.announcedMs = nowMs;
        if (there.complete == said.complete()) {
            notes.isThere(there);
        } else {
            members.complete(there, said.complete());
            notes.changed(there);
        }
    }

    private void newcomer(Announce said, long nowMs, Entry entry) {
        SwarmPeer before = members.elsewhere(said.who(), said.place());
        boolean room = before != null || members.hasRoom(said.place());
        if (room && entry.admits(said.place().host())) {
            if (before != null) {
                goes(before, nowMs);
            }
            SwarmPeer next = stranger(said, nowMs);
            members.add(next);
            notes.came(next);
        }
    }

    private static SwarmPeer stranger(Announce said, long nowMs) {
        return SwarmPeer.stranger(said.place(), said.peerId(), said.who(), said.complete(), nowMs);
    }

    synchronized ScrapeCounts counts() {
        return members.counts(downloads);
    }

    /** The site's devices in the swarm now, in the place of those before. */
    synchronized void sitePeers(Collection<SitePeer> now) {
        if (closed) {
            return;
        }
        Map<PeerEndpoint, SwarmPeer> next = new HashMap<>();
        for (SitePeer peer : now) {
            place(peer.address(), peer.port())
                    .ifPresent(place -> next.put(place, SwarmPeer.ofSite(place, peer.complete())));
        }
        members.all().stream()
                .filter(member -> member.isOfSite() || next.containsKey(member.place()))
                .forEach(members::remove);
        next.values().forEach(members::add);
    }

    /** What the catalog knows of a stranger, by another node or from before. */
    synchronized void heard(OpenPeer note) {
        place(note.address(), note.port()).ifPresent(place -> heard(note, place));
    }

    private void heard(OpenPeer note, PeerEndpoint place) {
        SwarmPeer there = members.at(place);
        long at = note.announced().toEpochMilli();
        if (closed || (there != null
                && (there.isOfSite() || there.announcedMs >= at))) {
            return;
        }
        if (there != null) {
            members.remove(there);
            notes.drop(place);
        }
        if (!note.gone() && members.hasRoom(place)) {
            SwarmPeer member = SwarmPeer.stranger(place, note.peerId(), note.peerKey(),
                    note.complete(),
                    at);
            member.notedMs = at;
            members.add(member);
        }
    }

    private static Optional<PeerEndpoint> place(String address, int port) {
        try {
            return Optional.of(PeerEndpoint.of(InetAddress.ofLiteral(address), port));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // an address of one line only, which this machine does not have
        }
    }

    /** The downloads that the catalog knows of. */
    synchronized void downloadsNoted(long noted) {
        downloads = noted + notes.downloads();
    }

    /** Forgets strangers that were not heard of since then. */
    synchronized void expire(long thenMs) {
        for (SwarmPeer member : members.all()) {
            if (!member.isOfSite() && member.announcedMs < thenMs) {
                members.remove(member);
                notes.drop(member.place());
            }
        }
    }

    /** Takes out at most so much of what the catalog is to be told. */
    synchronized List<OpenPeer> takeNotes(int most) {
        return notes.take(most);
    }

    synchronized long takeDownloads() {
        return notes.takeDownloads();
    }

    /** A note that was taken out could not be noted: whoever is still there is noted again. */
    synchronized void noteAgain(OpenPeer note) {
        place(note.address(), note.port())
                .flatMap(place -> Optional.ofNullable(members.at(place)))
                .filter(member -> !member.isOfSite()).ifPresent(notes::changed);
    }

    synchronized void downloadsAgain(long some) {
        notes.downloadsAgain(some);
    }

    /** The content is not open any more. */
    synchronized void close() {
        closed = true;
        members.all().forEach(members::remove);
        notes.clear();
    }
}
