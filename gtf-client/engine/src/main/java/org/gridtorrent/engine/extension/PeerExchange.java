package org.gridtorrent.engine.extension;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.gridtorrent.engine.connection.ConnectedPeers;
import org.gridtorrent.engine.connection.PeerSession;
import org.gridtorrent.engine.peers.Contacts;
import org.gridtorrent.engine.peers.PexReceiver;
import org.gridtorrent.engine.peers.PexSender;
import org.gridtorrent.engine.wire.Extension;
import org.gridtorrent.engine.wire.PexMessage;
import org.gridtorrent.engine.wire.PexMessage.Contact;
import org.gridtorrent.engine.wire.ProtocolException;
import org.gridtorrent.metainfo.Metainfo;

/**
 * Peers tell each other of peers (BEP 11). Only of public content: those of private content come from
 * its tracker alone (BEP 27). And never to, by or about peers that the gate has admitted by name: it is
 * their site that introduces them. For the owner's thread.
 */
public final class PeerExchange {
    private static final long ROUND_NS = 1_000_000_000L;

    private final ConnectedPeers connectedPeers;
    private final Contacts contacts = new Contacts();
    private final Map<Integer, Talk> talks = new HashMap<>();
    private long lastRoundNs;

    /** What was said to one peer, and by it. */
    private record Talk(PexSender sender, PexReceiver receiver) {}

    private PeerExchange(ConnectedPeers connectedPeers, long nowNs) {
        this.connectedPeers = connectedPeers;
        this.lastRoundNs = nowNs;
    }

    /** Empty when there must be none. */
    public static Optional<PeerExchange> of(Metainfo metainfo, ConnectedPeers connectedPeers,
            long nowNs) {
        return metainfo.isPrivate()
                ? Optional.empty()
                : Optional.of(new PeerExchange(connectedPeers, nowNs));
    }

    /** Whether it goes on with this peer. */
    boolean with(PeerSession peer) {
        return peer.link.identity().isEmpty();
    }

    /** @param uploadOnly there is nothing to exchange with seeds */
    void received(PeerSession peer, byte[] payload, boolean uploadOnly, long nowNs)
            throws ProtocolException {
        if (!with(peer)) {
            return;
        }
        PexReceiver receiver = talk(peer, nowNs).receiver;
        if (receiver.listens(nowNs)) {
            PexMessage message = PexMessage.parse(payload);
            connectedPeers.addOfPex(peer, receiver.believed(message), uploadOnly, nowNs);
            connectedPeers.dropOfPex(peer, message.dropped());
        }
    }

    private Talk talk(PeerSession peer, long nowNs) {
        return talks.computeIfAbsent(peer.number, number -> {
            InetAddress address = peer.link.remote().getAddress();
            return new Talk(new PexSender(address, nowNs), new PexReceiver(address, nowNs));
        });
    }

    void tick(long nowNs) {
        if (nowNs - lastRoundNs < ROUND_NS) {
            return;
        }
        lastRoundNs = nowNs;
        talks.keySet().retainAll(connectedPeers.peers().keySet());
        contacts.set(connected());
        for (PeerSession peer : connectedPeers.peers().values()) {
            peer.extensionId(Extension.PEX).filter(id -> with(peer)).ifPresent(
                    id -> talk(peer, nowNs).sender.next(contacts, peer.listenAddress(), nowNs)
                            .ifPresent(message -> peer.link.send(message.toMessage(id))));
        }
    }

    private SequencedMap<InetSocketAddress, Contact> connected() {
        SequencedMap<InetSocketAddress, Contact> connected = new LinkedHashMap<>();
        for (PeerSession peer : connectedPeers.peers().values()) {
            peer.listenAddress().filter(address -> with(peer)).ifPresent(address -> connected.put(
                    address, new Contact(address, peer.wantsNothing(), peer.dialled != null)));
        }
        return connected;
    }
}
