package org.gridtorrent.engine.download;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import org.gridtorrent.engine.connection.PeerSession;
import org.gridtorrent.engine.connection.RateMeter;
import org.gridtorrent.engine.connection.ReadBackpressure;
import org.gridtorrent.engine.limit.RateLimit;
import org.gridtorrent.engine.limit.RateLimitChain;
import org.gridtorrent.engine.memory.BufferPool;
import org.gridtorrent.engine.picker.FileSelection;
import org.gridtorrent.engine.picker.PiecePicker;
import org.gridtorrent.engine.picker.PiecePicker.AbandonedPiece;
import org.gridtorrent.engine.picker.PiecePicker.Picked;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.storage.PieceSink;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.metainfo.MetainfoFile;

/**
 * Requests the blocks that the picker chooses, and passes received ones to the {@link PieceAssembler}.
 * Each peer's request window and the rate limits bound what is requested.
 *
 * <p>A rate limit holds requests back, not the blocks that answer them: so nothing accumulates in socket
 * buffers, and other messages of the peer are not delayed. Requests sent before a limit was set are
 * still answered.
 *
 * <p>Confined to the swarm's thread. Lengths are in bytes.
 */
public final class Downloader {
    /** A peer that owes blocks and sends none for so long is snubbed: others get its requests. */
    private static final long SNUB_NS = 10_000_000_000L;
    /** The same for a web seed, as in libtorrent. A server may prepare a long response. */
    private static final long WEB_SEED_STALL_NS = 20_000_000_000L;
    private static final double MAX_TIME_LEFT_SECONDS = 1e6;
    /**
     * In the endgame, a peer with fewer bytes outstanding is asked for so many bytes that others owe;
     * this bounds what each peer may send twice.
     */
    private static final long ENDGAME_LENGTH = 256L * 1024;
    /** Bytes outstanding of pieces that a choking peer allows (BEP 6). */
    private static final long ALLOWED_FAST_LENGTH = 256L * 1024;
    /** Least read-ahead. */
    private static final long READ_LENGTH = 4L << 20;
    /** How long ago the deadline of a piece was when a reader begins to wait for it: such pieces come before all others. */
    static final long WAITED_FOR_NS = 3_600_000_000_000L;
    /** Bytes beyond the window that a peer is asked for when readers wait for them. */
    private static final long DUE_LENGTH = 1L << 20;

    private final PieceLayout layout;
    private final PiecePicker picker;
    private final Map<Integer, PeerSession> peers;
    private final PieceSink store;
    private final ReadBackpressure backpressure;
    private final PieceAssembler assembler;
    private final RateMeter down;
    private final RateLimitChain rateLimits;
    private final DownloadMode mode;
    /** Peers whose requests the rate limit holds back, first come, first served. */
    private final SequencedSet<PeerSession> rateLimited = new LinkedHashSet<>();
    private boolean paused;
    private boolean storeKeepsUp = true;
    private long wasted;

    public Downloader(PieceLayout layout, PiecePicker picker, Map<Integer, PeerSession> peers,
            PieceSink store, ReadBackpressure backpressure, RateMeter down,
            RateLimitChain rateLimits,
            DownloadMode mode) {
        this.layout = layout;
        this.picker = picker;
        this.peers = peers;
        this.store = store;
        this.backpressure = backpressure;
        this.assembler = new PieceAssembler(layout, store);
        this.down = down;
        this.rateLimits = rateLimits;
        this.mode = mode;
    }

    // What is wanted.

    /** The picker, for queries. */
    public PiecePicker picker() {
        return picker;
    }

    public DownloadMode mode() {
        return mode;
    }

    public boolean mayDownload() {
        return mode != DownloadMode.NOTHING;
    }

    public boolean isInteresting(Bitfield pieces) {
        return switch (mode) {
            case NOTHING -> false;
            case SELECTED -> picker.isInteresting(pieces);
            case READ -> !pieces.isEmpty();
        };
    }

