package org.gridtorrent.engine.swarm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gridtorrent.engine.choke.Choker;
import org.gridtorrent.engine.connection.ConnectedPeers;
import org.gridtorrent.engine.connection.HandshakenPeer;
import org.gridtorrent.engine.connection.PeerSession;
import org.gridtorrent.engine.connection.RateMeter;
import org.gridtorrent.engine.download.ContentReader;
import org.gridtorrent.engine.download.Downloader;
import org.gridtorrent.engine.download.ReadRequest;
import org.gridtorrent.engine.download.StreamingReaders;
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
import org.gridtorrent.engine.status.Obstacle.Code;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.engine.storage.PieceStore;
import org.gridtorrent.engine.storage.files.FileErrors;
import org.gridtorrent.engine.transport.DeviceAddresses;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.upload.PieceSuggestions;
import org.gridtorrent.engine.upload.Uploader;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.engine.wire.ProtocolException;
import org.gridtorrent.metainfo.Metainfo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a swarm's owner thread does with each event: lets peers in, drops them, and hands the rest to
 * the {@link PeerProtocol}. For that thread alone.
 */
final class TransferPhase implements PhaseHandler {
    private static final Logger LOG = LoggerFactory.getLogger(TransferPhase.class);

    /** Between ticks while nothing moves. */
    private static final long QUIET_NS = 1_000_000_000L;
    /**
     * The same while nobody is wanted either, and nothing was served. Who comes hears of the others (BEP 11)
     * within so long, and then of news once a minute, as always: nobody waits for it who wants something.
     */
    private static final long RESTS_NS = 5_000_000_000L;
    /** The same while nobody is there nor to be dialled: whoever comes wakes it. */
    private static final long ALONE_NS = 60_000_000_000L;

    private final Metainfo metainfo;
    private final PieceLayout layout;
    private final PieceStore store;
    private final SwarmOptions options;
    private final Bitfield had;
    private final RateLimits limits;
    private final ConnectedPeers connectedPeers;
    private final Downloader downloader;
    private final Uploader uploader;
    private final PeerProtocol protocol;
    private final StatusReporter statusReporter;
    private final FileChangeChecker fileChanges;
    private final StreamingReaders readers;
    private SwarmPhase phase;
    private boolean settling;
    /** Requests to create files that the store has not done yet. */
    private int filesBeingCreated;
    private int ticksSinceEvent;
    /** Pieces that were had, and are not had again. */
    private final Set<Integer> withdrawn = new HashSet<>();
    private @Nullable IOException failure;

    TransferPhase(Metainfo metainfo, PieceStore store, SwarmOptions options, SwarmContext context,
            ConnectedPeers connectedPeers) {
        this.metainfo = metainfo;
        this.store = store;
        this.options = options;
        this.connectedPeers = connectedPeers;
        long nowNs = context.clock().getAsLong();
        layout = new PieceLayout(metainfo.totalLength(), metainfo.pieceLength());
        had = store.verified();
        limits = connectedPeers.limits();
        connectedPeers.contentKnown(layout);
        var peers = connectedPeers.peers();
        var rateLimits = new RateLimitChain(List.of(limits.down(), context.limits().down()));
        downloader = new Downloader(layout,
                new PiecePicker(layout, had,
                        DownloadingLimits.of(layout, store.bufferPool().limitBytes()),
                        context.random()),
                peers,
                store, connectedPeers.backpressure(), new RateMeter(nowNs), rateLimits,
                !options.readOnly());
        uploader = new Uploader(metainfo.infoHash(),
                new Choker(options.chokeMode(), options.uploadSlots(), context.random()), had,
                layout,
                new PieceSuggestions(layout.pieceCount(), downloader.picker()::isHeldByLeech,
                        context.random()),
                store::read);
        protocol = new PeerProtocol(layout, had, peers, downloader, uploader, new RateMeter(nowNs),
                new Extensions(
                        new ExtensionHandshakes(context.network().listenPort(),
                                context.network().ownAddresses()),
                        Optional.of(new MetadataSender(metainfo, context.network().gate())),
                        PeerExchange.of(metainfo, connectedPeers, nowNs)));
        statusReporter = new StatusReporter(metainfo, layout, had, protocol, downloader,
                connectedPeers);
        fileChanges = new FileChangeChecker(store, options.readOnly(), context.random(), nowNs);
        readers = new StreamingReaders(downloader, had::has, store);
        if (options.readOnly()) {
            readers.fail(new IOException("nothing is fetched into files that are shared in place"));
        }
        select(options.selection());
        downloader.setSequential(options.sequential());
        phase = SwarmPhase.FETCHING;
        List.copyOf(peers.values()).forEach(peer -> adopt(peer, nowNs));
    }

    /** It was told that nothing is had; if that is not so, it is to come again and hear the truth. */
    private void adopt(PeerSession peer, long nowNs) {
        if (peer.deferred == null || !had.isEmpty()) {
            connectedPeers.peers().remove(peer.number);
            peer.link.close();
            connectedPeers.disconnected(peer, nowNs);
            return;
        }
        try {
            protocol.adopt(peer, peer.deferred, nowNs);
        } catch (ProtocolException e) {
            lost(peer, e, nowNs);
        }
    }

