package org.gridtorrent.engine.connection;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.gridtorrent.engine.peers.PeerFault;
import org.gridtorrent.engine.peers.PeerOrigin;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.window.BlockWindow;
import org.gridtorrent.engine.window.ChunkWindow;
import org.gridtorrent.engine.window.ReadWindow;
import org.gridtorrent.engine.window.RequestWindow;
import org.gridtorrent.engine.wire.Extension;
import org.gridtorrent.engine.wire.ExtensionHandshake;
import org.gridtorrent.engine.wire.Handshake;
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.engine.wire.ProtocolException;
import org.gridtorrent.metainfo.InfoHash;
import org.jspecify.annotations.Nullable;

/**
 * State of one connected peer, as the swarm knows it: choke and interest, requests both ways, rates,
 * extensions. Confined to the swarm's thread.
 */
public final class PeerSession {
    /** Requests that a peer queues when its extension handshake names no number. */
    private static final int DEFAULT_REQUEST_QUEUE = 250;
    private static final int MAX_ALLOWED_FAST = 32;
    private static final int MAX_CANCELLED = 4096;
    /** Blocks that a peer may send without a request before it is closed. */
    private static final int MAX_UNREQUESTED = 64;
    private static final long MAX_WINDOW = 64L * 1024 * 1024;
    private static final long FIRST_CHUNK = 8L * 1024 * 1024;
    /** Part of the content that a web seed is asked for first. */
    private static final int FIRST_CHUNK_DIVISOR = 16;
    private static final PeerId NO_PEER_ID = new PeerId(new byte[PeerId.LENGTH]);

    public final int number;
    public final PeerLink link;
    public final Handshake handshake;
    /** Whether it is a web server that has the content (BEP 19), and no peer. */
    public final boolean isWebSeed;
    /** Null when the peer opened the connection, and for a web seed. */
    public final @Nullable PeerAddress dialled;
    public final RateMeter down;
    public final RateMeter up;
    /** Blocks requested from the peer, with the time of the request. */
    public final SequencedMap<Block, Long> outstanding = new LinkedHashMap<>();
    public long outstandingLength;
    public RequestWindow window;
    /** Messages received before the content was known; null for a peer that connected later. */
    public final @Nullable DeferredMessages deferred;
    public Bitfield pieces;
    /** Whether the peer has told which pieces it has; later messages add to that. */
    public boolean bitfieldReceived;
    public boolean amChoking = true;
    public boolean amInterested;
    public boolean peerChoking = true;
    public boolean peerInterested;
    public boolean wasUnchoked;
    /** Whether blocks were sent since the last unchoke. */
    public boolean sentInTurn;
    /** Whether the last turn ended with no block taken that the peer had requested. */
    public boolean stalledInTurn;
    /** Time of the last choke or unchoke. */
    public long chokeChangedNs;
    /** Pieces partly requested by the peer, while it may request. */
    public final PartlyRequestedPieces partlyRequested = new PartlyRequestedPieces();
    /** Its turn is over: it may request the rest of the pieces that it has partly requested. */
    public boolean finishingPieces;
    public long finishingSinceNs;
    /** It left requests unanswered for too long, and has sent no block since. */
    public boolean snubbed;
    /** It lost a late request to another peer, and has sent no block since. */
    public boolean displaced;
    public Optional<PeerFault> fault = Optional.empty();
    /** Whether the extension handshake of a known content was sent. */
    public boolean handshakeSent;
    /** Whether the peer wants no pieces (BEP 21). */
    public boolean uploadOnly;
    /** Blocks of the info dictionary that the peer has requested. */
    public long metadataRequests;
    public String client;
    /** Bytes a second that it sent while it was last asked for blocks. */
    public long lastRate;
    public long lastBlockNs;
    public long lastReceivedNs;
    public long lastSentNs;

