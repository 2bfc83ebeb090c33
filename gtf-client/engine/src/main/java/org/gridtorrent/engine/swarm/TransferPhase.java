package org.gridtorrent.engine.swarm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gridtorrent.engine.choke.Choker;
import org.gridtorrent.engine.connection.ConnectedPeers;
import org.gridtorrent.engine.connection.HandshakenPeer;
import org.gridtorrent.engine.connection.PeerSession;
import org.gridtorrent.engine.connection.RateMeter;
import org.gridtorrent.engine.download.CorruptPieceException;
import org.gridtorrent.engine.download.DownloadMode;
import org.gridtorrent.engine.download.Downloader;
import org.gridtorrent.engine.download.ReadAhead;
import org.gridtorrent.engine.download.ReadAheadBudget;
import org.gridtorrent.engine.download.ReadRequest;
import org.gridtorrent.engine.download.StreamingReaders;
import org.gridtorrent.engine.download.SwarmStoppedException;
import org.gridtorrent.engine.extension.ExtensionHandshakes;
import org.gridtorrent.engine.extension.Extensions;
import org.gridtorrent.engine.extension.MetadataSender;
import org.gridtorrent.engine.extension.PeerExchange;
import org.gridtorrent.engine.limit.RateLimitChain;
import org.gridtorrent.engine.limit.RateLimits;
import org.gridtorrent.engine.picker.DownloadingLimits;
import org.gridtorrent.engine.picker.FileSelection;
import org.gridtorrent.engine.picker.PiecePicker;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.status.Obstacle;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.engine.storage.PieceStore;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.gridtorrent.engine.storage.integrity.InvalidationReason;
import org.gridtorrent.engine.transport.DeviceAddresses;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.upload.PieceSuggestions;
import org.gridtorrent.engine.upload.Uploader;
import org.gridtorrent.engine.webseed.WebSeedAddress;
import org.gridtorrent.engine.webseed.WebSeeds;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.engine.wire.ProtocolException;
import org.gridtorrent.metainfo.Metainfo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Phase of a swarm whose content is known: downloads and uploads.
 *
 * <p>Connects and drops peers, handles the store's events, and passes messages to the {@link PeerProtocol}.
 * Confined to the swarm's thread.
 */
final class TransferPhase implements PhaseHandler {
    private static final Logger LOG = LoggerFactory.getLogger(TransferPhase.class);

    /** Between ticks while nothing is transferred. */
    private static final long IDLE_TICK_NS = 1_000_000_000L;
    /** The same for an idle seed. A new peer gets its first PEX message after at most this time (BEP 11). */
    private static final long SEEDING_TICK_NS = 5_000_000_000L;
    /** The same for a seed without peers; an event wakes it. */
    private static final long NO_PEERS_TICK_NS = 60_000_000_000L;

    private final Metainfo metainfo;
    private final PieceLayout layout;
    private final PieceStore store;
    private final SwarmOptions options;
    private final Bitfield verified;
    private final RateLimits limits;
    private final ConnectedPeers connectedPeers;
    private final WebSeeds webSeeds;
    private final Downloader downloader;
    private final Uploader uploader;
    private final PeerProtocol protocol;
    private final StatusReporter statusReporter;
    private final FileChangeChecker fileChanges;
    private final StreamingReaders readers;
    private SwarmPhase phase;
    private boolean rechecking;
    /** Requests to create files that the store has not done yet. */
    private int filesBeingCreated;
    private int ticksSinceEvent;
    /** Verified pieces that were lost and are not verified again. */
    private final Set<Integer> lostPieces = new HashSet<>();
    private @Nullable IOException failure;
    /** How many peers alone sent a piece that did not match its hash, by piece. */
    private final Map<Integer, Integer> falseSources = new HashMap<>();

