package org.gridtorrent.engine.connection;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Predicate;
import org.gridtorrent.engine.limit.RateLimit;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.transport.PeerIdentity;
import org.gridtorrent.engine.wire.MessageWriter.BlockSource;
import org.gridtorrent.engine.wire.PeerMessage;

/** Connection to a peer as the swarm's thread uses it; no method blocks. */
public interface PeerLink {

    /** Queues a message; the connection is closed when too many are queued. */
    void send(PeerMessage message);

    /** Queues a message unless that many are queued already; returns whether it did. */
    boolean sendIfQueueBelow(PeerMessage message, int limit);

    /**
     * Sets where blocks are read from; called before the first block is queued.
     *
     * @param pieceCount a HAVE for each piece may be queued, since all may be verified at once
     */
    void setSource(BlockSource content, int pieceCount);

    /** Queues a block to be read and sent; false when it is queued already, or too many are. */
    boolean queueBlock(Block block);

    /** Removes a queued block; false when it was sent or never queued. */
    boolean cancelBlock(Block block);

    /** Removes queued blocks that do not match; rejects each if the peer supports BEP 6. */
    void retainQueuedBlocks(Predicate<Block> kept);

    /** Number of blocks queued or being sent. */
    int queuedBlocks();

    /** Rate limit that the next queued block waits for. */
    Optional<RateLimit> limitedBy();

    /** Bytes of blocks sent since the last call. */
    long takeBytesSent();

    /** Whether the gate still admits the peer. */
    boolean isAdmitted();

    InetSocketAddress remote();

    /** Address of this side. */
    InetSocketAddress local();

    String transport();

    Optional<PeerIdentity> identity();

    void close();
}
