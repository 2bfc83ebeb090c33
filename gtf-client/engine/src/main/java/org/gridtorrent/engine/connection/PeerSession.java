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
import org.gridtorrent.engine.peers.PeerOrigin;
import org.gridtorrent.engine.picker.RequestWindow;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.wire.Extension;
import org.gridtorrent.engine.wire.ExtensionHandshake;
import org.gridtorrent.engine.wire.Handshake;
import org.gridtorrent.engine.wire.ProtocolException;
import org.jspecify.annotations.Nullable;

/** What the swarm's owner knows of one connected peer. Plain state, for the owner's thread. */
public final class PeerSession {
    /** Requests that clients let wait who do not say how many. */
    private static final int UNSAID_REQUESTS = 250;
    private static final int MAX_ALLOWED = 32;
    /** As many as may be asked for at a time. */
    private static final int MAX_GIVEN_UP = 4096;
    /** What may come without having been asked for, of a peer that lost count. */
    private static final int MAX_UNASKED = 64;
    private static final long MAX_WINDOW = 64L * 1024 * 1024;

    public final int number;
    public final PeerLink link;
    public final Handshake handshake;
    public final @Nullable PeerAddress dialled;
    public final RateMeter down;
    public final RateMeter up;
    /** Blocks asked of it, and when. */
    public final SequencedMap<Block, Long> outstanding = new LinkedHashMap<>();
    private final Map<Extension, Integer> extensions = new EnumMap<>(Extension.class);
    /** What it said before the content was known; null when it came later. */
    public final @Nullable DeferredMessages deferred;
    public Bitfield pieces;
    /** Whether it has said which pieces it has; what it says later adds to that. */
    public boolean piecesTold;
    public boolean amChoking = true;
    public boolean amInterested;
    public boolean peerChoking = true;
    public boolean peerInterested;
    public boolean hadSlot;
    public boolean servedInTurn;
    /** Its last turn ended with nothing taken of what it had asked for. */
    public boolean stalledInTurn;
    /** Requests that it was ever sent, less blocks that came: each brings one at most. */
    private long owed;
    /** Requests that were taken back, the last ones, and how many of each block: they are answered still. */
    private final SequencedMap<Block, Integer> givenUp = new LinkedHashMap<>();
    /** What it lets us ask for while it chokes us (BEP 6). */
    private final Set<Integer> allowedToUs = new LinkedHashSet<>();
    /** What we let it ask for while it is choked, and how many bytes of that it may still have. */
    private final Set<Integer> allowedToIt = new HashSet<>();
    private long allowedLength;
    /** Of what this side has; while it may ask. */
    public final PartlyRequestedPieces partlyRequested = new PartlyRequestedPieces();
    /** Its turn is over: it may ask for the rest of what it has begun. */
    public boolean lastPieces;
    public long lastPiecesSinceNs;
    /** It let requests lie for too long, and has not answered since. */
    public boolean snubbed;
    /** It lost a request to others, being late, and has answered none since. */
    public boolean displaced;
    /** What is wrong with it, to be said after its address; empty while nothing is. */
    public Optional<String> fault = Optional.empty();
    /** It was told who we are, and that the content is known. */
    public boolean handshakeSent;
    /** It wants no pieces, it says (BEP 21). */
    public boolean uploadOnly;
    /** Where it listens, it says; 0 when it does not. */
    private int listenPort;
    /** Blocks of the info dictionary that it has asked for. */
    public long metadataAsked;
    public long outstandingLength;
    public final RequestWindow window;
    public String client;
    public long slotSinceNs;
    public long lastBlockNs;
    public long lastReceivedNs;
    public long lastSentNs;

    /** With a content that is known. */
    public PeerSession(int number, PeerLink link, Handshake handshake,
            @Nullable PeerAddress dialled,
            int pieceCount, long nowNs) {
        this(number, link, handshake, dialled, new Bitfield(pieceCount), null, nowNs);
    }

    /** With a content of which nothing is known yet. */
    public static PeerSession deferred(int number, PeerLink link, Handshake handshake,
            @Nullable PeerAddress dialled, long nowNs) {
        return new PeerSession(number, link, handshake, dialled, new Bitfield(0),
                new DeferredMessages(), nowNs);
    }

