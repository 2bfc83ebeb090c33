package org.gridtorrent.engine.swarm;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.gridtorrent.engine.connection.ConnectedPeers;
import org.gridtorrent.engine.connection.PeerSession;
import org.gridtorrent.engine.download.Downloader;
import org.gridtorrent.engine.limit.RateLimit;
import org.gridtorrent.engine.peers.PeerList;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.MissingPieces;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.status.Obstacle;
import org.gridtorrent.engine.status.Obstacle.Code;
import org.gridtorrent.engine.status.PeerStatus;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.metainfo.MagnetLink;
import org.gridtorrent.metainfo.Metainfo;
import org.jspecify.annotations.Nullable;

/** Builds the status of a swarm. Confined to the swarm's thread. */
final class StatusReporter {
    private final Metainfo metainfo;
    private final PieceLayout layout;
    private final Bitfield verified;
    private final PeerProtocol protocol;
    private final Downloader downloader;
    private final ConnectedPeers connectedPeers;
    private @Nullable Obstacle storageObstacle;
    /** Cached while the same pieces are missing: describing them takes time linear in the pieces. */
    private @Nullable MissingPieces described;
    private @Nullable Bitfield describedOf;

    StatusReporter(Metainfo metainfo, PieceLayout layout, Bitfield verified, PeerProtocol protocol,
            Downloader downloader, ConnectedPeers connectedPeers) {
        this.metainfo = metainfo;
        this.layout = layout;
        this.verified = verified;
        this.protocol = protocol;
        this.downloader = downloader;
        this.connectedPeers = connectedPeers;
    }

    /** Sets the storage's obstacle; null when it is over. */
    void setStorageObstacle(@Nullable Obstacle obstacle) {
        storageObstacle = obstacle;
    }

    static SwarmStatus checking(Metainfo metainfo, long checked, SwarmPhase phase,
            Obstacle obstacle) {
        return new SwarmStatus(metainfo.infoHash(), metainfo.name(), phase, 0,
                metainfo.totalLength(), metainfo.totalLength(), checked, 0, 0, 0, 0, 0, 0, 0,
                List.of(),
                Optional.of(obstacle));
    }

    static SwarmStatus unknown(MagnetLink link, SwarmPhase phase, Obstacle obstacle) {
        return new SwarmStatus(link.infoHash(), MetadataPhase.name(link), phase, 0, 0, 0, 0, 0, 0,
                0,
                0, 0, 0, 0, List.of(), Optional.of(obstacle));
    }

    SwarmStatus status(SwarmPhase phase, long nowNs) {
        List<PeerStatus> peers = protocol.peers().stream()
                .map(peer -> status(peer, PeerActivity.with(peer, downloader), nowNs)).toList();
        return new SwarmStatus(metainfo.infoHash(), metainfo.name(), phase, bytesVerified(),
                layout.totalLength(), downloader.picker().missingLength(), layout.totalLength(),
                downloader.down().rate(nowNs),
                protocol.up().rate(nowNs), downloader.down().total(), protocol.up().total(),
                downloader.wasted(), connectedPeers.peerList().size(),
                connectedPeers.everConnected(),
                peers,
                obstacle(phase, nowNs));
    }

    private long bytesVerified() {
        int last = layout.pieceCount() - 1;
        long full = (long) verified.count() * layout.pieceLength();
        return verified.has(last) ? full - layout.pieceLength() + layout.pieceLength(last) : full;
    }

    static PeerStatus status(PeerSession peer, PeerActivity activity, long nowNs) {
        return new PeerStatus(peer.link.remote(), peer.link.transport(), peer.link.identity(),
                peer.client, activity.state(), activity.sentence(), peer.pieces.count(),
                peer.down.rate(nowNs), peer.up.rate(nowNs), peer.down.total(), peer.up.total());
    }

    private Optional<Obstacle> obstacle(SwarmPhase phase, long nowNs) {
        if (phase == SwarmPhase.STOPPED) {
            return Optional.of(new Obstacle(Code.STOPPED, "It was stopped."));
        }
        if (storageObstacle != null) {
            return Optional.of(storageObstacle);
        }
        boolean moves = phase == SwarmPhase.SEEDING || downloader.down().rate(nowNs) > 0;
        return moves ? limit(phase).map(StatusReporter::held) : Optional.of(whyNothingComes());
    }