    private final Map<Extension, Integer> extensions = new EnumMap<>(Extension.class);
    /** Requests ever sent, less blocks ever received: each request brings one block at most. */
    private long unanswered;
    /** The last cancelled requests, and how many of each: the peer may still answer them. */
    private final SequencedMap<Block, Integer> cancelled = new LinkedHashMap<>();
    /** Pieces that we may request while the peer chokes us (BEP 6). */
    private final Set<Integer> allowedFast = new LinkedHashSet<>();
    /** Pieces that the peer may request while we choke it, and how many bytes of them are left. */
    private final Set<Integer> allowedFastToPeer = new HashSet<>();
    private long allowedFastLength;
    /** 0 when the peer has not told it. */
    private int listenPort;

    /** A peer of a content that is known. */
    public PeerSession(int number, PeerLink link, Handshake handshake,
            @Nullable PeerAddress dialled, int pieceCount, long nowNs) {
        this(number, link, handshake, false, dialled, new Bitfield(pieceCount), null,
                new BlockWindow(windowFor(DEFAULT_REQUEST_QUEUE)), nowNs);
    }

    /** A web seed, which takes no part in the peer protocol's extensions. */
    public static PeerSession webSeed(int number, PeerLink link, InfoHash infoHash, String name,
            PieceLayout layout, long nowNs) {
        PeerSession session = new PeerSession(number, link,
                new Handshake(false, false, infoHash, NO_PEER_ID), true, null,
                new Bitfield(layout.pieceCount()), null,
                new ChunkWindow(MAX_WINDOW,
                        Math.min(FIRST_CHUNK, layout.totalLength() / FIRST_CHUNK_DIVISOR)),
                nowNs);
        session.client = name;
        return session;
    }

    /** A peer of a content that is not known yet. */
    public static PeerSession deferred(int number, PeerLink link, Handshake handshake,
            @Nullable PeerAddress dialled, long nowNs) {
        return new PeerSession(number, link, handshake, false, dialled, new Bitfield(0),
                new DeferredMessages(), new BlockWindow(windowFor(DEFAULT_REQUEST_QUEUE)), nowNs);
    }

    private PeerSession(int number, PeerLink link, Handshake handshake, boolean isWebSeed,
            @Nullable PeerAddress dialled, Bitfield pieces, @Nullable DeferredMessages deferred,
            RequestWindow window, long nowNs) {
        this.number = number;
        this.link = link;
        this.handshake = handshake;
        this.isWebSeed = isWebSeed;
        this.dialled = dialled;
        this.pieces = pieces;
        this.deferred = deferred;
        this.down = new RateMeter(nowNs);
        this.up = new RateMeter(nowNs);
        this.client = handshake.peerId().client();
        this.window = window;
        this.chokeChangedNs = nowNs;
        this.lastBlockNs = nowNs;
        this.lastReceivedNs = nowNs;
        this.lastSentNs = nowNs;
    }

    private static long windowFor(int requests) {
        return Math.min((long) requests * PieceLayout.BLOCK_LENGTH, MAX_WINDOW);
    }

    /** Takes over what the peer's extension handshake says (BEP 10). */
    public void apply(ExtensionHandshake handshake) {
        extensions.putAll(handshake.extensions());
        handshake.client().ifPresent(name -> client = name);
        handshake.maxRequests().ifPresent(requests -> window.setMax(windowFor(requests)));
        handshake.uploadOnly().ifPresent(only -> uploadOnly = only);
        listenPort = handshake.port() == 0 ? listenPort : handshake.port();
    }

    /** The peer's message id of the extension; empty when the peer does not support it. */
    public Optional<Integer> extensionId(Extension extension) {
        return Optional.ofNullable(extensions.get(extension)).filter(id -> id != 0);
    }

    /** Where the peer accepts connections: known when it was dialled, or has told its port. */
    public Optional<InetSocketAddress> listenAddress() {
        if (dialled != null) {
            return Optional.of(link.remote());
        }
        return listenPort == 0
                ? Optional.empty()
                : Optional.of(new InetSocketAddress(link.remote().getAddress(), listenPort));
    }

    public PeerOrigin origin() {
        return new PeerOrigin(handshake.peerId(), link.remote(), link.identity(), dialled, client);
    }

