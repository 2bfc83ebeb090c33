package org.gridtorrent.engine.connection;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.gridtorrent.engine.limit.RateLimit;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.transport.PeerIdentity;
import org.gridtorrent.engine.wire.MessageWriter.BlockSource;
import org.gridtorrent.engine.wire.PeerMessage;

/**
 * Connection to a peer as the swarm's thread uses it; no method blocks.
 *
 * <p>The peer may also be a web server ({@code WebSeed}), which is asked for blocks and never serves any.
 */
public interface PeerLink {

    /** Queues a message; the connection is closed when too many are queued. */
    void send(PeerMessage message);

    /** Queues a message unless that many are queued already; returns whether it did. */
    boolean sendIfQueueBelow(PeerMessage message, int limit);

    /** Requests blocks, in this order. */
    void request(List<Block> blocks);

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

    /** Rate limit that the next block waits for: a queued one, or one of a web seed. */
    Optional<RateLimit> limitedBy();

    /** Bytes of blocks sent since the last call. */
    long takeBytesSent();

    /** Whether the gate still admits the peer. */
    boolean isAdmitted();

    /** Address of the peer; unresolved if it is a web server. */
    InetSocketAddress remote();

    String transport();

    Optional<PeerIdentity> identity();

    void close();
}