    TransferPhase(Metainfo metainfo, PieceStore store, SwarmOptions options, SwarmContext context,
            ConnectedPeers connectedPeers, WebSeeds webSeeds) {
        this.metainfo = metainfo;
        this.webSeeds = webSeeds;
        this.store = store;
        this.options = options;
        this.connectedPeers = connectedPeers;
        long nowNs = context.clock().getAsLong();
        layout = new PieceLayout(metainfo.totalLength(), metainfo.pieceLength());
        verified = store.verified();
        limits = connectedPeers.limits();
        connectedPeers.setContent(layout);
        webSeeds.setContent(metainfo, layout);
        var peers = connectedPeers.peers();
        var rateLimits = new RateLimitChain(List.of(limits.down(), context.limits().down()));
        downloader = new Downloader(layout,
                new PiecePicker(layout, verified,
                        DownloadingLimits.of(layout, store.bufferPool().limitBytes()),
                        context.random()),
                peers,
                store, connectedPeers.backpressure(), new RateMeter(nowNs), rateLimits,
                options.mode());
        // What is read and not kept is given to nobody.
        Bitfield shared = isReading() ? new Bitfield(layout.pieceCount()) : verified;
        uploader = new Uploader(metainfo.infoHash(),
                new Choker(options.chokeMode(), options.uploadSlots(), context.random()), shared,
                layout,
                new PieceSuggestions(layout.pieceCount(), downloader.picker()::isHeldByLeech,
                        context.random()),
                store::read);
        protocol = new PeerProtocol(layout, shared, peers, downloader, uploader,
                new RateMeter(nowNs),
                new Extensions(
                        new ExtensionHandshakes(context.network().listenPort(),
                                context.network().ownAddresses()),
                        Optional.of(new MetadataSender(metainfo, context.network().gate())),
                        PeerExchange.of(metainfo, connectedPeers,
                                context.network().gate(), nowNs)));
        statusReporter = new StatusReporter(metainfo, layout, verified, protocol, downloader,
                connectedPeers, webSeeds);
        fileChanges = new FileChangeChecker(store, options.readOnly(), context.random(), nowNs);
        readers = new StreamingReaders(layout, downloader, verified::has, store,
                ReadAheadBudget.SHARED, options.maxReadAhead());
        if (options.readOnly()) {
            readers.fail(new IOException("nothing is fetched into files that are shared in place"));
        }
        select(options.selection());
        downloader.setSequential(options.sequential());
        phase = isReading() ? SwarmPhase.READING : SwarmPhase.FETCHING;
        List.copyOf(peers.values()).forEach(peer -> adopt(peer, nowNs));
        connectWebSeeds(nowNs);
    }

    private boolean isReading() {
        return options.mode() == DownloadMode.READ;
    }

    /** The peer was sent HAVE_NONE; if that is wrong by now, it is closed and has to connect again. */
    private void adopt(PeerSession peer, long nowNs) {
        if (peer.deferred == null || !verified.isEmpty()) {
            connectedPeers.peers().remove(peer.number);
            peer.link.close();
            connectedPeers.disconnected(peer, nowNs);
            return;
        }
        try {
            protocol.adopt(peer, peer.deferred, nowNs);
        } catch (ProtocolException e) {
            connectionLost(peer, e, nowNs);
        }
    }

    @Override
    public SwarmStatus status(long nowNs) {
        return statusReporter.status(phase, nowNs);
    }

    @Override
    public SwarmStatus stoppedStatus(long nowNs) {
        return statusReporter.status(SwarmPhase.STOPPED, nowNs);
    }

