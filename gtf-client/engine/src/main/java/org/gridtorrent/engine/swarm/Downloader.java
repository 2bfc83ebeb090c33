package org.gridtorrent.engine.swarm;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gridtorrent.engine.limit.RateLimitChain;
import org.gridtorrent.engine.limit.RateLimit;
import org.gridtorrent.engine.picker.FileSelection;
import org.gridtorrent.engine.picker.PiecePicker;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.storage.PieceSink;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.metainfo.MetainfoFile;

/**
 * The receiving half of an exchange: what is wanted and who has it; {@link Requests} go out, and
 * {@link Arrivals} come in.
 */
final class Downloader {
    /** A peer that owes blocks and sends none for so long has its requests given to others. */
    private static final long SNUB_NS = 10_000_000_000L;

    private final PieceLayout layout;
    private final PiecePicker picker;
    private final Map<Integer, PeerSession> peers;
    private final ReadBackpressure backpressure;
    private final Arrivals arrivals;
    private final Requests requests;
    /** False when the data is somebody's own, which is never written to. */
    private final boolean mayFetch;

    Downloader(PieceLayout layout, PiecePicker picker, Map<Integer, PeerSession> peers,
            PieceSink store, ReadBackpressure backpressure, RateMeter down, RateLimitChain pacer,
            boolean mayFetch) {
        this.layout = layout;
        this.picker = picker;
        this.peers = peers;
        this.backpressure = backpressure;
        this.arrivals = new Arrivals(layout, picker, peers, store, backpressure, down);
        this.requests = new Requests(picker, arrivals, pacer);
        this.mayFetch = mayFetch;
    }

    RateMeter down() {
        return arrivals.down();
    }

    long wasted() {
        return arrivals.wasted();
    }

    /** Nothing is asked for while the disk takes nothing. */
    void pause(boolean pause) {
        requests.pause(pause);
    }

    /**
     * Nothing is asked for, and what cannot be written is not kept: other contents need the memory,
     * and peers are to be heard. It is fetched again.
     */
    void diskFull() {
        pause(true);
        lost(arrivals.giveUp());
    }

    boolean mayFetch() {
        return mayFetch;
    }

    boolean interesting(Bitfield pieces) {
        return mayFetch && picker.isInteresting(pieces);
    }

    boolean wants(int piece) {
        return mayFetch && picker.isMissing(piece);
    }

    /** Whether anything is still to come. */
    boolean goesOn() {
        return mayFetch && !picker.isFinished();
    }

    /** Whether all that is wanted is had. */
    boolean complete() {
        return picker.isFinished();
    }

    /** Whether the piece has come and is on its way to the disk. */
    boolean whole(int piece) {
        return picker.isReceived(piece);
    }

    /** What is wanted and not had, as it is now; not to be changed. */
    Bitfield missing() {
        return picker.missing();
    }

    long missingLength() {
        return picker.missingLength();
    }

    /** Nothing but what is already there is wanted of somebody's own data. */
    void select(FileSelection selection, List<MetainfoFile> files) {
        if (mayFetch) {
            arrivals.drop(picker.setPriorities(selection.piecePriorities(files, layout)));
        }
    }

    void sequential(boolean sequential) {
        picker.setSequential(sequential);
    }

    /** The piece is waited for. */
    void deadline(int piece, long deadlineNs) {
        picker.setDeadline(piece, deadlineNs);
    }

    void noDeadline(int piece) {
        arrivals.drop(picker.clearDeadline(piece));
    }

    /** Tops the peer's requests up. */
    void fill(PeerSession peer, long nowNs) {
        requests.fill(peer, nowNs);
    }

    /** What the limit lets go by now is asked for. */
    void fillHeld(long nowNs) {
        requests.fillHeld(nowNs);
    }

    /** How long until the limit lets a request go; without one that it holds back, for ever. */
    long heldNs() {
        return requests.heldNs();
    }

    /** The limit that keeps requests waiting. */
    Optional<RateLimit> heldBy() {
        return requests.heldBy();
    }

    boolean isHeld(PeerSession peer) {
        return requests.isHeld(peer);
    }