    public boolean wants(int piece) {
        return switch (mode) {
            case NOTHING -> false;
            case SELECTED -> picker.isMissing(piece);
            case READ -> true;
        };
    }

    /** Whether pieces are still to be downloaded, now or when they are read. */
    public boolean isDownloading() {
        return switch (mode) {
            case NOTHING -> false;
            case SELECTED -> !picker.isFinished();
            case READ -> true;
        };
    }

    /** Bytes that a reader reads ahead, so that no peer waits for requests. */
    long readAheadLength() {
        long windows = peers.values().stream().filter(peer -> !peer.peerChoking && !peer.snubbed)
                .mapToLong(peer -> peer.window.length()).sum();
        return Math.max(READ_LENGTH, windows + windows / 2);
    }

    /** How long a piece takes at the rate of late, at most so long. */
    long pieceTimeNs(long nowNs, long maxNs) {
        long rate = down.rate(nowNs);
        return rate == 0 ? maxNs : Math.min(maxNs, layout.pieceLength() * 1_000_000_000L / rate);
    }

    /** Without effect on data that is shared in place. */
    public void select(FileSelection selection, List<MetainfoFile> files) {
        if (mayDownload()) {
            drop(picker.setPriorities(selection.piecePriorities(files, layout)));
        }
    }

    public void setSequential(boolean sequential) {
        picker.setSequential(sequential);
    }

    void clearDeadline(int piece) {
        drop(picker.clearDeadline(piece));
    }

    // What peers say.

    public void connected(PeerSession peer) {
        if (mode == DownloadMode.READ) {
            peer.useReadWindow();
        }
        if (peer.isWebSeed) {
            picker.addContiguousPeer(peer.number, peer.pieces);
        } else {
            picker.addPeer(peer.number, peer.pieces);
        }
    }

    public void bitfield(PeerSession peer, Bitfield pieces) {
        peer.pieces = pieces;
        picker.bitfield(peer.number, pieces);
    }

    public void have(PeerSession peer, int piece) {
        if (!peer.pieces.has(piece)) {
            peer.pieces.set(piece);
            picker.have(peer.number, piece);
        }
    }

    public void suggest(PeerSession peer, int piece) {
        picker.suggest(peer.number, piece);
    }

    /** The peer chokes us; without BEP 6 that also ends our requests. */
    public void choked(PeerSession peer) {
        picker.choked(peer.number);
        if (!peer.handshake.fast()) {
            releaseRequests(peer);
        }
    }

    /**
     * A rejected request. A choking peer does not allow the piece. An unchoking peer no longer has the
     * piece, and is not asked for it again. The rejection of a cancelled request says nothing, not even
     * about a later request for the same block.
     */
    public void reject(PeerSession peer, Block block, long nowNs) {
        if (peer.answersCancelled(block) || !peer.endRequest(block)) {
            return;
        }
        picker.releaseRequest(peer.number, block);
        if (peer.peerChoking) {
            peer.removeAllowedFast(block.piece());
        } else if (peer.pieces.has(block.piece())) {
            peer.rejectedPiece();
            peer.pieces.clear(block.piece());
            drop(picker.dontHave(peer.number, block.piece(), nowNs));
        }
    }

    /**
     * A block. One that was not requested from the peer is dropped: so the requests tell which peers may
     * have corrupted a piece. Useless blocks do not count for the peer's rate.
     */
    public void piece(PeerSession peer, PeerMessage.Piece message, long nowNs) {
        Block block = message.block();
        peer.fault = Optional.empty();
        Long requestedNs = peer.outstanding.get(block);
        if (requestedNs != null) {
            if (!peer.answersCancelled(block)) { // else it may answer the earlier request
                peer.window.received(block.length(), nowNs - requestedNs, nowNs);
            }
            peer.endRequest(block);
            peer.lastBlockNs = nowNs;
            peer.snubbed = false;
            peer.displaced = false;
        } else if (!peer.answersCancelled(block)) {
            discard(message);
            return;
        }
        down.add(block.length(), nowNs);
        PiecePicker.Receipt receipt = picker.received(peer.number, block);
        if (requestedNs != null || receipt.wanted()) {
            peer.down.add(block.length(), nowNs);
        }
        if (!receipt.wanted()) {
            discard(message);
            return;
        }
        for (int other : receipt.alsoRequestedFrom()) {
            cancel(other, block);
        }
        assembler.put(block, message.data());
        submit();
        if (receipt.pieceReceived()) {
            flushLast();
        }
    }

