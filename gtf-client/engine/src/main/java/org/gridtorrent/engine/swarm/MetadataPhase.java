package org.gridtorrent.engine.swarm;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.engine.connection.ConnectedPeers;
import org.gridtorrent.engine.connection.HandshakenPeer;
import org.gridtorrent.engine.connection.PeerSession;
import org.gridtorrent.engine.extension.ExtensionHandshakes;
import org.gridtorrent.engine.extension.MetadataSender;
import org.gridtorrent.engine.metadata.MetadataAssembler;
import org.gridtorrent.engine.metadata.MetadataAssembler.Outcome;
import org.gridtorrent.engine.status.Obstacle;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.engine.transport.DeviceAddresses;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.webseed.WebSeedAddress;
import org.gridtorrent.engine.webseed.WebSeeds;
import org.gridtorrent.engine.wire.Extension;
import org.gridtorrent.engine.wire.ExtensionHandshake;
import org.gridtorrent.engine.wire.MetadataMessage;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.engine.wire.ProtocolException;
import org.gridtorrent.metainfo.MagnetLink;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Phase of a swarm that knows only a magnet link: requests the info dictionary from peers (BEP 9).
 *
 * <p>Web seeds wait: a web server has the files and no info dictionary.
 *
 * <p>Other messages of the peers are deferred until the content is known. Confined to the swarm's thread.
 */
final class MetadataPhase implements PhaseHandler {
    private static final Logger LOG = LoggerFactory.getLogger(MetadataPhase.class);
    private static final long KEEP_ALIVE_NS = 60_000_000_000L;
    private static final long SILENCE_NS = 150_000_000_000L;

    private final MagnetLink link;
    private final ConnectedPeers connectedPeers;
    private final WebSeeds webSeeds;
    private final ExtensionHandshakes handshakes;
    private final MetadataAssembler assembler;
    private byte @Nullable [] info;

    MetadataPhase(MagnetLink link, ConnectedPeers connectedPeers, WebSeeds webSeeds,
            ExtensionHandshakes handshakes) {
        this.link = link;
        this.connectedPeers = connectedPeers;
        this.webSeeds = webSeeds;
        this.handshakes = handshakes;
        this.assembler = new MetadataAssembler(link.infoHash());
    }

    static String name(MagnetLink link) {
        return link.name().orElseGet(() -> link.infoHash().hex());
    }

    /** The info dictionary, once it is complete and matches the info-hash. */
    Optional<byte[]> info() {
        return Optional.ofNullable(info);
    }