    void received(PeerSession peer, PeerMessage.Piece message, long nowNs) {
        peer.fault = Optional.empty();
        arrivals.received(peer, message, nowNs);
    }

    /** The store has room again. */
    void drained() {
        arrivals.drained();
    }

    /**
     * Who refuses a block while it chokes does not allow its piece. Who refuses one while it serves
     * has its piece no longer: it is not asked again. What was cancelled is refused by all who speak
     * BEP 6, and says nothing, nor of a request for the same that went out since.
     */
    void rejected(PeerSession peer, Block block, long nowNs) {
        if (peer.answersGivenUp(block) || !requests.refused(peer, block)) {
            return;
        }
        if (peer.peerChoking) {
            peer.allowsUsNoLonger(block.piece());
        } else if (peer.pieces.has(block.piece())) {
            peer.refused();
            peer.pieces.clear(block.piece());
            arrivals.drop(picker.dontHave(peer.number, block.piece(), nowNs));
        }
    }

    /** What is asked of the peer will not come: others may be asked. */
    void releaseAll(PeerSession peer) {
        requests.releaseAll(peer);
    }

    void joined(PeerSession peer) {
        picker.addPeer(peer.number, peer.pieces);
    }

    void told(PeerSession peer, Bitfield pieces) {
        peer.pieces = pieces;
        picker.bitfield(peer.number, pieces);
    }

    void has(PeerSession peer, int piece) {
        if (!peer.pieces.has(piece)) {
            peer.pieces.set(piece);
            picker.have(peer.number, piece);
        }
    }

    /** What it suggested before is perhaps suggested to others now. */
    void choked(PeerSession peer) {
        picker.choked(peer.number);
    }

    void suggested(PeerSession peer, int piece) {
        picker.suggest(peer.number, piece);
    }

    /** Whether a peer that is no seed has the piece. */
    boolean heldByOthers(int piece) {
        return picker.isHeldByLeech(piece);
    }

    void left(PeerSession peer) {
        requests.left(peer);
        arrivals.drop(picker.removePeer(peer.number));
    }

    void end() {
        requests.end();
        arrivals.end();
    }

    void verified(int piece) {
        arrivals.drop(picker.verified(piece));
    }

    /** The piece's hash did not match: gives the peers that had part in it. */
    Set<Integer> failed(int piece) {
        arrivals.waste(layout.pieceLength(piece));
        return picker.hashFailed(piece);
    }

    /** Who sent the block of a piece that did not match; as long as the piece has not come anew. */
    Optional<Integer> whoSent(Block block) {
        return picker.sender(block);
    }

    /** What was had or under way is not: it is to be fetched again. */
    void lost(Iterable<Integer> pieces) {
        for (int piece : pieces) {
            picker.lost(piece);
        }
    }

    boolean isWaitingForMemory() {
        return arrivals.isWaitingForMemory();
    }

    boolean isWaitingForDisk() {
        return arrivals.isWaitingForDisk();
    }

    /** Takes from peers that let requests lie, rates all, and adjusts the windows of the others. */
    void tick(long nowNs) {
        backpressure.needsMemory(goesOn());
        arrivals.handOver();
        if (backpressure.isBlocking()) {
            // Who is not heard is not silent.
            peers.values().forEach(peer -> peer.heard(nowNs));
        }
        for (PeerSession peer : peers.values()) {
            rate(peer, nowNs);
        }
        arrivals.drop(picker.tick(nowNs));
    }

    private void rate(PeerSession peer, long nowNs) {
        boolean owes = !peer.outstanding.isEmpty() || peer.displaced;
        if (owes && nowNs - peer.lastBlockNs > SNUB_NS) {
            peer.snubbed = true;
            peer.displaced = false;
            peer.window.collapse();
            requests.releaseAll(peer);
            arrivals.drop(picker.snubbed(peer.number, nowNs));
        }
        long rate = peer.down.rate(nowNs);
        peer.window.adjust(rate);
        picker.setRate(peer.number, peer.peerChoking || peer.snubbed ? 0 : rate);
    }
}