    private void discard(PeerMessage.Piece message) {
        wasted += message.block().length();
        BufferPool.SHARED.recycle(message.data()); // where the reader took it
    }

    public void disconnected(PeerSession peer) {
        rateLimited.remove(peer);
        releaseRequests(peer);
        drop(picker.removePeer(peer.number));
    }

    private void cancel(int number, Block block) {
        PeerSession peer = peers.get(number);
        if (peer != null && peer.cancelRequest(block)) {
            peer.link.send(new PeerMessage.Cancel(block));
        }
    }

    /** Drops what was received of abandoned pieces, and cancels their requests. */
    private void drop(List<AbandonedPiece> abandoned) {
        for (AbandonedPiece each : abandoned) {
            assembler.drop(each.piece());
            wasted += each.received();
            each.requests().forEach(request -> cancel(request.peer(), request.block()));
        }
    }

    private void releaseRequests(PeerSession peer) {
        for (Block block : new ArrayList<>(peer.outstanding.keySet())) {
            peer.cancelRequest(block);
            picker.releaseRequest(peer.number, block);
        }
    }

    // Requests.

    /**
     * Sends requests to the peer, up to its window and the rate limit. A web seed is asked for whole ranges
     * also under a rate limit, which then delays the reading of the responses.
     */
    public void request(PeerSession peer, long nowNs) {
        long room = room(peer);
        if (room == 0 || (room < peer.window.batch() && peer.outstandingLength > 0)) {
            requestDue(peer, nowNs);
            return;
        }
        if (peer.isWebSeed || rateLimits.isUnlimited()) {
            var _ = request(peer, room, ENDGAME_LENGTH - peer.outstandingLength, nowNs);
        } else {
            rateLimited.add(peer);
            requestRateLimited(nowNs);
        }
    }

    /** Requests pieces that readers wait for, though the window is full. */
    private void requestDue(PeerSession peer, long nowNs) {
        if (picker.hasDeadlines() && peer.amInterested && !peer.peerChoking && !paused
                && !peer.snubbed && !peer.isWebSeed && rateLimits.isUnlimited()) {
            Picked picked = picker.pickDue(peer.number, DUE_LENGTH, nowNs - WAITED_FOR_NS,
                    nowNs);
            cancelDisplaced(picked.displaced());
            send(peer, picked.blocks(), nowNs);
        }
    }

    /** Sends the requests that the rate limit allows now, one block to each peer in turn. */
    public void requestRateLimited(long nowNs) {
        while (rateLimitNs() == 0) {
            PeerSession peer = rateLimited.removeFirst();
            if (request(peer, PieceLayout.BLOCK_LENGTH, PieceLayout.BLOCK_LENGTH, nowNs)) {
                rateLimits.consume();
                rateLimited.add(peer);
            }
        }
    }

    /** Time until the rate limit allows a request; the greatest number when it holds none back. */
    public long rateLimitNs() {
        while (!rateLimited.isEmpty() && room(rateLimited.getFirst()) == 0) {
            rateLimited.removeFirst();
        }
        if (rateLimited.isEmpty()) {
            rateLimits.cancel();
            return Long.MAX_VALUE;
        }
        return rateLimits.waitNs(PieceLayout.BLOCK_LENGTH);
    }

    /** The rate limit that holds requests back, or responses of web seeds. */
    public Optional<RateLimit> limitedBy() {
        return rateLimits.limitedBy().or(() -> peers.values().stream()
                .filter(peer -> peer.isWebSeed)
                .flatMap(peer -> peer.link.limitedBy().stream()).findFirst());
    }

