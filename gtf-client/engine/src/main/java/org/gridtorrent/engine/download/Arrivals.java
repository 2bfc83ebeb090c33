package org.gridtorrent.engine.download;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gridtorrent.engine.connection.PeerSession;
import org.gridtorrent.engine.connection.RateMeter;
import org.gridtorrent.engine.connection.ReadBackpressure;
import org.gridtorrent.engine.picker.PiecePicker;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.storage.PieceSink;
import org.gridtorrent.engine.wire.PeerMessage;

/**
 * The blocks that come: put together by {@link PieceAssembler}, in memory that all contents share, and given
 * to the store as it takes them; or dropped. Who was asked for the same is told that it need not send
 * it. For the owner's thread.
 */
final class Arrivals {
    private final PieceLayout layout;
    private final PiecePicker picker;
    private final Map<Integer, PeerSession> peers;
    private final PieceSink store;
    private final ReadBackpressure backpressure;
    private final PieceAssembler assembler;
    private final RateMeter down;
    private long wasted;
    /** Whether the store takes all that comes. */
    private boolean keepsUp = true;

    Arrivals(PieceLayout layout, PiecePicker picker, Map<Integer, PeerSession> peers,
            PieceSink store, ReadBackpressure backpressure, RateMeter down) {
        this.layout = layout;
        this.picker = picker;
        this.peers = peers;
        this.store = store;
        this.backpressure = backpressure;
        this.assembler = new PieceAssembler(layout, store);
        this.down = down;
    }

    RateMeter down() {
        return down;
    }

    /** Whether bytes that have come wait to be written. */
    boolean isWaitingForDisk() {
        return backpressure.isBlocking() || store.queuedBytes() > 0;
    }

    /** Whether more would be read, were the memory not taken by other contents. */
    boolean isWaitingForMemory() {
        return keepsUp && store.queuedBytes() == 0 && backpressure.isBlocking();
    }

    /** Bytes that came in vain. */
    long wasted() {
        return wasted;
    }

    /** So many bytes that came were of no use. */
    void waste(long length) {
        wasted += length;
    }

    /**
     * What was not asked of a peer is worth nothing: who may spoil pieces is then known by what it was
     * asked for. Nothing useless makes it fast.
     */
    void received(PeerSession peer, PeerMessage.Piece message, long nowNs) {
        Block block = message.block();
        Long askedNs = peer.outstanding.get(block);
        if (askedNs != null) {
            if (!peer.answersGivenUp(block)) { // else it may answer the request before
                peer.window.received(block.length(), nowNs - askedNs);
            }
            peer.settled(block);
            peer.lastBlockNs = nowNs;
            peer.snubbed = false;
            peer.displaced = false;
        }
        if (askedNs == null && !peer.answersGivenUp(block)) {
            waste(block.length());
            return;
        }
        down.add(block.length(), nowNs);
        PiecePicker.Receipt receipt = picker.received(peer.number, block);
        if (askedNs != null || receipt.wanted()) {
            peer.down.add(block.length(), nowNs);
        }
        if (!receipt.wanted()) {
            waste(block.length());
            return;
        }
        for (int other : receipt.alsoRequestedFrom()) {
            cancel(other, block);
        }
        assembler.put(block, message.data());
        handOver();
        if (receipt.pieceReceived()) {
            flushTheLast();
        }
    }

    private void cancel(int number, Block block) {
        PeerSession peer = peers.get(number);
        if (peer != null && peer.givenUp(block)) {
            peer.link.send(new PeerMessage.Cancel(block));
        }
    }

    /** Gives the store what it takes; while it has no room, no socket is read. */
    void handOver() {
        boolean all = assembler.handOver();
        if (all != keepsUp) {
            keepsUp = all;
            backpressure.storeKeepsUp(all);
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

    /** Drops what came of pieces that the picker has given up, and cancels what is still to come. */
    void drop(List<PiecePicker.AbandonedPiece> abandoned) {
        for (PiecePicker.AbandonedPiece each : abandoned) {
            assembler.drop(each.piece());
            waste(each.received());
            for (PiecePicker.Request request : each.requests()) {
                cancel(request.peer(), request.block());
            }
        }
    }

    /** Who lost a block's place to another need not send it. */
    void cancelDisplaced(List<PiecePicker.Request> displaced) {
        for (PiecePicker.Request request : displaced) {
            PeerSession late = peers.get(request.peer());
            if (late != null) {
                late.displaced = true;
            }
            cancel(request.peer(), request.block());
        }
    }

    /** Gives up what has come and is not being written; gives the pieces of which all had come. */
    Set<Integer> giveUp() {
        drop(picker.abandonIncomplete());
        Set<Integer> whole = assembler.dropWaiting();
        whole.removeIf(piece -> !picker.isReceived(piece)); // given up already
        whole.forEach(piece -> waste(layout.pieceLength(piece)));
        handOver();
        return whole;
    }

    void end() {
        assembler.close();
        handOver();
    }
}