    private PeerSession(int number, PeerLink link, Handshake handshake,
            @Nullable PeerAddress dialled, Bitfield pieces, @Nullable DeferredMessages deferred,
            long nowNs) {
        this.number = number;
        this.link = link;
        this.handshake = handshake;
        this.dialled = dialled;
        this.pieces = pieces;
        this.deferred = deferred;
        this.down = new RateMeter(nowNs);
        this.up = new RateMeter(nowNs);
        this.client = handshake.peerId().client();
        this.window = new RequestWindow(windowFor(UNSAID_REQUESTS));
        this.slotSinceNs = nowNs;
        this.lastBlockNs = nowNs;
        this.lastReceivedNs = nowNs;
        this.lastSentNs = nowNs;
    }

    public void told(ExtensionHandshake handshake) {
        extensions.putAll(handshake.extensions());
        handshake.client().ifPresent(name -> client = name);
        handshake.requests().ifPresent(requests -> window.setMax(windowFor(requests)));
        handshake.uploadOnly().ifPresent(only -> uploadOnly = only);
        listenPort = handshake.port() == 0 ? listenPort : handshake.port();
    }

    /** Where others can reach it: known when it was dialled, otherwise when it has said so. */
    public Optional<InetSocketAddress> listensAt() {
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

    /** What is wrong with it, and where it is. */
    public Optional<String> placedFault() {
        PeerAddress place = dialled == null
                ? new PeerAddress(link.remote(), link.transport())
                : dialled;
        return fault.map(how -> place + " " + how);
    }

    /** The id by which it takes the extension's messages; empty when it does not. */
    public Optional<Integer> idOf(Extension extension) {
        return Optional.ofNullable(extensions.get(extension)).filter(id -> id != 0);
    }

    private static long windowFor(int requests) {
        return Math.min((long) requests * PieceLayout.BLOCK_LENGTH, MAX_WINDOW);
    }

    /** It lets us ask for the piece while it chokes us; of what it says, so much is heeded. */
    public void allowsUs(int piece) {
        if (handshake.fast() && allowedToUs.size() < MAX_ALLOWED) {
            allowedToUs.add(piece);
        }
    }

    public void allowsUsNoLonger(int piece) {
        allowedToUs.remove(piece);
    }

    public Set<Integer> allowedToUs() {
        return allowedToUs;
    }

    public void allow(int piece, long length) {
        allowedToIt.add(piece);
        allowedLength += length;
    }

    /** Whether it may have the block though it is choked. */
    public boolean mayTakeAllowed(Block block) {
        return isAllowed(block) && block.length() <= allowedLength;
    }

    /** Whether a request for the block outlasts a choke. */
    public boolean isAllowed(Block block) {
        return allowedToIt.contains(block.piece());
    }

    public void tookAllowed(Block block) {
        allowedLength -= block.length();
    }

    public boolean isSeed() {
        return pieces.isComplete();
    }

    /** Whether it wants nothing, now and later. */
    public boolean isSated() {
        return isSeed() || uploadOnly;
    }

    public void asked(Block block, long nowNs) {
        owed++;
        if (outstanding.putIfAbsent(block, nowNs) == null) {
            outstandingLength += block.length();
        }
    }

    /** A block came, whichever; else who was asked for nothing could fill the line, past every limit. */
    public void brought() throws ProtocolException {
        owed--;
        if (owed < -MAX_UNASKED) {
            throw new ProtocolException("sends blocks that it was not asked for");
        }
    }

    /** It may have said something that was not read yet. */
    public void heard(long nowNs) {
        lastBlockNs = nowNs;
        lastReceivedNs = nowNs;
    }

    /** Its line is down, by its own fault when it broke the protocol. */
    public void failed(IOException why) {
        if (why instanceof ProtocolException) {
            fault = Optional.of("breaks the BitTorrent protocol: " + why.getMessage());
        }
    }

    /** It does not give what it said it has; until something comes from it. */
    public void refused() {
        fault = Optional.of("refuses pieces that it says it has");
    }

    /** Whether the block was asked of it; it no longer is, though it may be on its way. */
    public boolean givenUp(Block block) {
        boolean was = settled(block);
        if (was) {
            givenUp.merge(block, 1, Integer::sum);
            if (givenUp.size() > MAX_GIVEN_UP) {
                givenUp.pollFirstEntry();
            }
        }
        return was;
    }

    /** Whether it answers, late, a request for the block that was taken back; each is answered once. */
    public boolean answersGivenUp(Block block) {
        Integer count = givenUp.remove(block);
        if (count != null && count > 1) {
            givenUp.put(block, count - 1);
        }
        return count != null;
    }

    /** Whether the block was asked of it; it no longer is. */
    public boolean settled(Block block) {
        boolean was = outstanding.remove(block) != null;
        if (was) {
            outstandingLength -= block.length();
        }
        return was;
    }
}