    @Override
    public void handle(SwarmEvent event, long nowNs) {
        ticksSinceEvent = 0;
        switch (event) {
            case SwarmEvent.MessagesReceived(int number, List<PeerMessage> messages, _) ->
                connectedPeers.peer(number).ifPresent(peer -> received(peer, messages, nowNs));
            case SwarmEvent.PeerDisconnected(int number, var why) ->
                connectedPeers.peer(number).ifPresent(peer -> connectionLost(peer, why, nowNs));
            case SwarmEvent.PeerConnected(HandshakenPeer peer, var dialled) ->
                connected(peer, dialled, nowNs);
            case SwarmEvent.ConnectionOpened(PeerAddress address) ->
                connectedPeers.peerList().connectionOpened(address);
            case SwarmEvent.DialFailed(PeerAddress address, var why) ->
                connectedPeers.peerList().dialFailed(address, why, nowNs);
            case SwarmEvent.PeersAdded(List<PeerAddress> addresses) -> {
                connectedPeers.peerList().add(addresses, nowNs);
                dialDue(nowNs);
            }
            case SwarmEvent.MagnetPeersAdded(List<PeerAddress> addresses) -> {
                if (!metainfo.isPrivate()) {
                    connectedPeers.peerList().addMagnetPeers(addresses, nowNs);
                    dialDue(nowNs);
                }
            }
            case SwarmEvent.DevicesAdded(List<DeviceAddresses> devices) -> {
                connectedPeers.peerList().addDevices(devices, nowNs);
                dialDue(nowNs);
            }
            case SwarmEvent.WebSeedsAdded(List<WebSeedAddress> addresses) -> {
                webSeeds.add(addresses, nowNs);
                connectWebSeeds(nowNs);
            }
            case SwarmEvent.WebSeedsNamedByTracker(List<WebSeedAddress> addresses) -> {
                dropRemoved(webSeeds.setNamedByTracker(addresses, nowNs), nowNs);
                connectWebSeeds(nowNs);
            }
            case SwarmEvent.DisconnectAll() -> disconnectAll(nowNs);
            case SwarmEvent.HashFailed(int piece) -> hashFailed(piece, nowNs);
            case SwarmEvent.CorruptBlocks(List<Block> blocks) -> blocks
                    .forEach(
                            block -> downloader.picker().sender(block)
                                    .ifPresent(origin -> ban(origin, nowNs)));
            case SwarmEvent.PiecesVerified(List<Integer> pieces) -> {
                pieces.forEach(downloader::verified);
                pieces.forEach(verified::set);
                if (!isReading()) {
                    protocol.piecesVerified(pieces);
                }
                readers.piecesVerified(pieces);
                if (downloader.picker().isFinished() || removeRecovered(pieces)) {
                    statusReporter.setStorageObstacle(null);
                }
            }
            case SwarmEvent.PiecesLost(List<Integer> pieces, InvalidationReason reason) ->
                piecesLost(pieces, reason, nowNs);
            case SwarmEvent.Rechecked() -> disputedRechecked(nowNs);
            case SwarmEvent.FilesCreated() -> filesBeingCreated--;
            case SwarmEvent.WriteQueueDrained() -> downloader.writeQueueDrained();
            case SwarmEvent.DiskFull(DiskFullException error) -> diskFull(error);
            case SwarmEvent.DiskSpaceFreed() -> {
                readers.unblock();
                statusReporter.setStorageObstacle(null);
                downloader.pause(false);
            }
            case SwarmEvent.StorageFailed(List<Integer> lost, var reason) -> {
                downloader.lost(lost);
                failed(reason);
            }
            case SwarmEvent.SelectionChanged(FileSelection selection) -> {
                select(selection);
                wantedPiecesChanged(nowNs);
            }
            case SwarmEvent.SequentialChanged(boolean sequential) -> {
                downloader.setSequential(sequential);
                wantedPiecesChanged(nowNs);
            }
            case SwarmEvent.ReadRequested(ReadRequest request) -> readers.request(request, nowNs);
            case SwarmEvent.ReadCancelled(ReadRequest request) -> readers.cancel(request);
            case SwarmEvent.ReadsAhead(ReadAhead ahead) -> readers.readAhead(ahead);
            case SwarmEvent.ReaderClosed(long reader) -> readers.close(reader);
            case SwarmEvent.RecheckAdmission() -> recheckAdmission(nowNs);
            case SwarmEvent.LimitsChanged(var rates) -> limits.set(rates);
            case SwarmEvent.Stop() -> {
            }
        }
    }

    /** Files of length 0 have no pieces: the store creates them. */
    private void select(FileSelection selection) {
        downloader.select(selection, metainfo.files());
        if (!options.readOnly()) {
            filesBeingCreated++;
            store.prepareFiles(selection::wants);
        }
    }

    private void wantedPiecesChanged(long nowNs) {
        protocol.wantedPiecesChanged(nowNs);
        resumeDownloading(nowNs);
    }

    private void received(PeerSession peer, List<PeerMessage> messages, long nowNs) {
        try {
            protocol.received(peer, messages, nowNs);
        } catch (ProtocolException e) {
            connectionLost(peer, e, nowNs);
        }
    }

    private void connected(HandshakenPeer peer, @Nullable PeerAddress dialled, long nowNs) {
        connectedPeers.admit(peer, dialled, (other, why) -> drop(other, why, nowNs), nowNs)
                .ifPresent(protocol::connected);
    }

    private void connectionLost(PeerSession peer, IOException why, long nowNs) {
        peer.failed(why);
        drop(peer, String.valueOf(why.getMessage()), nowNs);
    }