    /** Has a window that suits a reader; before the first request. */
    public void useReadWindow() {
        if (!isWebSeed) {
            window = new ReadWindow(windowFor(DEFAULT_REQUEST_QUEUE));
        }
    }

    public boolean isSeed() {
        return pieces.isComplete();
    }

    /** Whether the peer wants no pieces, now and later. */
    public boolean wantsNothing() {
        return isSeed() || uploadOnly;
    }

    /** The peer allows a piece while it chokes us (BEP 6); only so many count. */
    public void addAllowedFast(int piece) {
        if (handshake.fast() && allowedFast.size() < MAX_ALLOWED_FAST) {
            allowedFast.add(piece);
        }
    }

    public void removeAllowedFast(int piece) {
        allowedFast.remove(piece);
    }

    /** Pieces that we may request while the peer chokes us. */
    public Set<Integer> allowedFast() {
        return allowedFast;
    }

    /** Allows the peer a piece of so many bytes while we choke it. */
    public void allowFast(int piece, long length) {
        allowedFastToPeer.add(piece);
        allowedFastLength += length;
    }

    /** Whether the choked peer may have the block. */
    public boolean mayRequestAllowedFast(Block block) {
        return isAllowedFast(block) && block.length() <= allowedFastLength;
    }

    /** Whether a request for the block stays valid when we choke the peer. */
    public boolean isAllowedFast(Block block) {
        return allowedFastToPeer.contains(block.piece());
    }

    public void tookAllowedFast(Block block) {
        allowedFastLength -= block.length();
    }

    /** A block was requested from the peer. */
    public void requested(Block block, long nowNs) {
        unanswered++;
        if (outstanding.putIfAbsent(block, nowNs) == null) {
            outstandingLength += block.length();
        }
    }

    /** A block arrived: a peer that sends more than was requested would pass every rate limit. */
    public void blockReceived() throws ProtocolException {
        unanswered--;
        if (unanswered < -MAX_UNREQUESTED) {
            throw new ProtocolException("sends blocks that it was not asked for");
        }
    }

    /** The request is answered or rejected; false when there was none. */
    public boolean endRequest(Block block) {
        boolean was = outstanding.remove(block) != null;
        if (was) {
            outstandingLength -= block.length();
        }
        return was;
    }

    /** The request is cancelled, though the block may be on its way; false when there was none. */
    public boolean cancelRequest(Block block) {
        boolean was = endRequest(block);
        if (was) {
            cancelled.merge(block, 1, Integer::sum);
            if (cancelled.size() > MAX_CANCELLED) {
                cancelled.pollFirstEntry();
            }
        }
        return was;
    }

    /** Whether the block answers a cancelled request; each is answered once. */
    public boolean answersCancelled(Block block) {
        Integer count = cancelled.remove(block);
        if (count != null && count > 1) {
            cancelled.put(block, count - 1);
        }
        return count != null;
    }

    /** The peer may have sent messages that were not read yet: it does not count as silent. */
    public void resetSilence(long nowNs) {
        lastBlockNs = nowNs;
        lastReceivedNs = nowNs;
    }

    /** The connection failed; the peer is at fault when it broke the protocol, or the error says so. */
    public void failed(IOException why) {
        if (why instanceof ProtocolException) {
            fault = Optional.of(new PeerFault.ProtocolViolation(address(),
                    String.valueOf(why.getMessage())));
        } else if (why instanceof PeerFaultException named) {
            fault = Optional.of(named.fault());
        }
    }

    /** The web seed has owed blocks and sent none for too long. */
    public void stalled() {
        fault = Optional.of(new PeerFault.Silent(address()));
    }

    /** The peer rejected a piece that it has; the next block clears the fault. */
    public void rejectedPiece() {
        fault = Optional.of(new PeerFault.RejectsPieces(address()));
    }

    private PeerAddress address() {
        return dialled == null ? new PeerAddress(link.remote(), link.transport()) : dialled;
    }
}
