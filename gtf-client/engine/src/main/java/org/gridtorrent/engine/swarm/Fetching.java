package org.gridtorrent.engine.swarm;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import org.gridtorrent.engine.limit.Pacer;
import org.gridtorrent.engine.limit.RateLimit;
import org.gridtorrent.engine.picker.PiecePicker;
import org.gridtorrent.engine.picker.Selection;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.storage.PieceSink;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.metainfo.MetainfoFile;

/**
 * The receiving half of an exchange: requests out, blocks in, pieces together and to the disk.
 *
 * <p>Received blocks are put together by {@link Assembly}, in memory that all contents share.
 *
 * <p>A limit holds back requests, not what answers them: so nothing piles up in a line's buffers, and
 * what else a peer says is not kept waiting. What was asked for before a limit was set still comes.
 */
final class Fetching {
    /** Bytes of the pieces that may be begun and not whole, unless there is little memory. */
    private static final long MAX_BEGUN_LENGTH = 192L * 1024 * 1024;
    private static final int MIN_BEGUN = 4;
    /** A peer that owes blocks and sends none for so long has its requests given to others. */
    private static final long SNUB_NS = 10_000_000_000L;

    /**
     * In the end-game a peer whose own requests are nearly all answered is asked for so many bytes
     * that others owe: what may come twice is held to about this for each peer.
     */
    private static final long LATE_LENGTH = 256L * 1024;
    /** A peer is asked for more when such a part of its window is free. */
    private static final int BUNDLES = 16;

    private final PieceLayout layout;
    private final PiecePicker picker;
    private final Map<Integer, PeerSession> peers;
    private final PieceSink store;
    private final Sluice sluice;
    private final Assembly assembly;
    private final RateMeter down;
    private final Pacer pacer;
    /** Peers that the limit keeps from being asked for more, in the order in which they came. */
    private final SequencedSet<PeerSession> held = new LinkedHashSet<>();
    /** False when the data is somebody's own, which is never written to. */
    private final boolean mayFetch;
    private long wasted;
    private boolean paused;
    /** Whether the store takes all that comes. */
    private boolean keepsUp = true;

    Fetching(PieceLayout layout, PiecePicker picker, Map<Integer, PeerSession> peers,
            PieceSink store, Sluice sluice, RateMeter down, Pacer pacer, boolean mayFetch) {
        this.pacer = pacer;
        this.mayFetch = mayFetch;
        this.layout = layout;
        this.picker = picker;
        this.peers = peers;
        this.store = store;
        this.sluice = sluice;
        this.down = down;
        this.assembly = new Assembly(layout, store);
    }

    /** How many pieces may be begun and not whole. */
    static int maxBegun(PieceLayout layout) {
        return maxBegun(layout, MAX_BEGUN_LENGTH);
    }

    /** The same, where there are so many bytes to put them together in. */
    static int maxBegun(PieceLayout layout, long memory) {
        return (int) Math.max(MIN_BEGUN,
                Math.min(memory, MAX_BEGUN_LENGTH) / layout.pieceLength());
    }

    RateMeter down() {
        return down;
    }

    long wasted() {
        return wasted;
    }

    /** Nothing is asked for while the disk takes nothing. */
    void pause(boolean pause) {
        paused = pause;
    }

    boolean mayFetch() {
        return mayFetch;
    }

    boolean interesting(Bitfield pieces) {
        return mayFetch && picker.interesting(pieces);
    }

    boolean wants(int piece) {
        return mayFetch && picker.wanted(piece);
    }

    /** Whether all that is wanted is had. */
    boolean complete() {
        return picker.complete();
    }

    /** Whether the piece has come and is on its way to the disk. */
    boolean whole(int piece) {
        return picker.whole(piece);
    }

    int missingCount() {
        return picker.missingCount();
    }

    long missingLength() {
        return picker.missingLength();
    }

    /** Nothing but what is already there is wanted of somebody's own data. */
    void select(Selection selection, List<MetainfoFile> files) {
        if (mayFetch) {
            picker.prioritise(selection.pieces(files, layout));
            dropAbandoned();
        }
    }

    void inOrder(boolean sequential) {
        picker.sequential(sequential);
    }

    /** The piece is waited for. */
    void deadline(int piece, long deadlineNs) {
        picker.deadline(piece, deadlineNs);
    }