    private void drop(PeerSession peer, String why, long nowNs) {
        LOG.debug("{}: {} {}: {}", metainfo.name(), peer.client, peer.link.remote(), why);
        protocol.disconnected(peer);
        if (peer.isWebSeed) {
            webSeeds.disconnected(peer, nowNs);
        } else {
            connectedPeers.disconnected(peer, nowNs);
        }
    }

    private void connectWebSeeds(long nowNs) {
        boolean downloads = phase == SwarmPhase.FETCHING || phase == SwarmPhase.READING;
        if (downloads && downloader.isDownloading()) {
            webSeeds.connectDue(protocol::connected, nowNs);
        }
    }

    private void dropRemoved(List<PeerSession> removed, long nowNs) {
        removed.forEach(seed -> drop(seed, "the web seed is not named any more", nowNs));
    }

    private void dropUselessWebSeeds(long nowNs) {
        for (PeerSession seed : protocol.stalledWebSeeds(nowNs)) {
            seed.stalled();
            drop(seed, "the web seed does not answer", nowNs);
        }
        for (PeerSession seed : protocol.spareWebSeeds()) {
            drop(seed, "the web seed has none of the missing pieces", nowNs);
            webSeeds.setAside(seed, nowNs);
        }
    }

    private void hashFailed(int piece, long nowNs) {
        Set<Integer> sources = downloader.hashFailed(piece);
        LOG.debug("{}: piece {} does not match its hash; it came from {} peers", metainfo.name(),
                piece, sources.size());
        if (sources.size() == 1) {
            ban(sources.iterator().next(), nowNs);
            falseSources.merge(piece, 1, Integer::sum);
            failIfNobodyElseHas(piece);
        }
    }

    /** Readers of a piece of which every holder at hand sent false bytes fail; a later holder may serve another read. */
    private void failIfNobodyElseHas(int piece) {
        boolean anyOther = connectedPeers.peers().values().stream()
                .anyMatch(peer -> peer.pieces.has(piece));
        if (!anyOther) {
            readers.fail(piece, new CorruptPieceException(piece,
                    falseSources.getOrDefault(piece, 1)));
        }
    }

    private void ban(int number, long nowNs) {
        if (webSeeds.isWebSeed(number)) {
            webSeeds.sentFalseData(number, nowNs).ifPresent(seed -> drop(seed,
                    "the web seed sent a piece that does not match its hash", nowNs));
            return;
        }
        connectedPeers.origin(number).ifPresent(origin -> {
            int count = connectedPeers.ban(origin, nowNs);
            if (count > 0) {
                LOG.warn("{}: {} at {} sent false data and is not talked to any more; {} at that"
                        + " host since this was last said", metainfo.name(), origin.client(),
                        origin.remote(), count);
            }
        });
        connectedPeers.banned().forEach(
                peer -> drop(peer, "sent a piece that does not match its hash", nowNs));
    }

    private void piecesLost(List<Integer> pieces, InvalidationReason reason, long nowNs) {
        pieces.forEach(verified::clear);
        downloader.lost(pieces);
        readers.piecesLost();
        if (isReading()) {
            LOG.debug("{}: {} pieces left the cache: {}", metainfo.name(), pieces.size(), reason);
            return;
        }
        LOG.warn("{}: {} pieces are not served: {}", metainfo.name(), pieces.size(), reason);
        lostPieces.addAll(pieces);
        resumeDownloading(nowNs);
        statusReporter
                .setStorageObstacle(new Obstacle.PiecesInvalidated(reason));
    }

    /** Removes verified pieces from the lost ones; true when these were the last. */
    private boolean removeRecovered(List<Integer> pieces) {
        boolean wereAny = !lostPieces.isEmpty();
        pieces.forEach(lostPieces::remove);
        return wereAny && lostPieces.isEmpty();
    }

    /** Pieces are missing again: seeds that were set aside are dialled again. */
    private void resumeDownloading(long nowNs) {
        if (phase == SwarmPhase.SEEDING && !options.readOnly()
                && !downloader.picker().isFinished()) {
            phase = SwarmPhase.FETCHING;
            connectedPeers.peerList().recallSetAside(nowNs);
            dialDue(nowNs);
        }
    }

