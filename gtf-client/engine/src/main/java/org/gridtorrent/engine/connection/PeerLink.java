package org.gridtorrent.engine.connection;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Predicate;
import org.gridtorrent.engine.limit.RateLimit;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.transport.PeerIdentity;
import org.gridtorrent.engine.wire.MessageWriter.BlockSource;
import org.gridtorrent.engine.wire.PeerMessage;

/** A peer's line as its swarm's owner sees it: nothing here blocks. */
public interface PeerLink {

    void send(PeerMessage message);

    /** False, and nothing sent, when so many messages wait already. */
    boolean sendUnlessBehind(PeerMessage message, int most);

    /** Blocks are read from there from now on; to be called before the first is queued. */
    void serveFrom(BlockSource content);

    /** Queues a block to be read from the storage and sent; false when too many wait already. */
    boolean serve(Block block);

    /** Takes a queued block back; false when it has gone out, or was never queued. */
    boolean cancel(Block block);

    /** Drops all other queued blocks; refuses them one by one where the peer understands that (BEP 6). */
    void dropServed(Predicate<Block> kept);

    /** Blocks queued or being sent. */
    int serving();

    /** The limit that the next of them waits for. */
    Optional<RateLimit> heldBy();

    /** Bytes of content sent since last asked. */
    long takeSent();

    /** Whether the gate still admits who is at the other end. */
    boolean stillAdmitted();

    InetSocketAddress remote();

    /** This side's end. */
    InetSocketAddress local();

    String transport();

    Optional<PeerIdentity> identity();

    void close();
}
