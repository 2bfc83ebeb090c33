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
import org.gridtorrent.engine.peers.PexContacts;
import org.gridtorrent.engine.peers.PexReceiver;
import org.gridtorrent.engine.peers.PexSender;
import org.gridtorrent.engine.transport.Gate;
import org.gridtorrent.engine.wire.Extension;
import org.gridtorrent.engine.wire.PexMessage;
import org.gridtorrent.engine.wire.PexMessage.Contact;
import org.gridtorrent.engine.wire.ProtocolException;
import org.gridtorrent.metainfo.Metainfo;

/**
 * Peer exchange (BEP 11): sends connected peers to each other, and adds those that peers name.
 *
 * <p>Off for private content, whose peers come from its tracker alone (BEP 27). Peers with an identity are
 * neither sent, nor named, nor believed: their site introduces them. Where a gate does not admit everybody, peers
 * that others name are not added either: connections that we open have to be to peers with an identity. Confined to
 * the swarm's thread.
 */
public final class PeerExchange {
    private static final long ROUND_NS = 1_000_000_000L;

    private final ConnectedPeers connectedPeers;
    private final boolean addsPeers;
    private final PexContacts contacts = new PexContacts();
    private final Map<Integer, PexState> states = new HashMap<>();
    private long lastRoundNs;

    /** State of the exchange with one peer. */
    private record PexState(PexSender sender, PexReceiver receiver) {}

    private PeerExchange(ConnectedPeers connectedPeers, boolean addsPeers, long nowNs) {
        this.connectedPeers = connectedPeers;
        this.addsPeers = addsPeers;
        this.lastRoundNs = nowNs;
    }

    /** Empty for private content. */
    public static Optional<PeerExchange> of(Metainfo metainfo, ConnectedPeers connectedPeers,
            Gate gate, long nowNs) {
        return metainfo.isPrivate()
                ? Optional.empty()
                : Optional.of(new PeerExchange(connectedPeers, gate.isOpen(), nowNs));
    }

    /** Whether peers are exchanged with this peer: it has no identity. */
    boolean isEnabledFor(PeerSession peer) {
        return peer.link.identity().isEmpty();
    }

    /** @param uploadOnly no piece is wanted: seeds need not be dialled */
    void received(PeerSession peer, byte[] payload, boolean uploadOnly, long nowNs)
            throws ProtocolException {
        if (!isEnabledFor(peer)) {
            return;
        }
        PexReceiver receiver = state(peer, nowNs).receiver;
        if (receiver.accepts(nowNs)) {
            PexMessage message = PexMessage.parse(payload);
            if (addsPeers) {
                connectedPeers.addFromPex(peer, receiver.validContacts(message), uploadOnly, nowNs);
                connectedPeers.dropFromPex(peer, message.dropped());
            }
        }
    }

    private PexState state(PeerSession peer, long nowNs) {
        return states.computeIfAbsent(peer.number, number -> {
            InetAddress address = peer.link.remote().getAddress();
            return new PexState(new PexSender(address, nowNs), new PexReceiver(address, nowNs));
        });
    }

    void tick(long nowNs) {
        if (nowNs - lastRoundNs < ROUND_NS) {
            return;
        }
        lastRoundNs = nowNs;
        states.keySet().retainAll(connectedPeers.peers().keySet());
        contacts.set(contacts());
        for (PeerSession peer : connectedPeers.peers().values()) {
            peer.extensionId(Extension.PEX).filter(id -> isEnabledFor(peer)).ifPresent(
                    id -> state(peer, nowNs).sender.next(contacts, peer.listenAddress(), nowNs)
                            .ifPresent(message -> peer.link.send(message.toMessage(id))));
        }
    }

    private SequencedMap<InetSocketAddress, Contact> contacts() {
        SequencedMap<InetSocketAddress, Contact> contacts = new LinkedHashMap<>();
        for (PeerSession peer : connectedPeers.peers().values()) {
            peer.listenAddress().filter(address -> isEnabledFor(peer))
                    .ifPresent(address -> contacts.put(
                            address,
                            new Contact(address, peer.wantsNothing(), peer.dialled != null)));
        }
        return contacts;
    }
}