    void noDeadline(int piece) {
        picker.noDeadline(piece);
        dropAbandoned();
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

    /** How many bytes the peer may be asked for; 0 when it is not worth asking. */
    private long room(PeerSession peer) {
        if (!peer.interested || peer.choked || paused) {
            return 0;
        }
        long room = peer.window.length() - peer.outstandingLength;
        return room < PieceLayout.BLOCK_LENGTH && peer.outstandingLength > 0
                ? 0
                : Math.max(room, 1);
    }

    /** False when there is nothing to ask it for. */
    private boolean ask(PeerSession peer, long length, long lateLength, long nowNs) {
        List<Block> blocks = picker.pick(peer.number, length, nowNs);
        dropAbandoned();
        if (blocks.isEmpty() && peer.outstandingLength < LATE_LENGTH) {
            blocks = picker.pickLate(peer.number, lateLength, nowNs);
        }
        if (!blocks.isEmpty() && peer.outstanding.isEmpty()) {
            peer.lastBlockNs = nowNs;
        }
        for (Block block : blocks) {
            peer.asked(block, nowNs);
            peer.link.send(new PeerMessage.Request(block));
        }
        return !blocks.isEmpty();
    }

    void received(PeerSession peer, PeerMessage.Piece message, long nowNs) {
        Block block = message.block();
        Long askedNs = peer.outstanding.get(block);
        if (askedNs != null) {
            peer.window.received(block.length(), nowNs - askedNs);
            peer.settled(block);
        }
        peer.lastBlockNs = nowNs;
        peer.snubbed = false;
        peer.down.add(block.length(), nowNs);
        down.add(block.length(), nowNs);
        PiecePicker.Receipt receipt = picker.received(peer.number, block);
        if (!receipt.wanted()) {
            wasted += block.length();
            return;
        }
        for (int number : receipt.askedToo()) {
            PeerSession other = peers.get(number);
            if (other != null && other.settled(block)) {
                other.link.send(new PeerMessage.Cancel(block));
            }
        }
        assembly.put(block, message.data());
        handOver();
        if (receipt.pieceComplete()) {
            flushTheLast();
        }
    }

    /** Gives the store what it takes; while it has no room, no socket is read. */
    private void handOver() {
        boolean all = assembly.handOver();
        if (all != keepsUp) {
            keepsUp = all;
            sluice.set(all);
        }
    }

    /** The last pieces need not wait for their batch to fill; the store tells when they are safe. */
    private void flushTheLast() {
        if (picker.allReceived()) {
            var _ = store.flush();
        }
    }

    /** The store has room again. */
    void drained() {
        handOver();
        flushTheLast();
    }

    private void dropAbandoned() {
        for (PiecePicker.Abandoned abandoned : picker.takeAbandoned()) {
            assembly.drop(abandoned.piece());
            wasted += abandoned.received();
            for (PiecePicker.Ask ask : abandoned.asks()) {
                PeerSession peer = peers.get(ask.peer());
                if (peer != null && peer.settled(ask.block())) {
                    peer.link.send(new PeerMessage.Cancel(ask.block()));
                }
            }
        }
    }

    /**
     * Who refuses a block while it serves has its piece no longer: it is not asked again. What was
     * cancelled is refused by all who speak BEP 6, and says nothing.
     */
    void rejected(PeerSession peer, Block block) {
        if (release(peer, block) && !peer.choked && peer.pieces.has(block.piece())) {
            peer.pieces.clear(block.piece());
            picker.lacks(peer.number, block.piece());
            dropAbandoned();
        }
    }

    private boolean release(PeerSession peer, Block block) {
        boolean was = peer.settled(block);
        if (was) {
            picker.release(peer.number, block);
        }
        return was;
    }

    /** What is asked of the peer will not come: others may be asked. */
    void releaseAll(PeerSession peer) {
        for (Block block : new ArrayList<>(peer.outstanding.keySet())) {
            release(peer, block);
        }
    }

    void joined(PeerSession peer) {
        picker.joined(peer.number, peer.pieces);
    }

    void told(PeerSession peer, Bitfield pieces) {
        peer.pieces = pieces;
        picker.told(peer.number, pieces);
    }

    void has(PeerSession peer, int piece) {
        if (!peer.pieces.has(piece)) {
            peer.pieces.set(piece);
            picker.has(peer.number, piece);
        }
    }

    /** What it suggested before is perhaps suggested to others now. */
    void choked(PeerSession peer) {
        picker.choked(peer.number);
    }

    void suggested(PeerSession peer, int piece) {
        picker.suggested(peer.number, piece);
    }

    /** Whether a peer that is no seed has the piece. */
    boolean heldByOthers(int piece) {
        return picker.held(piece);
    }

    void left(PeerSession peer) {
        held.remove(peer);
        releaseAll(peer);
        picker.left(peer.number);
        dropAbandoned();
    }

    /** Others may have what this content's limit would have let go. */
    void end() {
        held.clear();
        pacer.giveUp();
        assembly.close();
        handOver();
    }

    void verified(int piece) {
        picker.verified(piece);
        dropAbandoned();
    }

    /** The piece's hash did not match: gives the peers that had part in it. */
    Set<Integer> failed(int piece) {
        Set<Integer> sources = picker.sources(piece);
        wasted += layout.pieceLength(piece);
        picker.failed(piece);
        return sources;
    }

    /** What was had or under way is not: it is to be fetched again. */
    void lost(Iterable<Integer> pieces) {
        for (int piece : pieces) {
            picker.lost(piece);
        }
    }

    /** Takes from peers that let requests lie, rates all, and adjusts the windows of the others. */
    void tick(long nowNs) {
        sluice.needsMemory(mayFetch && !picker.complete());
        handOver();
        if (sluice.isHoldingBack()) {
            // Who is not heard is not silent.
            peers.values().forEach(peer -> peer.heard(nowNs));
        }
        for (PeerSession peer : peers.values()) {
            if (!peer.outstanding.isEmpty() && nowNs - peer.lastBlockNs > SNUB_NS) {
                peer.snubbed = true;
                peer.window.collapse();
                releaseAll(peer);
                picker.stalled(peer.number, nowNs);
            }
            long rate = peer.down.rate(nowNs);
            peer.window.adjust(rate);
            picker.rated(peer.number, peer.choked || peer.snubbed ? 0 : rate);
        }
        picker.tick(nowNs);
        dropAbandoned();
    }
}