    private void diskFull(DiskFullException error) {
        downloader.diskFull();
        if (isReading()) {
            readers.block(error);
        }
        statusReporter.setStorageObstacle(new Obstacle.DiskFull(error));
    }

    private void failed(IOException reason) {
        LOG.debug("{}: failed", metainfo.name(), reason);
        phase = SwarmPhase.FAILED;
        downloader.pause(true);
        downloader.close();
        statusReporter.setStorageObstacle(new Obstacle.WriteFailed(reason));
        failure = reason;
        readers.fail(reason);
    }

    /** The failure of the storage. */
    Optional<IOException> failure() {
        return Optional.ofNullable(failure);
    }

    private void disconnectAll(long nowNs) {
        for (PeerSession peer : List.copyOf(connectedPeers.peers().values())) {
            if (!peer.isWebSeed) {
                drop(peer, "it was named by a tracker that is not used any more", nowNs);
            }
        }
        connectedPeers.peerList().forgetAll();
    }

    private void recheckAdmission(long nowNs) {
        connectedPeers.noLongerAdmitted().forEach(peer -> drop(peer, "no longer admitted", nowNs));
    }

    @Override
    public void afterEvents(long nowNs, boolean tick) {
        if (readers.updateDeadlines(nowNs)) {
            wantedPiecesChanged(nowNs);
        }
        readers.syncSooner();
        if (tick) {
            ticksSinceEvent++;
            limits.update();
            protocol.tick(nowNs);
            readers.tick();
            if (!isReading()) {
                fileChanges.tick(nowNs);
            }
            protocol.timedOut(nowNs).forEach(peer -> drop(peer, "silent for too long", nowNs));
            dropUselessWebSeeds(nowNs);
            dropRedundantPeers(nowNs);
            dialDue(nowNs);
            connectWebSeeds(nowNs);
        } else {
            protocol.afterEvents(nowNs);
        }
    }

    @Override
    public long tickIntervalNs() {
        if (!connectedPeers.peers().values().isEmpty() && !protocol.isIdle()) {
            return Swarm.TICK_NS;
        }
        if (phase != SwarmPhase.SEEDING || fileChanges.isCheckDueSoon() || !protocol.isIdle()) {
            return IDLE_TICK_NS;
        }
        // An event may take effect at the next tick only.
        return connectedPeers.isAnyExpected() || ticksSinceEvent < 2
                ? SEEDING_TICK_NS
                : NO_PEERS_TICK_NS;
    }

    @Override
    public long rateLimitNs() {
        return downloader.rateLimitNs();
    }

    private void dropRedundantPeers(long nowNs) {
        if (phase != SwarmPhase.SEEDING && downloader.mayDownload()) {
            return;
        }
        for (PeerSession peer : List.copyOf(connectedPeers.peers().values())) {
            if (peer.wantsNothing()) {
                drop(peer, "both are seeds", nowNs);
                connectedPeers.setAside(peer, nowNs);
            }
        }
    }

    private void dialDue(long nowNs) {
        if (phase != SwarmPhase.FAILED) {
            connectedPeers.dialDue(nowNs);
        }
    }

    /** Starts seeding once all wanted pieces are verified; true each time it does. */
    boolean startSeedingIfComplete() {
        if (phase != SwarmPhase.FETCHING || filesBeingCreated > 0
                || !downloader.picker().isFinished()
                || isRecheckingDisputed()) {
            return false;
        }
        phase = SwarmPhase.SEEDING;
        for (PeerSession peer : connectedPeers.peers().values()) {
            protocol.updateInterest(peer);
        }
        return true;
    }

    /** Files that another program wrote to are checked again before the download counts as complete. */
    private boolean isRecheckingDisputed() {
        if (!rechecking && store.hasDisputedFiles()) {
            rechecking = true;
            statusReporter.setStorageObstacle(new Obstacle.RecheckingDisputed());
            store.recheckDisputed();
        }
        return rechecking;
    }

    private void disputedRechecked(long nowNs) {
        rechecking = false;
        if (downloader.picker().isFinished()) {
            statusReporter.setStorageObstacle(null);
        } else {
            protocol.wantedPiecesChanged(nowNs); // peers were sent NOT_INTERESTED
        }
    }

    @Override
    public void close() {
        readers.close(new SwarmStoppedException());
        new ArrayList<>(connectedPeers.peers().values()).forEach(protocol::disconnected);
        downloader.close();
    }
}
