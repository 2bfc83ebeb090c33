package org.gridtorrent.engine.swarm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gridtorrent.engine.choke.Choker;
import org.gridtorrent.engine.limit.Limits;
import org.gridtorrent.engine.limit.Pacer;
import org.gridtorrent.engine.picker.BegunLimits;
import org.gridtorrent.engine.picker.PiecePicker;
import org.gridtorrent.engine.picker.Selection;
import org.gridtorrent.engine.picker.Suggestions;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.storage.FileErrors;
import org.gridtorrent.engine.storage.PieceStore;
import org.gridtorrent.engine.swarm.Obstacle.Code;
import org.gridtorrent.engine.transport.DeviceAddresses;
import org.gridtorrent.engine.transport.PeerAddress;
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
    private final Limits limits;
    private final ConnectedPeers connectedPeers;
    private final Downloader downloader;
    private final Uploader uploader;
    private final PeerProtocol protocol;
    private final StatusReporter statusReporter;
    private final FileChangeChecker fileChanges;
    private final DownloadControl control;
    private SwarmPhase phase;
    private boolean settling;
    /** How many times the store was asked to make files, and has not yet. */
    private int preparing;
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
        connectedPeers.contentKnown(layout, store::read);
        var peers = connectedPeers.peers();
        var pacer = new Pacer(List.of(limits.down(), context.limits().down()));
        downloader = new Downloader(layout,
                new PiecePicker(layout, had, BegunLimits.of(layout, store.bufferPool().limitBytes()),
                        context.random()),
                peers,
                store, connectedPeers.backpressure(), new RateMeter(nowNs), pacer,
                !options.readOnly());
        uploader = new Uploader(metainfo.infoHash(),
                new Choker(options.chokeMode(), options.uploadSlots(), context.random()), had,
                layout, new Suggestions(layout.pieceCount(), downloader::heldByOthers,
                        context.random()));
        protocol = new PeerProtocol(layout, had, peers, downloader, uploader, new RateMeter(nowNs),
                new Extensions(new ExtensionHandshakes(context.listenPort(), context.own()),
                        Optional.of(new MetadataSender(metainfo, context.gate())),
                        PeerExchange.of(metainfo, connectedPeers, nowNs)));
        statusReporter = new StatusReporter(metainfo, layout, had, protocol, downloader,
                connectedPeers);
        fileChanges = new FileChangeChecker(store, options.readOnly(), context.random(), nowNs);
        control = new DownloadControl(metainfo.files(), options.readOnly(), downloader, protocol,
                new StreamingReaders(downloader, had::has, store));
        control.begin(options.selection(), options.sequential());
        prepare(options.selection());
        phase = SwarmPhase.FETCHING;
        List.copyOf(peers.values()).forEach(peer -> adopt(peer, nowNs));
    }

    /** It was told that nothing is had; if that is not so, it is to come again and hear the truth. */
    private void adopt(PeerSession peer, long nowNs) {
        if (peer.deferred == null || !had.isEmpty()) {
            connectedPeers.peers().remove(peer.number);
            peer.link.close();
            connectedPeers.left(peer, nowNs);
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
            case SwarmEvent.MessagesReceived(int number, List<PeerMessage> messages) ->
                protocol.peer(number).ifPresent(peer -> received(peer, messages, nowNs));
            case SwarmEvent.PeerDisconnected(int number, var why) ->
                protocol.peer(number).ifPresent(peer -> lost(peer, why, nowNs));
            case SwarmEvent.PeerConnected(HandshakenPeer peer, var dialled) ->
                joined(peer, dialled, nowNs);
            case SwarmEvent.ConnectionOpened(PeerAddress address) ->
                connectedPeers.lineOpen(address);
            case SwarmEvent.DialFailed(PeerAddress address, var why) ->
                connectedPeers.dialFailed(address, why, nowNs);
            case SwarmEvent.PeersAdded(List<PeerAddress> addresses) -> {
                connectedPeers.known(addresses, nowNs);
                dialDue(nowNs);
            }
            case SwarmEvent.MagnetPeersAdded(List<PeerAddress> addresses) -> {
                if (!metainfo.isPrivate()) {
                    connectedPeers.namedByLink(addresses, nowNs);
                    dialDue(nowNs);
                }
            }
            case SwarmEvent.DevicesAdded(List<DeviceAddresses> devices) -> {
                connectedPeers.knownDevices(devices, nowNs);
                dialDue(nowNs);
            }
            case SwarmEvent.DisconnectAll() -> leavePeers(nowNs);
            case SwarmEvent.HashFailed(int piece) -> mismatched(piece, nowNs);
            case SwarmEvent.CorruptBlocks(List<Block> blocks) -> blocks
                    .forEach(
                            block -> downloader.whoSent(block).ifPresent(liar -> ban(liar, nowNs)));
            case SwarmEvent.PiecesVerified(List<Integer> pieces) -> {
                pieces.forEach(downloader::verified);
                protocol.durable(pieces);
                control.had();
                if (downloader.complete() || areBack(pieces)) {
                    statusReporter.diskTrouble(null);
                }
            }
            case SwarmEvent.PiecesLost(List<Integer> pieces, String reason) ->
                withdrawn(pieces, reason, nowNs);
            case SwarmEvent.Rechecked() -> settled(nowNs);
            case SwarmEvent.FilesCreated() -> preparing--;
            case SwarmEvent.WriteQueueDrained() -> downloader.drained();
            case SwarmEvent.DiskFull(String reason) -> diskFull(reason);
            case SwarmEvent.DiskSpaceFreed() -> {
                statusReporter.diskTrouble(null);
                downloader.pause(false);
            }
            case SwarmEvent.StorageFailed(List<Integer> lost, var reason) -> {
                downloader.lost(lost);
                failed(reason);
            }
            case SwarmEvent.Control request -> {
                if (request instanceof SwarmEvent.SelectionChanged(Selection wanted)) {
                    prepare(wanted);
                }
                control.handle(request, nowNs);
                fetchesAgain(nowNs);
            }
            case SwarmEvent.RecheckAdmission() -> recheckAdmission(nowNs);
            case SwarmEvent.LimitsChanged(var rates) -> limits.set(rates);
            case SwarmEvent.Stop() -> {
            }
        }
    }

    /** Files without bytes never come: they are there as soon as they are wanted. */
    private void prepare(Selection wanted) {
        if (!options.readOnly()) {
            preparing++;
            store.prepareFiles(wanted::wants);
        }
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
        connectedPeers.left(peer, nowNs);
    }

    private void hashFailed(int piece, long nowNs) {
        Set<Integer> sources = downloader.failed(piece);
        LOG.debug("{}: piece {} does not match its hash; it came from {} peers", metainfo.name(),
                piece, sources.size());
        if (sources.size() == 1) {
            ban(sources.iterator().next(), nowNs);
        }
    }

    private void ban(int number, long nowNs) {
        connectedPeers.origin(number).ifPresent(liar -> {
            int count = connectedPeers.ban(liar, nowNs);
            if (count > 0) {
                LOG.warn("{}: {} at {} sent false data and is not talked to any more; {} at that"
                        + " host since this was last said", metainfo.name(), liar.client(),
                        liar.remote(), count);
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
        control.lost(nowNs);
        fetchesAgain(nowNs);
        statusReporter
                .diskTrouble(new Obstacle(Code.STORAGE_FAILED, "Some of the data is not served: "
                        + reason + "."));
    }

    /** Whether these are the last of those that were withdrawn. */
    private boolean areBack(List<Integer> pieces) {
        boolean wereAny = !withdrawn.isEmpty();
        pieces.forEach(withdrawn::remove);
        return wereAny && withdrawn.isEmpty();
    }

    /** More is wanted than is had, after all: seeds that had nothing to exchange are called back. */
    private void fetchesAgain(long nowNs) {
        if (phase == SwarmPhase.SEEDING && !options.readOnly() && !downloader.complete()) {
            phase = SwarmPhase.FETCHING;
            connectedPeers.recallSetAside(nowNs);
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
        downloader.end();
        statusReporter.diskTrouble(new Obstacle(Code.STORAGE_FAILED, "The data cannot be written: "
                + FileErrors.describe(reason) + "."));
        failure = reason;
        control.fail(reason);
    }

    /** Why the content cannot be used any more. */
    Optional<IOException> failure() {
        return Optional.ofNullable(failure);
    }

    private void leavePeers(long nowNs) {
        for (PeerSession peer : List.copyOf(protocol.peers())) {
            drop(peer, "it was named by a tracker that is not used any more", nowNs);
        }
        connectedPeers.forgetAll();
    }

    private void recheckAdmission(long nowNs) {
        connectedPeers.noLongerAdmitted().forEach(peer -> drop(peer, "no longer admitted", nowNs));
    }

    @Override
    public void settle(long nowNs, boolean tick) {
        control.hurry();
        if (tick) {
            ticksSinceEvent++;
            limits.follow();
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
        return downloader.heldNs();
    }

    private void dropWhoHasNothingToExchange(long nowNs) {
        if (phase != SwarmPhase.SEEDING && downloader.mayFetch()) {
            return;
        }
        for (PeerSession peer : List.copyOf(protocol.peers())) {
            if (peer.isSated()) {
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
        if (phase != SwarmPhase.FETCHING || preparing > 0 || !downloader.complete()
                || isUnsettled()) {
            return false;
        }
        phase = SwarmPhase.SEEDING;
        for (PeerSession peer : protocol.peers()) {
            protocol.reconsiderInterest(peer);
        }
        return true;
    }

    /** What another program wrote to meanwhile is hashed once more before it counts as complete. */
    private boolean isUnsettled() {
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
        if (downloader.complete()) {
            statusReporter.diskTrouble(null);
        } else {
            protocol.wantsChanged(nowNs); // peers were told that nothing is wanted any more
        }
    }

    @Override
    public void close() {
        control.fail(new IOException(Swarm.STOPPED));
        new ArrayList<>(protocol.peers()).forEach(protocol::left);
        downloader.end();
    }
}
