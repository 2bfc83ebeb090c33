package org.gridtorrent.engine.swarm;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import org.gridtorrent.engine.limit.Pacer;
import org.gridtorrent.engine.limit.RateLimit;
import org.gridtorrent.engine.picker.PiecePicker;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.storage.PieceStore;
import org.gridtorrent.engine.wire.PeerMessage;

/**
 * The receiving half of an exchange: requests out, blocks in, pieces together and to the disk.
 *
 * <p>Received blocks stay in memory until their piece is whole. What is asked for and what has come
 * is held below {@link #MAX_ASSEMBLY} by not beginning pieces beyond it, except that a peer of whom
 * nothing is asked may always begin one: else peers that left could block the rest.
 *
 * <p>A limit holds back requests, not what answers them: so nothing piles up in a line's buffers, and
 * what else a peer says is not kept waiting. What was asked for before a limit was set still comes.
 */
final class Fetching {
    private static final long MAX_ASSEMBLY = 192L * 1024 * 1024;
    /** A peer that owes blocks and sends none for so long has its requests given to others. */
    private static final long SNUB_NS = 10_000_000_000L;

    /**
     * In the end-game a peer whose own requests are nearly all answered is asked for so many bytes
     * that others owe: what may come twice is held to about this for each peer.
     */
    private static final long LATE_LENGTH = 256L * 1024;

    private final PieceLayout layout;
    private final PiecePicker picker;
    private final Map<Integer, PeerSession> peers;
    private final PieceStore store;
    private final Sluice sluice;
    /** Pieces being received: their bytes so far. */
    private final Map<Integer, byte[]> assembly = new HashMap<>();
    /** Pieces received whole that the store had no room for. */
    private final Deque<Integer> waiting = new ArrayDeque<>();
    private long assembled;
    private final RateMeter down;
    private final Pacer pacer;
    /** Peers that the limit keeps from being asked for more, in the order in which they came. */
    private final SequencedSet<PeerSession> held = new LinkedHashSet<>();
    /** False when the data is somebody's own, which is never written to. */
    private final boolean mayFetch;
    private long asked;
    private long wasted;
    private boolean paused;

