package org.gridtorrent.engine.swarm;

import java.util.LinkedHashSet;
import java.util.SequencedSet;
import org.gridtorrent.engine.picker.RequestWindow;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.wire.Handshake;
import org.jspecify.annotations.Nullable;

/** What the swarm's owner knows of one connected peer. Plain state, for the owner's thread. */
final class PeerSession {
    /** Requests that clients let wait who do not say how many. */
    private static final int UNSAID_REQUESTS = 250;
    private static final long MAX_WINDOW = 64L * 1024 * 1024;

    final int number;
    final PeerLink link;
    final Handshake handshake;
    final @Nullable PeerAddress dialled;
    final RateMeter down;
    final RateMeter up;
    final SequencedSet<Block> outstanding = new LinkedHashSet<>();
    Bitfield pieces;
    /** Whether it has said which pieces it has; what it says later adds to that. */
    boolean piecesTold;
    boolean choking = true;
    boolean interested;
    boolean choked = true;
    boolean wanting;
    /** It let requests lie for too long, and has not answered since. */
    boolean snubbed;
    long outstandingLength;
    RequestWindow window;
    String client;
    long unchokedNs;
    long lastBlockNs;
    long lastReceivedNs;
    long lastSentNs;

    PeerSession(int number, PeerLink link, Handshake handshake, @Nullable PeerAddress dialled,
            int pieceCount, long nowNs) {
        this.number = number;
        this.link = link;
        this.handshake = handshake;
        this.dialled = dialled;
        this.pieces = new Bitfield(pieceCount);
        this.down = new RateMeter(nowNs);
        this.up = new RateMeter(nowNs);
        this.client = handshake.peerId().client();
        this.window = windowFor(UNSAID_REQUESTS);
        this.unchokedNs = nowNs;
        this.lastBlockNs = nowNs;
        this.lastReceivedNs = nowNs;
        this.lastSentNs = nowNs;
    }

    void letsWait(int requests) {
        window = windowFor(requests);
    }

    private static RequestWindow windowFor(int requests) {
        return new RequestWindow(
                Math.min((long) requests * PieceLayout.BLOCK_LENGTH, MAX_WINDOW));
    }

    boolean isSeed() {
        return pieces.isComplete();
    }

    void asked(Block block) {
        if (outstanding.add(block)) {
            outstandingLength += block.length();
        }
    }

    /** Whether the block was asked of it; it no longer is. */
    boolean settled(Block block) {
        boolean was = outstanding.remove(block);
        if (was) {
            outstandingLength -= block.length();
        }
        return was;
    }
}