    @Override
    public void handle(SwarmEvent event, long nowNs) {
        switch (event) {
            case SwarmEvent.MessagesReceived(int number, List<PeerMessage> messages, _) ->
                connectedPeers.peer(number).ifPresent(peer -> received(peer, messages, nowNs));
            case SwarmEvent.PeerDisconnected(int number, var why) ->
                connectedPeers.peer(number).ifPresent(peer -> connectionLost(peer, why, nowNs));
            case SwarmEvent.PeerConnected(HandshakenPeer peer, var dialled) ->
                connectedPeers.admit(peer, dialled, (other, why) -> drop(other, why, nowNs), nowNs)
                        .ifPresent(this::sendHandshakes);
            case SwarmEvent.ConnectionOpened(PeerAddress address) ->
                connectedPeers.peerList().connectionOpened(address);
            case SwarmEvent.DialFailed(PeerAddress address, var why) ->
                connectedPeers.peerList().dialFailed(address, why, nowNs);
            case SwarmEvent.PeersAdded(List<PeerAddress> addresses) -> {
                connectedPeers.peerList().add(addresses, nowNs);
                connectedPeers.dialDue(nowNs);
            }
            case SwarmEvent.MagnetPeersAdded(List<PeerAddress> addresses) -> {
                connectedPeers.peerList().addMagnetPeers(addresses, nowNs);
                connectedPeers.dialDue(nowNs);
            }
            case SwarmEvent.DevicesAdded(List<DeviceAddresses> devices) -> {
                connectedPeers.peerList().addDevices(devices, nowNs);
                connectedPeers.dialDue(nowNs);
            }
            case SwarmEvent.WebSeedsAdded(List<WebSeedAddress> addresses) ->
                webSeeds.add(addresses, nowNs);
            case SwarmEvent.WebSeedsNamedByTracker(List<WebSeedAddress> addresses) -> {
                var _ = webSeeds.setNamedByTracker(addresses, nowNs);
            }
            case SwarmEvent.DisconnectAll() -> {
                List.copyOf(connectedPeers.peers().values()).forEach(peer -> drop(peer,
                        "it was named by a tracker that is not used any more", nowNs));
                connectedPeers.peerList().forgetAll();
            }
            case SwarmEvent.RecheckAdmission() -> connectedPeers.noLongerAdmitted()
                    .forEach(peer -> drop(peer, "no longer admitted", nowNs));
            case SwarmEvent.LimitsChanged(var rates) -> connectedPeers.limits().set(rates);
            case SwarmEvent.HashFailed _,SwarmEvent.CorruptBlocks _,SwarmEvent.PiecesVerified _,SwarmEvent.PiecesLost _,SwarmEvent.Rechecked _,SwarmEvent.FilesCreated _,SwarmEvent.WriteQueueDrained _,SwarmEvent.DiskFull _,SwarmEvent.DiskSpaceFreed _,SwarmEvent.StorageFailed _,SwarmEvent.SelectionChanged _,SwarmEvent.SequentialChanged _,SwarmEvent.ReadRequested _,SwarmEvent.ReadsAhead _,SwarmEvent.ReadCancelled _,SwarmEvent.ReaderClosed _ ->
                throw new IllegalStateException("the content is not known yet: " + event);
            case SwarmEvent.Stop() -> {
            }
        }
    }

    /** Drops peers that the link alone names: those of private content come from its trackers (BEP 27). */
    void dropMagnetPeers(long nowNs) {
        connectedPeers.removeMagnetPeers().forEach(peer -> drop(peer,
                "the link alone names it, and the content is private", nowNs));
    }

    private void sendHandshakes(PeerSession peer) {
        if (peer.handshake.fast()) {
            peer.link.send(new PeerMessage.HaveNone());
        }
        if (peer.handshake.extensions()) {
            peer.link.send(handshakes.beforeMetadata(peer.link.remote().getAddress()).toMessage());
        }
    }

    private void connectionLost(PeerSession peer, IOException why, long nowNs) {
        peer.failed(why);
        drop(peer, String.valueOf(why.getMessage()), nowNs);
    }

    private void drop(PeerSession peer, String why, long nowNs) {
        LOG.debug("{}: {} {}: {}", link.infoHash(), peer.client, peer.link.remote(), why);
        connectedPeers.peers().remove(peer.number);
        assembler.removePeer(peer.number);
        peer.link.close();
        connectedPeers.disconnected(peer, nowNs);
    }

    private void received(PeerSession peer, List<PeerMessage> messages, long nowNs) {
        peer.lastReceivedNs = nowNs;
        try {
            for (PeerMessage message : messages) {
                if (connectedPeers.peer(peer.number).isEmpty()) {
                    return; // banned for an earlier message
                }
                if (message instanceof PeerMessage.Extended(int id, byte[] payload)) {
                    extended(peer, id, payload, nowNs);
                } else if (peer.deferred != null) {
                    peer.deferred.add(message);
                }
            }
        } catch (ProtocolException e) {
            connectionLost(peer, e, nowNs);
        }
    }

    private void extended(PeerSession peer, int id, byte[] payload, long nowNs)
            throws ProtocolException {
        if (id == ExtensionHandshake.ID) {
            ExtensionHandshake told = handshakes.received(peer, payload);
            if (peer.extensionId(Extension.METADATA).isEmpty()) {
                assembler.removePeer(peer.number);
            } else {
                told.metadataLength().ifPresent(length -> assembler.offered(peer.number, length));
            }
        } else if (id == Extension.METADATA.ownId()) {
            Optional<MetadataMessage> message = MetadataMessage.parse(payload);
            if (message.isPresent()) {
                received(peer, message.get(), nowNs);
            }
        }
    }