    @Override
    public SwarmStatus status(long nowNs) {
        return statusReporter.status(phase, nowNs);
    }

    @Override
    public SwarmStatus stopped(long nowNs) {
        return statusReporter.status(SwarmPhase.STOPPED, nowNs);
    }

    @Override
    public void handle(SwarmEvent event, long nowNs) {
        ticksSinceEvent = 0;
        switch (event) {
            case SwarmEvent.MessagesReceived(int number, List<PeerMessage> messages, _) ->
                protocol.peer(number).ifPresent(peer -> received(peer, messages, nowNs));
            case SwarmEvent.PeerDisconnected(int number, var why) ->
                protocol.peer(number).ifPresent(peer -> lost(peer, why, nowNs));
            case SwarmEvent.PeerConnected(HandshakenPeer peer, var dialled) ->
                joined(peer, dialled, nowNs);
            case SwarmEvent.ConnectionOpened(PeerAddress address) ->
                connectedPeers.known().connectionOpened(address);
            case SwarmEvent.DialFailed(PeerAddress address, var why) ->
                connectedPeers.known().dialFailed(address, why, nowNs);
            case SwarmEvent.PeersAdded(List<PeerAddress> addresses) -> {
                connectedPeers.known().add(addresses, nowNs);
                dialDue(nowNs);
            }
            case SwarmEvent.MagnetPeersAdded(List<PeerAddress> addresses) -> {
                if (!metainfo.isPrivate()) {
                    connectedPeers.known().addOfMagnet(addresses, nowNs);
                    dialDue(nowNs);
                }
            }
            case SwarmEvent.DevicesAdded(List<DeviceAddresses> devices) -> {
                connectedPeers.known().addDevices(devices, nowNs);
                dialDue(nowNs);
            }
            case SwarmEvent.DisconnectAll() -> disconnectAll(nowNs);
            case SwarmEvent.HashFailed(int piece) -> hashFailed(piece, nowNs);
            case SwarmEvent.CorruptBlocks(List<Block> blocks) -> blocks
                    .forEach(
                            block -> downloader.picker().sender(block)
                                    .ifPresent(origin -> ban(origin, nowNs)));
            case SwarmEvent.PiecesVerified(List<Integer> pieces) -> {
                pieces.forEach(downloader::verified);
                protocol.durable(pieces);
                readers.piecesVerified();
                if (downloader.picker().isFinished() || areRecovered(pieces)) {
                    statusReporter.diskTrouble(null);
                }
            }
            case SwarmEvent.PiecesLost(List<Integer> pieces, String reason) ->
                invalidated(pieces, reason, nowNs);
            case SwarmEvent.Rechecked() -> disputedRechecked(nowNs);
            case SwarmEvent.FilesCreated() -> filesBeingCreated--;
            case SwarmEvent.WriteQueueDrained() -> downloader.writeQueueDrained();
            case SwarmEvent.DiskFull(String reason) -> diskFull(reason);
            case SwarmEvent.DiskSpaceFreed() -> {
                statusReporter.diskTrouble(null);
                downloader.pause(false);
            }
            case SwarmEvent.StorageFailed(List<Integer> lost, var reason) -> {
                downloader.lost(lost);
                failed(reason);
            }
            case SwarmEvent.SelectionChanged(FileSelection selection) -> {
                select(selection);
                wantsChanged(nowNs);
            }
            case SwarmEvent.SequentialChanged(boolean sequential) -> {
                downloader.setSequential(sequential);
                wantsChanged(nowNs);
            }
            case SwarmEvent.ReadRequested(ReadRequest request) -> {
                readers.request(request, nowNs);
                wantsChanged(nowNs);
            }
            case SwarmEvent.ReaderClosed(long reader) -> {
                readers.close(reader);
                wantsChanged(nowNs);
            }
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

    private void wantsChanged(long nowNs) {
        protocol.wantsChanged(nowNs);
        resumeFetching(nowNs);
    }

    private void received(PeerSession peer, List<PeerMessage> messages, long nowNs) {
        try {
            protocol.received(peer, messages, nowNs);
        } catch (ProtocolException e) {
            lost(peer, e, nowNs);
        }
    }

    private void joined(HandshakenPeer peer, @Nullable PeerAddress dialled, long nowNs) {
        connectedPeers.joined(peer, dialled, (other, why) -> drop(other, why, nowNs), nowNs)
                .ifPresent(protocol::joined);
    }

    private void lost(PeerSession peer, IOException why, long nowNs) {
        peer.failed(why);
        drop(peer, String.valueOf(why.getMessage()), nowNs);
    }

    private void drop(PeerSession peer, String why, long nowNs) {
        LOG.debug("{}: {} {}: {}", metainfo.name(), peer.client, peer.link.remote(), why);
        protocol.left(peer);
        connectedPeers.disconnected(peer, nowNs);
    }

    private void hashFailed(int piece, long nowNs) {
        Set<Integer> sources = downloader.hashFailed(piece);
        LOG.debug("{}: piece {} does not match its hash; it came from {} peers", metainfo.name(),
                piece, sources.size());
        if (sources.size() == 1) {
            ban(sources.iterator().next(), nowNs);
        }
    }

    private void ban(int number, long nowNs) {
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

    private void invalidated(List<Integer> pieces, String reason, long nowNs) {
        LOG.warn("{}: {}", metainfo.name(), reason);
        pieces.forEach(had::clear);
        withdrawn.addAll(pieces);
        downloader.lost(pieces);
        readers.piecesLost(nowNs);
        resumeFetching(nowNs);
        statusReporter
                .diskTrouble(new Obstacle(Code.STORAGE_FAILED, "Some of the data is not served: "
                        + reason + "."));
    }

    /** Whether these are the last of those that were withdrawn. */
    private boolean areRecovered(List<Integer> pieces) {
        boolean wereAny = !withdrawn.isEmpty();
        pieces.forEach(withdrawn::remove);
        return wereAny && withdrawn.isEmpty();
    }

    /** More is wanted than is had, after all: seeds that had nothing to exchange are called back. */
    private void resumeFetching(long nowNs) {
        if (phase == SwarmPhase.SEEDING && !options.readOnly()
                && !downloader.picker().isFinished()) {
            phase = SwarmPhase.FETCHING;
            connectedPeers.known().recallSetAside(nowNs);
            dialDue(nowNs);
        }
    }

    private void diskFull(String reason) {
        downloader.diskFull();
        statusReporter.diskTrouble(Obstacle.diskFull(reason));
    }

    private void failed(IOException reason) {
        LOG.debug("{}: failed", metainfo.name(), reason);
        phase = SwarmPhase.FAILED;
        downloader.pause(true);
        downloader.close();
        statusReporter.diskTrouble(new Obstacle(Code.STORAGE_FAILED, "The data cannot be written: "
                + FileErrors.describe(reason) + "."));
        failure = reason;
        readers.fail(reason);
    }

    /** Why the content cannot be used any more. */
    Optional<IOException> failure() {
        return Optional.ofNullable(failure);
    }

    private void disconnectAll(long nowNs) {
        for (PeerSession peer : List.copyOf(protocol.peers())) {
            drop(peer, "it was named by a tracker that is not used any more", nowNs);
        }
        connectedPeers.known().forgetAll();
    }

    private void recheckAdmission(long nowNs) {
        connectedPeers.noLongerAdmitted().forEach(peer -> drop(peer, "no longer admitted", nowNs));
    }

    @Override
    public void settle(long nowNs, boolean tick) {
        readers.syncSooner();
        if (tick) {
            ticksSinceEvent++;
            limits.update();
            protocol.tick(nowNs);
            fileChanges.tick(nowNs);
            protocol.silent(nowNs).forEach(peer -> drop(peer, "silent for too long", nowNs));
            dropWhoHasNothingToExchange(nowNs);
            dialDue(nowNs);
        } else {
            protocol.settle(nowNs);
        }
    }

    @Override
    public long pauseNs() {
        if (!protocol.peers().isEmpty() && !protocol.isQuiet()) {
            return Swarm.TICK_NS;
        }
        if (phase != SwarmPhase.SEEDING || fileChanges.isSoon() || !protocol.isQuiet()) {
            return QUIET_NS;
        }
        // What an event leads to may be there for the next tick only.
        return connectedPeers.isAnyExpected() || ticksSinceEvent < 2 ? RESTS_NS : ALONE_NS;
    }

    @Override
    public long limitNs() {
        return downloader.rateLimitNs();
    }

    private void dropWhoHasNothingToExchange(long nowNs) {
        if (phase != SwarmPhase.SEEDING && downloader.mayDownload()) {
            return;
        }
        for (PeerSession peer : List.copyOf(protocol.peers())) {
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

    /** True when everything that is wanted has come; again when more was wanted since. */
    boolean turnsToSeeding() {
        if (phase != SwarmPhase.FETCHING || filesBeingCreated > 0
                || !downloader.picker().isFinished()
                || isAnyDisputed()) {
            return false;
        }
        phase = SwarmPhase.SEEDING;
        for (PeerSession peer : protocol.peers()) {
            protocol.reconsiderInterest(peer);
        }
        return true;
    }

    /** What another program wrote to meanwhile is hashed once more before it counts as complete. */
    private boolean isAnyDisputed() {
        if (!settling && store.hasDisputedFiles()) {
            settling = true;
            statusReporter.diskTrouble(new Obstacle(Code.CHECKING,
                    "What another program changed meanwhile is being checked once more."));
            store.recheckDisputed();
        }
        return settling;
    }

    private void disputedRechecked(long nowNs) {
        settling = false;
        if (downloader.picker().isFinished()) {
            statusReporter.diskTrouble(null);
        } else {
            protocol.wantsChanged(nowNs); // peers were told that nothing is wanted any more
        }
    }

    @Override
    public void close() {
        readers.fail(new IOException(ContentReader.STOPPED));
        new ArrayList<>(protocol.peers()).forEach(protocol::left);
        downloader.close();
    }
}