    Fetching(PieceLayout layout, PiecePicker picker, Map<Integer, PeerSession> peers,
            PieceStore store, Sluice sluice, RateMeter down, Pacer pacer, boolean mayFetch) {
        this.pacer = pacer;
        this.mayFetch = mayFetch;
        this.layout = layout;
        this.picker = picker;
        this.peers = peers;
        this.store = store;
        this.sluice = sluice;
        this.down = down;
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

    boolean interesting(Bitfield pieces) {
        return mayFetch && picker.interesting(pieces);
    }

    boolean wants(int piece) {
        return mayFetch && picker.wanted(piece);
    }

    /** Tops the peer's requests up to its window, as far as the limit lets them go. */
    void fill(PeerSession peer, long nowNs) {
        long room = room(peer);
        if (room == 0) {
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
        boolean mayBegin = assembled + asked < MAX_ASSEMBLY || peer.outstanding.isEmpty();
        List<Block> blocks = picker.pick(peer.number, peer.pieces, length, mayBegin);
        if (blocks.isEmpty() && peer.outstandingLength < LATE_LENGTH) {
            blocks = picker.pickLate(peer.number, peer.pieces, lateLength);
        }
        if (!blocks.isEmpty() && peer.outstanding.isEmpty()) {
            peer.lastBlockNs = nowNs;
        }
        for (Block block : blocks) {
            peer.asked(block);
            asked += block.length();
            peer.link.send(new PeerMessage.Request(block));
        }
        return !blocks.isEmpty();
    }

    void received(PeerSession peer, PeerMessage.Piece message, long nowNs) {
        Block block = message.block();
        settled(peer, block);
        peer.lastBlockNs = nowNs;
        peer.snubbed = false;
        peer.down.add(block.length(), nowNs);
        down.add(block.length(), nowNs);
        peer.window.received(block.length());
        PiecePicker.Receipt receipt = picker.received(peer.number, block);
        if (!receipt.wanted()) {
            wasted += block.length();
            return;
        }
        for (int number : receipt.askedToo()) {
            PeerSession other = peers.get(number);
            if (other != null && settled(other, block)) {
                other.link.send(new PeerMessage.Cancel(block));
            }
        }
        assemble(block, message.data());
        if (receipt.pieceComplete()) {
            waiting.add(block.piece());
            submitWaiting();
        }
    }

    private void assemble(Block block, byte[] data) {
        byte[] piece = assembly.get(block.piece());
        if (piece == null) {
            piece = store.buffers().take();
            assembly.put(block.piece(), piece);
            assembled += piece.length;
        }
        System.arraycopy(data, 0, piece, block.offset(), data.length);
    }

    /** Gives whole pieces to the store; while it has no room for one, no socket is read. */
    void submitWaiting() {
        while (!waiting.isEmpty()) {
            int piece = waiting.getFirst();
            byte[] bytes = assembly.get(piece);
            if (bytes != null && !store.submit(piece,
                    ByteBuffer.wrap(bytes, 0, layout.pieceLength(piece)))) {
                break;
            }
            waiting.removeFirst();
            var _ = disown(piece);
        }
        sluice.set(waiting.isEmpty());
        if (waiting.isEmpty() && picker.allReceived()) {
            // The last pieces need not wait for their batch to fill; the store tells when they are safe.
            var _ = store.flush();
        }
    }

    private boolean settled(PeerSession peer, Block block) {
        boolean was = peer.settled(block);
        if (was) {
            asked -= block.length();
        }
        return was;
    }

    private void drop(int piece) {
        disown(piece).ifPresent(store.buffers()::give);
    }

    private Optional<byte[]> disown(int piece) {
        Optional<byte[]> bytes = Optional.ofNullable(assembly.remove(piece));
        assembled -= bytes.map(array -> array.length).orElse(0);
        return bytes;
    }

    /** Who refuses a block while it serves has its piece no longer: it is not asked again. */
    void rejected(PeerSession peer, Block block) {
        release(peer, block);
        if (!peer.choked && peer.pieces.has(block.piece())) {
            lacks(peer, block.piece());
        }
    }

    private void release(PeerSession peer, Block block) {
        if (settled(peer, block)) {
            picker.release(peer.number, block);
        }
    }

    private void lacks(PeerSession peer, int piece) {
        peer.pieces.clear(piece);
        if (peer.counted) {
            picker.peerLacks(piece);
        } else {
            peer.counted = true;
            picker.peerJoined(peer.pieces);
        }
        picker.abandonExclusive(peer.number).forEach(this::drop);
    }

    /** What is asked of the peer will not come: others may be asked. */
    void releaseAll(PeerSession peer) {
        for (Block block : new ArrayList<>(peer.outstanding)) {
            release(peer, block);
        }
    }

    void told(PeerSession peer, Bitfield pieces) {
        peer.pieces = pieces;
        if (!pieces.isComplete()) {
            peer.counted = true;
            picker.peerJoined(pieces);
        }
    }

    void has(PeerSession peer, int piece) {
        if (!peer.pieces.has(piece)) {
            peer.pieces.set(piece);
            peer.counted = true;
            picker.peerHas(piece);
        }
    }

    void left(PeerSession peer) {
        held.remove(peer);
        releaseAll(peer);
        picker.abandonExclusive(peer.number).forEach(this::drop);
        if (peer.counted) {
            picker.peerLeft(peer.pieces);
        }
    }

    /** Others may have what this content's limit would have let go. */
    void end() {
        held.clear();
        pacer.giveUp();
    }

    void verified(int piece) {
        picker.verified(piece);
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

    /** Takes from peers that let requests lie, and adjusts the windows of the others. */
    void tick(long nowNs) {
        for (PeerSession peer : peers.values()) {
            if (!peer.outstanding.isEmpty() && nowNs - peer.lastBlockNs > SNUB_NS) {
                peer.snubbed = true;
                peer.window.collapse();
                releaseAll(peer);
            }
            peer.window.adjust(peer.down.rate(nowNs));
        }
    }
}