    private void received(PeerSession peer, MetadataMessage message, long nowNs) {
        switch (message) {
            case MetadataMessage.Request(int block) ->
                peer.extensionId(Extension.METADATA).ifPresent(
                        id -> MetadataSender.reject(peer, block, id));
            case MetadataMessage.Reject(int block) ->
                assembler.rejected(peer.number, block, nowNs);
            case MetadataMessage.Data data -> {
                switch (assembler.received(peer.number, data, nowNs)) {
                    case Outcome.Complete(byte[] whole) -> info = whole;
                    case Outcome.FalseData(int number) ->
                        connectedPeers.peer(number).ifPresent(liar -> ban(liar, nowNs));
                    case Outcome.Incomplete() -> {
                    }
                }
            }
        }
    }

    private void ban(PeerSession liar, long nowNs) {
        int count = connectedPeers.ban(liar.origin(), nowNs);
        if (count > 0) {
            LOG.warn("{}: {} at {} sent a false metainfo and is not talked to any more; {} at that"
                    + " host since this was last said", link.infoHash(), liar.client,
                    liar.link.remote(), count);
        }
        drop(liar, "sent a false metainfo", nowNs);
    }

    @Override
    public void afterEvents(long nowNs, boolean tick) {
        if (info == null) {
            for (MetadataAssembler.Request request : assembler.requests(nowNs)) {
                connectedPeers.peer(request.peer())
                        .ifPresent(peer -> peer.extensionId(Extension.METADATA).ifPresent(
                                id -> peer.link
                                        .send(new MetadataMessage.Request(request.block())
                                                .toMessage(id))));
            }
        }
        if (tick) {
            connectedPeers.limits().update();
            keepAlive(nowNs);
            connectedPeers.dialDue(nowNs);
        }
    }

    private void keepAlive(long nowNs) {
        for (PeerSession peer : List.copyOf(connectedPeers.peers().values())) {
            if (nowNs - peer.lastReceivedNs > SILENCE_NS) {
                drop(peer, "silent for too long", nowNs);
            } else if (nowNs - peer.lastSentNs > KEEP_ALIVE_NS) {
                peer.lastSentNs = nowNs;
                peer.link.send(new PeerMessage.KeepAlive());
            }
        }
    }

    @Override
    public long tickIntervalNs() {
        return Swarm.TICK_NS;
    }

    @Override
    public long rateLimitNs() {
        return Long.MAX_VALUE;
    }

    @Override
    public SwarmStatus status(long nowNs) {
        return status(SwarmPhase.METADATA, downloadObstacle(), nowNs);
    }

    @Override
    public SwarmStatus stoppedStatus(long nowNs) {
        return status(SwarmPhase.STOPPED,
                Optional.of(new Obstacle.Stopped()), nowNs);
    }

    private SwarmStatus status(SwarmPhase phase, Optional<Obstacle> obstacle, long nowNs) {
        return new SwarmStatus(link.infoHash(), name(link), phase, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                connectedPeers.peerList().size(), connectedPeers.everConnected(),
                connectedPeers.peers().values().stream()
                        .map(peer -> PeerStatusReporter.statusOfMetadataPeer(peer, nowNs))
                        .toList(),
                obstacle);
    }

    private Optional<Obstacle> downloadObstacle() {
        if (connectedPeers.peers().isEmpty()) {
            return Optional.of(StatusReporter.noPeersObstacle(connectedPeers.peerList()));
        }
        if (assembler.peerCount() == 0) {
            return Optional.of(new Obstacle.NobodyHasMetadata(connectedPeers.peers().size()));
        }
        return assembler.isProgressing()
                ? Optional.empty()
                : Optional.of(new Obstacle.MetadataStalled(assembler.received()));
    }

    @Override
    public void close() {
        connectedPeers.peers().values().forEach(peer -> peer.link.close());
        connectedPeers.peers().clear();
    }
}
