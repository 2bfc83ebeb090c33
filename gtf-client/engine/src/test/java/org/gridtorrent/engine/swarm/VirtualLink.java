package org.gridtorrent.engine.swarm;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.function.Predicate;
import org.gridtorrent.engine.connection.PeerConnection;
import org.gridtorrent.engine.connection.PeerLink;
import org.gridtorrent.engine.connection.PeerSession;
import org.gridtorrent.engine.limit.RateLimit;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.transport.PeerIdentity;
import org.gridtorrent.engine.wire.MessageWriter.BlockSource;
import org.gridtorrent.engine.wire.PeerMessage;
import org.jspecify.annotations.Nullable;

/** One direction of a virtual connection: ordered, with a delay, limited by uplink and downlink. */
final class VirtualLink implements PeerLink {

    private final VirtualTime time;
    private final VirtualHost from;
    private final long delayNs;
    private final SequencedSet<Block> blocks = new LinkedHashSet<>();
    private @Nullable FarEnd other;
    private @Nullable Block current;
    private long lastArrivalNs;
    private long sent;
    private boolean disconnected;

    VirtualLink(VirtualTime time, VirtualHost from, long delayNs) {
        this.time = time;
        this.from = from;
        this.delayNs = delayNs;
    }

    /** @param session the session of this side at the other host */
    private record FarEnd(VirtualHost host, PeerSession session) {}

    /** Called before anything is sent. */
    void connectTo(VirtualHost host, PeerSession session) {
        other = new FarEnd(host, session);
    }

    private FarEnd farEnd() {
        return Objects.requireNonNull(other, "not connected");
    }

    @Override
    public void send(PeerMessage message) {
        deliver(time.nowNs() + delayNs, message);
    }

    @Override
    public void request(List<Block> requested) {
        requested.forEach(block -> send(new PeerMessage.Request(block)));
    }

    @Override
    public boolean sendIfQueueBelow(PeerMessage message, int limit) {
        send(message);
        return true;
    }

    private void deliver(long atNs, PeerMessage message) {
        if (!disconnected) {
            lastArrivalNs = Math.max(lastArrivalNs, atNs);
            time.at(lastArrivalNs, () -> farEnd().host.received(farEnd().session, message));
        }
    }

    @Override
    public void setSource(BlockSource content, int pieceCount) {
        // Blocks of a simulation have no bytes.
    }

    @Override
    public boolean queueBlock(Block block) {
        if (blocks.size() >= PeerConnection.MAX_QUEUED_BLOCKS) {
            return false;
        }
        blocks.add(block);
        if (blocks.size() == 1 && current == null) {
            from.startSending(this);
        }
        return true;
    }

    /** The uplink sends the next block; returns its length. */
    int beginBlock() {
        Block block = blocks.removeFirst();
        current = block;
        return block.length();
    }

    /** The block is sent; true when another is queued. */
    boolean sentBlock() {
        Block block = Objects.requireNonNull(current, "nothing was begun");
        current = null;
        if (disconnected) {
            return false;
        }
        sent += block.length();
        time.in(delayNs, () -> {
            if (!disconnected) {
                deliver(farEnd().host.downlinkArrivalNs(block.length()),
                        new PeerMessage.Piece(block, new byte[block.length()]));
            }
        });
        return !blocks.isEmpty();
    }

    @Override
    public boolean cancelBlock(Block block) {
        boolean was = blocks.remove(block);
        if (was && blocks.isEmpty()) {
            from.stopSending(this);
        }
        return was;
    }

    @Override
    public void retainQueuedBlocks(Predicate<Block> kept) {
        for (Block block : blocks.stream().filter(kept.negate()).toList()) {
            cancelBlock(block);
            send(new PeerMessage.Reject(block));
        }
    }

    @Override
    public int queuedBlocks() {
        return blocks.size() + (current == null ? 0 : 1);
    }

    @Override
    public Optional<RateLimit> limitedBy() {
        return Optional.empty();
    }

    @Override
    public long takeBytesSent() {
        long bytes = sent;
        sent = 0;
        return bytes;
    }

    /** The sending host has closed the connection; the other learns of it after the delay. */
    void disconnect() {
        if (!disconnected) {
            close();
            time.in(delayNs, () -> farEnd().host.disconnected(farEnd().session));
        }
    }

    @Override
    public void close() {
        disconnected = true;
        blocks.clear();
        from.stopSending(this);
    }

    @Override
    public boolean isAdmitted() {
        return true;
    }

    @Override
    public InetSocketAddress remote() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), farEnd().host.number() + 1);
    }

    @Override
    public String transport() {
        return "virtual";
    }

    @Override
    public Optional<PeerIdentity> identity() {
        return farEnd().host.identity();
    }
}
