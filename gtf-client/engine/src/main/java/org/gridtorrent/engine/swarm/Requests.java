package org.gridtorrent.engine.swarm;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import org.gridtorrent.engine.limit.RateLimitChain;
import org.gridtorrent.engine.limit.RateLimit;
import org.gridtorrent.engine.picker.PiecePicker;
import org.gridtorrent.engine.picker.PiecePicker.Picked;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.wire.PeerMessage;

/**
 * The requests that go out: what the picker chooses, as much as a peer's window and the limit let go.
 *
 * <p>A limit holds back requests, not what answers them: so nothing piles up in a line's buffers, and
 * what else a peer says is not kept waiting. What was asked for before a limit was set still comes.
 * For the owner's thread.
 */
final class Requests {
    /**
     * In the end-game a peer whose own requests are nearly all answered is asked for so many bytes
     * that others owe: what may come twice is held to about this for each peer.
     */
    private static final long LATE_LENGTH = 256L * 1024;
    /** Of what a peer allows while it chokes us so many bytes are asked for at a time. */
    private static final long ALLOWED_LENGTH = 256L * 1024;
    /** A peer is asked for more when such a part of its window is free. */
    private static final int BUNDLES = 16;

    private final PiecePicker picker;
    private final Arrivals arrivals;
    private final RateLimitChain pacer;
    /** Peers that the limit keeps from being asked for more, in the order in which they came. */
    private final SequencedSet<PeerSession> held = new LinkedHashSet<>();
    private boolean paused;

    Requests(PiecePicker picker, Arrivals arrivals, RateLimitChain pacer) {
        this.picker = picker;
        this.arrivals = arrivals;
        this.pacer = pacer;
    }

    /** Nothing is asked for while the disk takes nothing. */
    void pause(boolean pause) {
        paused = pause;
    }

    /**
     * Tops the peer's requests up to its window, as far as the limit lets them go. Requests go out in
     * bundles: one at a time, each wakes four threads on its way, and the bundle hardly more.
     */
    void fill(PeerSession peer, long nowNs) {
        long room = room(peer);
        if (room == 0 || (room < peer.window.length() / BUNDLES && peer.outstandingLength > 0)) {
            return;
        }
        if (pacer.isOff()) {
            var _ = ask(peer, room, LATE_LENGTH - peer.outstandingLength, nowNs);
        } else {
            held.add(peer);
            fillHeld(nowNs);
        }
    }

    /** What the limit lets go by now is asked for, a block of each peer in turn. */
    void fillHeld(long nowNs) {
        while (heldNs() == 0) {
            PeerSession peer = held.removeFirst();
            if (ask(peer, PieceLayout.BLOCK_LENGTH, PieceLayout.BLOCK_LENGTH, nowNs)) {
                pacer.spend();
                held.add(peer);
            }
        }
    }

    /** How long until the limit lets a request go; without one that it holds back, for ever. */
    long heldNs() {
        while (!held.isEmpty() && room(held.getFirst()) == 0) {
            held.removeFirst();
        }
        if (held.isEmpty()) {
            pacer.giveUp();
            return Long.MAX_VALUE;
        }
        return pacer.waitNs(PieceLayout.BLOCK_LENGTH);
    }

    /** The limit that keeps requests waiting. */
    Optional<RateLimit> heldBy() {
        return pacer.heldBy();
    }

    boolean isHeld(PeerSession peer) {
        return held.contains(peer) && room(peer) > 0 && heldBy().isPresent();
    }

    /**
     * How many bytes the peer may be asked for; 0 when it is not worth asking. Who let requests lie is
     * asked for one block at a time (Cohen, "Incentives Build Robustness in BitTorrent", 2003, lets
     * nothing hang on such a peer; libtorrent asks for one block too), which others may bring all the
     * same.
     */
    private long room(PeerSession peer) {
        if (!peer.amInterested || paused) {
            return 0;
        }
        if (peer.peerChoking && (peer.snubbed || peer.allowedToUs().isEmpty())) {
            return 0;
        }
        if (peer.snubbed) {
            return peer.outstanding.isEmpty() ? 1 : 0;
        }
        long window = peer.peerChoking
                ? Math.min(peer.window.length(), ALLOWED_LENGTH)
                : peer.window.length();
        long room = window - peer.outstandingLength;
        return room < PieceLayout.BLOCK_LENGTH && peer.outstandingLength > 0
                ? 0
                : Math.max(room, 1);
    }

    /** False when there is nothing to ask it for. */
    private boolean ask(PeerSession peer, long length, long lateLength, long nowNs) {
        List<Block> blocks = peer.snubbed
                ? picker.probe(peer.number).stream().toList()
                : pick(peer, length, lateLength, nowNs);
        if (!blocks.isEmpty() && peer.outstanding.isEmpty() && !peer.displaced) {
            peer.lastBlockNs = nowNs;
        }
        for (Block block : blocks) {
            peer.asked(block, nowNs);
            peer.link.send(new PeerMessage.Request(block));
        }
        peer.window.requested(peer.outstandingLength);
        return !blocks.isEmpty();
    }

    private List<Block> pick(PeerSession peer, long length, long lateLength, long nowNs) {
        if (peer.peerChoking) {
            return picker.pickAllowedFast(peer.number, peer.allowedToUs(), length, nowNs);
        }
        Picked picked = picker.pick(peer.number, length, nowNs);
        arrivals.drop(picked.abandoned());
        if (picked.blocks().isEmpty() && peer.outstandingLength < LATE_LENGTH) {
            picked = picker.pickEndgame(peer.number, lateLength, nowNs);
        }
        arrivals.cancelDisplaced(picked.displaced());
        return picked.blocks();
    }

    /** The block will not come: others may be asked. Says whether the peer was asked for it. */
    boolean refused(PeerSession peer, Block block) {
        boolean was = peer.settled(block);
        if (was) {
            picker.releaseRequest(peer.number, block);
        }
        return was;
    }

    /** What the peer is asked for is waited for no longer. */
    void releaseAll(PeerSession peer) {
        for (Block block : new ArrayList<>(peer.outstanding.keySet())) {
            peer.givenUp(block);
            picker.releaseRequest(peer.number, block);
        }
    }

    void left(PeerSession peer) {
        held.remove(peer);
        releaseAll(peer);
    }

    /** Others may have what this content's limit would have let go. */
    void end() {
        held.clear();
        pacer.giveUp();
    }
}
