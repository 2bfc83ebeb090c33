package org.gridtorrent.engine.swarm;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashSet;
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

/** One direction of a virtual line: in order, with a delay, its blocks through both hosts' links. */
final class VirtualLink implements PeerLink {

    private final VirtualTime time;
    private final VirtualHost from;
    private final long delayNs;
    private final SequencedSet<Block> blocks = new LinkedHashSet<>();
    private @Nullable FarEnd farEnd;
    private @Nullable Block current;
    private long lastArrivalNs;
    private long sent;
    private boolean lost;

    VirtualLink(VirtualTime time, VirtualHost from, long delayNs) {
        this.time = time;
        this.from = from;
        this.delayNs = delayNs;
    }

    /** @param session how the other side knows this one */
    private record FarEnd(VirtualHost host, PeerSession session) {}

    /** To be called before anything is sent. */
    void leadsTo(VirtualHost host, PeerSession session) {
        farEnd = new FarEnd(host, session);
    }

    private FarEnd to() {
        return Objects.requireNonNull(farEnd, "it leads nowhere");
    }

    @Override
    public void send(PeerMessage message) {
        deliver(time.nowNs() + delayNs, message);
    }

    @Override
    public boolean sendUnlessBehind(PeerMessage message, int most) {
        send(message);
        return true;
    }

    private void deliver(long atNs, PeerMessage message) {
        if (!lost) {
            lastArrivalNs = Math.max(lastArrivalNs, atNs);
            time.at(lastArrivalNs, () -> to().host.received(to().session, message));
        }
    }

    @Override
    public void serveFrom(BlockSource content) {
        // Blocks of a simulation have no bytes.
    }

    @Override
    public boolean serve(Block block) {
        if (blocks.size() >= PeerConnection.MAX_SERVING) {
            return false;
        }
        blocks.add(block);
        if (blocks.size() == 1 && current == null) {
            from.wantsToSend(this);
        }
        return true;
    }

    /** The uplink's turn came: gives the length of what goes. */
    int beginBlock() {
        Block block = blocks.removeFirst();
        current = block;
        return block.length();
    }

    /** It went; true when there is more. */
    boolean sentBlock() {
        Block block = Objects.requireNonNull(current, "nothing was begun");
        current = null;
        if (lost) {
            return false;
        }
        sent += block.length();
        time.in(delayNs, () -> {
            if (!lost) {
                deliver(to().host.throughDownlink(block.length()),
                        new PeerMessage.Piece(block, new byte[block.length()]));
            }
        });
        return !blocks.isEmpty();
    }

    @Override
    public boolean cancel(Block block) {
        boolean was = blocks.remove(block);
        if (was && blocks.isEmpty()) {
            from.stopsSending(this);
        }
        return was;
    }

    @Override
    public void dropServed(Predicate<Block> kept) {
        for (Block block : blocks.stream().filter(kept.negate()).toList()) {
            cancel(block);
            send(new PeerMessage.Reject(block));
        }
    }

    @Override
    public int serving() {
        return blocks.size() + (current == null ? 0 : 1);
    }

    @Override
    public Optional<RateLimit> heldBy() {
        return Optional.empty();
    }

    @Override
    public long takeSent() {
        long bytes = sent;
        sent = 0;
        return bytes;
    }

    /** The host it comes from has gone; the other one learns it after the delay. */
    void lose() {
        if (!lost) {
            close();
            time.in(delayNs, () -> to().host.lost(to().session));
        }
    }

    @Override
    public void close() {
        lost = true;
        blocks.clear();
        from.stopsSending(this);
    }

    @Override
    public boolean stillAdmitted() {
        return true;
    }

    @Override
    public InetSocketAddress remote() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), to().host.number() + 1);
    }

    @Override
    public InetSocketAddress local() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), from.number() + 1);
    }

    @Override
    public String transport() {
        return "virtual";
    }

    @Override
    public Optional<PeerIdentity> identity() {
        return to().host.identity();
    }
}