    /** The rate limit that holds requests to this peer back, or the responses of this web seed. */
    public Optional<RateLimit> limitedBy(PeerSession peer) {
        if (peer.isWebSeed) {
            return peer.link.limitedBy();
        }
        return rateLimited.contains(peer) && room(peer) > 0
                ? rateLimits.limitedBy()
                : Optional.empty();
    }

    /**
     * Bytes that may be requested from the peer. A snubbed peer is asked for one block at a time, which
     * may be requested from others too (Cohen, "Incentives Build Robustness in BitTorrent", 2003;
     * libtorrent does the same).
     */
    private long room(PeerSession peer) {
        if (!peer.amInterested || paused) {
            return 0;
        }
        if (peer.peerChoking && (peer.snubbed || peer.allowedFast().isEmpty())) {
            return 0;
        }
        if (peer.snubbed) {
            return peer.outstanding.isEmpty() ? 1 : 0;
        }
        long room = peer.window.room(peer.outstandingLength);
        return peer.peerChoking
                ? Math.min(room, Math.max(0, ALLOWED_FAST_LENGTH - peer.outstandingLength))
                : room;
    }

    /** False when the picker has nothing for the peer. */
    private boolean request(PeerSession peer, long length, long endgameLength, long nowNs) {
        List<Block> blocks = peer.snubbed
                ? picker.probe(peer.number).stream().toList()
                : pick(peer, length, endgameLength, nowNs);
        send(peer, blocks, nowNs);
        peer.window.requested(peer.outstandingLength);
        return !blocks.isEmpty();
    }

    private static void send(PeerSession peer, List<Block> blocks, long nowNs) {
        if (blocks.isEmpty()) {
            return;
        }
        if (peer.outstanding.isEmpty() && !peer.displaced) {
            peer.lastBlockNs = nowNs;
        }
        blocks.forEach(block -> peer.requested(block, nowNs));
        peer.link.request(blocks);
    }

    private List<Block> pick(PeerSession peer, long length, long endgameLength, long nowNs) {
        if (peer.peerChoking) {
            return picker.pickAllowedFast(peer.number, peer.allowedFast(), length, nowNs);
        }
        Picked picked = picker.pick(peer.number, length, nowNs);
        drop(picked.abandoned());
        if (picked.blocks().isEmpty() && peer.outstandingLength < ENDGAME_LENGTH) {
            picked = picker.pickEndgame(peer.number, endgameLength, nowNs);
        }
        cancelDisplaced(picked.displaced());
        return picked.blocks();
    }

    private void cancelDisplaced(List<PiecePicker.Request> displaced) {
        for (PiecePicker.Request request : displaced) {
            PeerSession late = peers.get(request.peer());
            if (late != null) {
                late.displaced = !late.isWebSeed;
            }
            cancel(request.peer(), request.block());
        }
    }

    // Storage.

    /** Passes assembled data to the store; while the store has no room, no socket is read. */
    private void submit() {
        boolean all = assembler.submit();
        if (all != storeKeepsUp) {
            storeKeepsUp = all;
            backpressure.storeKeepsUp(all);
        }
    }

    /** The last pieces do not wait until their batch is full. */
    private void flushLast() {
        if (picker.allReceived()) {
            var _ = store.flush();
        }
    }

    /** The store has room again. */
    public void writeQueueDrained() {
        submit();
        flushLast();
    }

    /** Sends no requests while paused. */
    public void pause(boolean pause) {
        paused = pause;
    }

    /**
     * Pauses, and drops what cannot be written, to be downloaded again: other contents need the memory,
     * and messages of peers must be read.
     */
    public void diskFull() {
        paused = true;
        drop(picker.abandonIncomplete());
        Set<Integer> complete = assembler.dropUnwritten();
        complete.removeIf(piece -> !picker.isReceived(piece)); // abandoned above
        complete.forEach(piece -> wasted += layout.pieceLength(piece));
        submit();
        lost(complete);
    }

