package org.gridtorrent.engine.swarm;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.gridtorrent.engine.choke.Candidate;
import org.gridtorrent.engine.choke.Choker;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.engine.wire.ProtocolException;

/** The sending half of an exchange: who has a slot, and which of its requests are answered. */
final class Serving {
    private static final long ROUND_NS = 10_000_000_000L;

    private final Choker choker;
    private final Bitfield had;
    private long lastRoundNs;
    private boolean due = true;

    Serving(Choker choker, Bitfield had) {
        this.choker = choker;
        this.had = had;
    }

    /** Somebody's interest changed, or a slot came free. */
    void reconsider() {
        due = true;
    }

    void requested(PeerSession peer, Block block) throws ProtocolException {
        if (peer.choking || !had.has(block.piece())) {
            reject(peer, block);
        } else if (!peer.link.serve(block)) {
            if (!peer.handshake.fast()) {
                throw new ProtocolException("asks for more blocks than may wait");
            }
            reject(peer, block);
        }
    }

    void cancelled(PeerSession peer, Block block) {
        if (peer.link.cancel(block)) {
            reject(peer, block);
        }
    }

    /** BEP 6: every request gets its block or its rejection; before it, silence was the answer. */
    private static void reject(PeerSession peer, Block block) {
        if (peer.handshake.fast()) {
            peer.link.send(new PeerMessage.Reject(block));
        }
    }

    void round(Collection<PeerSession> peers, boolean fetching, long nowNs) {
        if (!due && nowNs - lastRoundNs < ROUND_NS) {
            return;
        }
        due = false;
        lastRoundNs = nowNs;
        List<Candidate> candidates = peers.stream()
                .map(peer -> new Candidate(peer.number, peer.wanting, !peer.choking,
                        fetching ? peer.down.rate(nowNs) : peer.up.rate(nowNs), peer.unchokedNs))
                .toList();
        Set<Integer> unchoked = choker.unchoked(candidates, nowNs);
        for (PeerSession peer : peers) {
            if (unchoked.contains(peer.number) == peer.choking) {
                turn(peer, nowNs);
            }
        }
    }

    private static void turn(PeerSession peer, long nowNs) {
        peer.choking = !peer.choking;
        if (peer.choking) {
            peer.link.send(new PeerMessage.Choke());
            peer.link.dropServed();
        } else {
            peer.unchokedNs = nowNs;
            peer.link.send(new PeerMessage.Unchoke());
        }
    }
}