    private Optional<RateLimit> limit(SwarmPhase phase) {
        return phase == SwarmPhase.SEEDING
                ? protocol.peers().stream().map(peer -> peer.link.limitedBy())
                        .flatMap(Optional::stream).findFirst()
                : downloader.limitedBy();
    }

    private static Obstacle held(RateLimit limit) {
        return new Obstacle(Code.LIMIT, limit.describe());
    }

    private Obstacle whyNothingComes() {
        if (!downloader.mayDownload()) {
            return notAsPublished();
        }
        if (downloader.isWaitingForMemory()) {
            return new Obstacle(Code.SLOW_DISK, "The memory for pieces is taken by other contents,"
                    + " whose disk is slow or does not answer.");
        }
        if (downloader.isWaitingForDisk()) {
            return new Obstacle(Code.SLOW_DISK,
                    "What has come waits to be written; the disk is slow or does not answer.");
        }
        var peers = protocol.peers();
        if (peers.isEmpty()) {
            return whyNoPeers(connectedPeers.peerList());
        }
        Optional<String> fault = peers.stream().map(PeerSession::faultWithAddress)
                .flatMap(Optional::stream).findFirst();
        if (fault.isPresent() && peers.stream()
                .allMatch(peer -> peer.fault.isPresent() || !peer.amInterested)) {
            return Obstacle.misbehaves(fault.get());
        }
        if (peers.stream().noneMatch(peer -> peer.amInterested)) {
            return nobodyHasIt(peers.size());
        }
        if (peers.stream().allMatch(peer -> peer.peerChoking || !peer.amInterested)) {
            return new Obstacle(Code.CHOKED,
                    "The peers that have the missing pieces serve others now; waiting for a turn.");
        }
        return downloader.limitedBy().map(StatusReporter::held)
                .orElseGet(() -> new Obstacle(Code.NO_ANSWER,
                        "Pieces are asked for, and no peer sends them."));
    }

    /** For data shared in place, into which nothing is downloaded. */
    private Obstacle notAsPublished() {
        MissingPieces missing = missing();
        return new Obstacle(Code.INCOMPLETE, "Not all of this data is there as it was published: "
                + downloader.picker().missing().count() + " of its pieces (" + missing.describe()
                + ") cannot be served.",
                Optional.of(missing));
    }

    private MissingPieces missing() {
        Bitfield missing = downloader.picker().missing();
        if (described == null || !Objects.equals(describedOf, missing)) {
            describedOf = missing.copy();
            described = MissingPieces.of(missing, layout, metainfo.files());
        }
        return described;
    }

    private Obstacle nobodyHasIt(int peers) {
        MissingPieces nobodys = missing();
        return new Obstacle(Code.NOBODY_HAS_IT, (peers == 1
                ? "The only connected peer has none of the "
                : "None of the " + peers + " connected peers has any of the ")
                + downloader.picker().missing().count() + " missing pieces (" + nobodys.describe()
                + "); waiting for one that does.", Optional.of(nobodys));
    }

    /** Why no peer is connected. */
    static Obstacle whyNoPeers(PeerList peers) {
        Optional<String> failure = peers.lastFailure();
        if (peers.size() == 0) {
            return new Obstacle(Code.NO_PEERS, peers.anyBanned()
                    ? "Nobody else who has this content is known; who sent false data is not asked again."
                    : "Nobody who has this content is known yet.");
        }
        if (peers.anyRefused()) {
            return new Obstacle(Code.REFUSED, "Refused: " + failure.orElse("by every peer") + ".");
        }
        Optional<String> fault = peers.fault();
        if (fault.isPresent()) {
            return Obstacle.misbehaves(fault.get());
        }
        List<PeerAddress> silent = peers.awaitingHandshake();
        if (!silent.isEmpty()) {
            return new Obstacle(Code.NO_HANDSHAKE, "The peer at " + silent.getFirst()
                    + " took the connection and has not said the handshake"
                    + (silent.size() == 1 ? "." : ", like " + (silent.size() - 1) + " more."));
        }
        return failure.isPresent() && !peers.isDialling()
                ? new Obstacle(Code.UNREACHABLE, "No known peer can be reached; the last tried was "
                        + failure.get() + ".")
                : new Obstacle(Code.CONNECTING, peers.size() == 1
                        ? "Connecting to the only known peer."
                        : "Connecting to " + peers.size() + " known peers.");
    }
}