    public void verified(int piece) {
        drop(picker.verified(piece));
    }

    /** The piece failed its hash; returns the numbers of the peers that sent its blocks. */
    public Set<Integer> hashFailed(int piece) {
        wasted += layout.pieceLength(piece);
        return picker.hashFailed(piece);
    }

    /** Pieces that were received or verified are to be downloaded again. */
    public void lost(Iterable<Integer> pieces) {
        pieces.forEach(picker::lost);
    }

    public boolean isWaitingForDisk() {
        return backpressure.isBlocking() || store.queuedBytes() > 0;
    }

    /** Whether only other contents' use of the piece memory holds this one back. */
    public boolean isWaitingForMemory() {
        return storeKeepsUp && store.queuedBytes() == 0 && backpressure.isBlocking();
    }

    // Time.

    /** Snubs peers that send nothing, and adjusts the rates and windows of all. */
    public void tick(long nowNs) {
        backpressure.needsMemory(isDownloading());
        submit();
        if (backpressure.isBlocking()) {
            peers.values().forEach(peer -> peer.resetSilence(nowNs));
        }
        long timeLeftNs = timeLeftNs(nowNs);
        for (PeerSession peer : peers.values()) {
            if (peer.isWebSeed && peer.link.limitedBy().isPresent()) {
                peer.resetSilence(nowNs);
            }
            rate(peer, timeLeftNs, nowNs);
        }
        drop(picker.tick(nowNs));
    }

    /** Time until all that is missing has arrived, at the rate of late. */
    private long timeLeftNs(long nowNs) {
        long rate = down.rate(nowNs);
        double seconds = rate == 0 ? MAX_TIME_LEFT_SECONDS : (double) picker.missingLength() / rate;
        return (long) (Math.min(seconds, MAX_TIME_LEFT_SECONDS) * 1e9);
    }

    private void rate(PeerSession peer, long timeLeftNs, long nowNs) {
        boolean owes = !peer.outstanding.isEmpty() || peer.displaced;
        if (!peer.isWebSeed && owes && nowNs - peer.lastBlockNs > SNUB_NS) {
            peer.snubbed = true;
            peer.displaced = false;
            peer.window.collapse();
            releaseRequests(peer);
            drop(picker.snubbed(peer.number, nowNs));
        }
        long rate = peer.down.rate(nowNs);
        peer.window.adjust(rate, peer.outstandingLength, timeLeftNs);
        if (owes || peer.peerChoking || peer.snubbed) {
            peer.lastRate = peer.peerChoking || peer.snubbed ? 0 : rate;
            picker.setRate(peer.number, peer.lastRate);
        }
        if (peer.outstandingLength > peer.window.keep() && down.rate(nowNs) > rate
                && !isSlowedHere(peer)) {
            takeBack(peer, peer.window.keep());
        }
    }

    private boolean isSlowedHere(PeerSession peer) {
        return backpressure.isBlocking() || peer.link.limitedBy().isPresent();
    }

    /** Whether a web seed has owed blocks and sent none for too long: its requests are to be ended. */
    public static boolean isStalled(PeerSession webSeed, long nowNs) {
        return !webSeed.outstanding.isEmpty()
                && nowNs - webSeed.lastBlockNs > WEB_SEED_STALL_NS;
    }

    /** Releases the last requests, so that others are asked, until so many bytes are outstanding. */
    private void takeBack(PeerSession peer, long kept) {
        while (peer.outstandingLength > kept) {
            Block last = peer.outstanding.lastEntry().getKey();
            cancel(peer.number, last);
            picker.releaseRequest(peer.number, last);
        }
    }

    public RateMeter down() {
        return down;
    }

    /** Bytes received in vain. */
    public long wasted() {
        return wasted;
    }

    public void close() {
        rateLimited.clear();
        rateLimits.cancel();
        assembler.close();
        submit();
    }
}
