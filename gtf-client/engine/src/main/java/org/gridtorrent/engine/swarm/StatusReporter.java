package org.gridtorrent.engine.swarm;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.gridtorrent.engine.connection.ConnectedPeers;
import org.gridtorrent.engine.download.Downloader;
import org.gridtorrent.engine.limit.RateLimit;
import org.gridtorrent.engine.peers.DialFailure;
import org.gridtorrent.engine.peers.PeerFault;
import org.gridtorrent.engine.peers.PeerList;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.MissingPieces;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.status.Obstacle;
import org.gridtorrent.engine.status.PeerStatus;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.webseed.WebSeeds;
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
    private final WebSeeds webSeeds;
    private @Nullable Obstacle storageObstacle;
    /** Cached while the same pieces are missing: summarizing them takes time linear in the pieces. */
    private @Nullable MissingPieces summary;
    private @Nullable Bitfield summarized;

    StatusReporter(Metainfo metainfo, PieceLayout layout, Bitfield verified, PeerProtocol protocol,
            Downloader downloader, ConnectedPeers connectedPeers, WebSeeds webSeeds) {
        this.metainfo = metainfo;
        this.layout = layout;
        this.verified = verified;
        this.protocol = protocol;
        this.downloader = downloader;
        this.connectedPeers = connectedPeers;
        this.webSeeds = webSeeds;
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
        return new SwarmStatus(metainfo.infoHash(), metainfo.name(), phase, bytesVerified(),
                layout.totalLength(), downloader.picker().missingLength(), layout.totalLength(),
                downloader.down().rate(nowNs),
                protocol.up().rate(nowNs), downloader.down().total(), protocol.up().total(),
                downloader.wasted(), connectedPeers.peerList().size(),
                connectedPeers.everConnected(),
                connectedPeers.peers().values().stream().filter(peer -> !peer.isWebSeed)
                        .map(peer -> PeerStatusReporter.status(peer, downloader, nowNs)).toList(),
                obstacle(phase, nowNs))
                .withWebSeeds(Stream.concat(usedWebSeeds(nowNs), unusedWebSeeds(phase, nowNs))
                        .toList());
    }

    private Stream<PeerStatus> usedWebSeeds(long nowNs) {
        return connectedPeers.peers().values().stream().filter(peer -> peer.isWebSeed)
                .map(seed -> PeerStatusReporter.status(seed, downloader, nowNs)
                        .withDownloadedBefore(webSeeds.downloadedBefore(seed)));
    }

    private Stream<PeerStatus> unusedWebSeeds(SwarmPhase phase, long nowNs) {
        return phase == SwarmPhase.FETCHING
                ? webSeeds.unused(nowNs).stream().map(PeerStatusReporter::statusOfUnusedWebSeed)
                : Stream.empty();
    }

    private long bytesVerified() {
        int last = layout.pieceCount() - 1;
        long full = (long) verified.count() * layout.pieceLength();
        return verified.has(last) ? full - layout.pieceLength() + layout.pieceLength(last) : full;
    }

    private Optional<Obstacle> obstacle(SwarmPhase phase, long nowNs) {
        if (phase == SwarmPhase.STOPPED) {
            return Optional.of(new Obstacle.Stopped());
        }
        if (storageObstacle != null) {
            return Optional.of(storageObstacle);
        }
        boolean isUnread = phase == SwarmPhase.READING && downloader.picker().isFinished()
                && !connectedPeers.peers().isEmpty();
        boolean moves = phase == SwarmPhase.SEEDING || isUnread
                || downloader.down().rate(nowNs) > 0;
        return moves
                ? limit(phase).map(StatusReporter::rateLimited)
                : Optional.of(downloadObstacle(nowNs));
    }

    private Optional<RateLimit> limit(SwarmPhase phase) {
        return phase == SwarmPhase.SEEDING
                ? connectedPeers.peers().values().stream().map(peer -> peer.link.limitedBy())
                        .flatMap(Optional::stream).findFirst()
                : downloader.limitedBy();
    }

    private static Obstacle rateLimited(RateLimit limit) {
        return new Obstacle.RateLimited(limit.status());
    }

    private Obstacle downloadObstacle(long nowNs) {
        if (!downloader.mayDownload()) {
            return new Obstacle.Incomplete(missing());
        }
        if (downloader.isWaitingForMemory()) {
            return new Obstacle.NoMemory();
        }
        if (downloader.isWaitingForDisk()) {
            return new Obstacle.SlowDisk();
        }
        var peers = connectedPeers.peers().values();
        if (peers.isEmpty()) {
            return nobodyConnected(nowNs);
        }
        Optional<PeerFault> fault = peers.stream().flatMap(peer -> peer.fault.stream())
                .findFirst();
        if (fault.isPresent() && peers.stream()
                .allMatch(peer -> peer.fault.isPresent() || !peer.amInterested)) {
            return new Obstacle.Misbehaving(fault.get());
        }
        if (peers.stream().noneMatch(peer -> peer.amInterested)) {
            long count = peers.stream().filter(peer -> !peer.isWebSeed).count();
            return count == 0
                    ? nobodyConnected(nowNs)
                    : new Obstacle.NobodyHasPieces((int) count, missing());
        }
        if (peers.stream().allMatch(peer -> peer.peerChoking || !peer.amInterested)) {
            return new Obstacle.Choked();
        }
        return downloader.limitedBy().map(StatusReporter::rateLimited)
                .orElseGet(Obstacle.NoAnswer::new);
    }

    /** Where no peer is known either, a web seed's fault is the reason. */
    private Obstacle nobodyConnected(long nowNs) {
        PeerList peers = connectedPeers.peerList();
        return webSeeds.unused(nowNs).stream().filter(_ -> peers.size() == 0)
                .flatMap(seed -> seed.fault().stream()).<Obstacle>map(Obstacle.Misbehaving::new)
                .findFirst()
                .orElseGet(() -> noPeersObstacle(peers));
    }

    private MissingPieces missing() {
        Bitfield missing = downloader.picker().missing();
        if (summary == null || !Objects.equals(summarized, missing)) {
            summarized = missing.copy();
            summary = MissingPieces.of(missing, layout, metainfo.files());
        }
        return summary;
    }

    /** Why no peer is connected. */
    static Obstacle noPeersObstacle(PeerList peers) {
        if (peers.size() == 0) {
            return new Obstacle.NoPeers(peers.anyBanned());
        }
        Optional<DialFailure> failure = peers.lastFailure();
        if (failure.isPresent() && failure.get().refused()) {
            return new Obstacle.Refused(failure.get());
        }
        Optional<PeerFault> fault = peers.fault();
        if (fault.isPresent()) {
            return new Obstacle.Misbehaving(fault.get());
        }
        List<PeerAddress> silent = peers.awaitingHandshake();
        if (!silent.isEmpty()) {
            return new Obstacle.NoHandshake(silent.getFirst(), silent.size() - 1);
        }
        return failure.isPresent() && !peers.isDialling()
                ? new Obstacle.Unreachable(failure.get())
                : new Obstacle.Connecting(peers.size());
    }
}
