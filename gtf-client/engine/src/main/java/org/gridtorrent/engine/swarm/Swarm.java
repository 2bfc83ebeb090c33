package org.gridtorrent.engine.swarm;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.LongPredicate;
import org.gridtorrent.engine.announce.TrackerStatus;
import org.gridtorrent.engine.connection.ConnectedPeers;
import org.gridtorrent.engine.connection.HandshakenPeer;
import org.gridtorrent.engine.download.ContentReader;
import org.gridtorrent.engine.download.PositionalReader;
import org.gridtorrent.engine.download.ReadAhead;
import org.gridtorrent.engine.download.ReadRequest;
import org.gridtorrent.engine.download.ReadRequests;
import org.gridtorrent.engine.download.SwarmStoppedException;
import org.gridtorrent.engine.extension.ExtensionHandshakes;
import org.gridtorrent.engine.limit.RateSchedules;
import org.gridtorrent.engine.picker.FileSelection;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.status.Obstacle;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.engine.storage.PieceStore;
import org.gridtorrent.engine.storage.PieceStoreListener;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.gridtorrent.engine.transport.DeviceAddresses;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.webseed.WebSeedAddress;
import org.gridtorrent.engine.webseed.WebSeeds;
import org.gridtorrent.mdtp.http.AddressPolicy;
import org.gridtorrent.mdtp.http.ReplicaUri;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.MagnetLink;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.MetainfoFile;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Swarm of one content: downloads it from peers and web seeds, and uploads it to peers.
 *
 * <p>Thread-safe. All state is confined to one virtual thread, the swarm's thread, which runs the phases
 * {@link MetadataPhase} and {@link TransferPhase}; all other threads put events into its mailbox.
 */
public final class Swarm {
    private static final Logger LOG = LoggerFactory.getLogger(Swarm.class);
    /** Between ticks while blocks are transferred. */
    static final long TICK_NS = 250_000_000L;
    private static final Duration FULL_DISK_RETRY = Duration.ofSeconds(5);

    private final InfoHash infoHash;
    private final @Nullable MagnetLink link;
    /** Null while only the link is known; written by the swarm's thread. */
    private volatile @Nullable Metainfo metainfo;
    private final StoreOpener opener;
    private final SwarmOptions options;
    private final SwarmContext context;
    private final Mailbox mailbox = new Mailbox(Swarm::drop);
    private final CompletableFuture<SwarmStatus> completion = new CompletableFuture<>();
    private final Thread swarmThread;
    private volatile List<TrackerStatus> trackers = List.of();
    private volatile boolean stopping;
    private volatile SwarmStatus status;
    private volatile long bytesVerifiedAtStart;
    /** Confined to the swarm's thread. */
    private @Nullable PhaseHandler state;

    /** Opens the content's files and journal, and checks existing data; may take long. */
    @FunctionalInterface
    public interface StoreOpener {
        PieceStore open(Metainfo metainfo, PieceStoreListener listener, HashProgress progress)
                throws IOException, InterruptedException;
    }

    private Swarm(InfoHash infoHash, @Nullable MagnetLink link, @Nullable Metainfo metainfo,
            SwarmStatus first, StoreOpener opener, SwarmOptions options, SwarmContext context) {
        this.infoHash = infoHash;
        this.link = link;
        this.metainfo = metainfo;
        this.opener = opener;
        this.options = options;
        this.context = context;
        this.status = first;
        this.swarmThread = Thread.ofVirtual().name("swarm " + infoHash.hex()).unstarted(this::run);
    }

    /** Starts with the check of existing data. */
    public static Swarm start(Metainfo metainfo, StoreOpener opener, SwarmOptions options,
            SwarmContext context) {
        Swarm swarm = new Swarm(metainfo.infoHash(), null, metainfo, checking(metainfo, 0), opener,
                options, context);
        swarm.swarmThread.start();
        return swarm;
    }

    /** Starts by requesting the metadata from peers (BEP 9), and continues with the same peers. */
    public static Swarm start(MagnetLink link, StoreOpener opener, SwarmOptions options,
            SwarmContext context) {
        Swarm swarm = new Swarm(link.infoHash(), link, null,
                StatusReporter.unknown(link, SwarmPhase.METADATA, new Obstacle.NoPeers(false)),
                opener, options, context);
        swarm.swarmThread.start();
        return swarm;
    }

    /** Starts with metadata that was requested and saved earlier. */
    public static Swarm start(MagnetLink link, Metainfo metainfo, StoreOpener opener,
            SwarmOptions options, SwarmContext context) {
        Swarm swarm = new Swarm(link.infoHash(), link, metainfo, checking(metainfo, 0), opener,
                options, context);
        swarm.swarmThread.start();
        return swarm;
    }

    public InfoHash infoHash() {
        return infoHash;
    }

    /** Empty while only the magnet link is known. */
    public Optional<Metainfo> metainfo() {
        return Optional.ofNullable(metainfo);
    }

    /** Adds peers; those not connected are dialled soon, and again with growing pauses. */
    public void addPeers(Collection<PeerAddress> addresses) {
        mailbox.put(new SwarmEvent.PeersAdded(List.copyOf(addresses)));
    }

    /** Adds peers that the magnet link names; removed if the content is private (BEP 27). */
    public void addMagnetPeers(Collection<PeerAddress> addresses) {
        mailbox.put(new SwarmEvent.MagnetPeersAdded(List.copyOf(addresses)));
    }

    /** Adds devices, each with all its addresses. A device has one connection, by the first that works. */
    public void addDevices(Collection<DeviceAddresses> devices) {
        mailbox.put(new SwarmEvent.DevicesAdded(List.copyOf(devices)));
    }

    /**
     * Adds web seeds that the metainfo or the magnet link names (BEP 19). Not used for private content, whose
     * sources its tracker names alone (BEP 27), nor while only a magnet link is known.
     */
    public void addWebSeeds(Collection<URI> addresses, AddressPolicy policy) {
        mailbox.put(new SwarmEvent.WebSeedsAdded(
                webSeeds(addresses, policy, WebSeedAddress.Source.METAINFO)));
    }

    /**
     * Sets the web seeds that the site's tracker names; those that it named before and does not name now are
     * removed.
     */
    public void setTrackerWebSeeds(Collection<URI> addresses, AddressPolicy policy) {
        mailbox.put(new SwarmEvent.WebSeedsNamedByTracker(
                webSeeds(addresses, policy, WebSeedAddress.Source.TRACKER)));
    }

    private static List<WebSeedAddress> webSeeds(Collection<URI> addresses, AddressPolicy policy,
            WebSeedAddress.Source source) {
        List<WebSeedAddress> usable = new ArrayList<>();
        for (URI address : addresses) {
            try {
                usable.add(
                        new WebSeedAddress(ReplicaUri.parse(address.toString()), policy, source));
            } catch (IllegalArgumentException e) {
                LOG.info("the web seed {} is not used: {}",
                        ReplicaUri.withoutSecrets(address.toString()), e.getMessage());
            }
        }
        return usable;
    }

    /** Takes over a connection that a peer opened. */
    public void attachPeer(HandshakenPeer peer) {
        if (stopping || completion.isCompletedExceptionally()) {
            peer.connection().close();
        } else {
            mailbox.put(new SwarmEvent.PeerConnected(peer, null));
        }
    }

    /** Sets the trackers' status, which {@link #status} includes. */
    public void setTrackers(List<TrackerStatus> now) {
        trackers = List.copyOf(now);
    }

    /** Closes all connections, and removes all known peers. */
    public void disconnectPeers() {
        mailbox.put(new SwarmEvent.DisconnectAll());
    }

    /** Whether the data is shared in place: it is uploaded, and missing pieces are not downloaded. */
    public boolean isReadOnly() {
        return options.readOnly();
    }

    /** The status, at most half a second old while anything happens. */
    public SwarmStatus status() {
        return status.withTrackers(trackers);
    }

    /** Bytes verified by the check of existing data; 0 before it has ended. */
    public long bytesVerifiedAtStart() {
        return bytesVerifiedAtStart;
    }

    /**
     * Completes when all wanted pieces are verified and synced for the first time. Fails with an {@link
     * IOException} when the storage does, and is cancelled when the swarm is stopped.
     */
    public CompletableFuture<SwarmStatus> completion() {
        return completion.copy();
    }

    /** Selects the files to download, with priorities. Verified pieces of other files stay, and are uploaded. */
    public void select(FileSelection selection) {
        selection.check(requireMetainfo().files());
        mailbox.put(new SwarmEvent.SelectionChanged(selection));
    }

    /** Files can be selected and read only once the metainfo is known. */
    private Metainfo requireMetainfo() {
        Metainfo known = metainfo;
        if (known == null) {
            throw new IllegalStateException("what is in " + status.name() + " is not known yet");
        }
        return known;
    }

    /** Picks pieces in order, or the rarest first. */
    public void setSequential(boolean sequential) {
        var _ = requireMetainfo();
        mailbox.put(new SwarmEvent.SequentialChanged(sequential));
    }

    /**
     * Opens a stream of a file's bytes from {@code from} to before {@code to}; its next pieces are downloaded
     * before all others.
     *
     * @param file index in the metainfo
     */
    public ContentReader reader(int file, long from, long to) {
        Metainfo content = requireMetainfo();
        if (file < 0 || file >= content.files().size()) {
            throw new IllegalArgumentException("file %d of %d".formatted(file,
                    content.files().size()));
        }
        MetainfoFile read = content.files().get(file);
        if (from < 0 || from > to || to > read.length()) {
            throw new IllegalArgumentException(
                    "from %d to %d of %d bytes".formatted(from, to, read.length()));
        }
        return new ContentReader(
                new PieceLayout(content.totalLength(), content.pieceLength()), readRequests(),
                read.offset() + from, read.offset() + to);
    }

    /**
     * Opens a reader of a file at any position; the pieces that it reads and reads ahead are downloaded before
     * all others.
     *
     * @param file index in the metainfo
     */
    public PositionalReader open(int file) {
        Metainfo content = requireMetainfo();
        MetainfoFile read = content.files()
                .get(Objects.checkIndex(file, content.files().size()));
        return new PositionalReader(
                new PieceLayout(content.totalLength(), content.pieceLength()), readRequests(),
                read.offset(), read.offset() + read.length());
    }

    private ReadRequests readRequests() {
        return new ReadRequests() {
            @Override
            public void request(ReadRequest request) {
                mailbox.put(new SwarmEvent.ReadRequested(request));
            }

            @Override
            public void cancel(ReadRequest request) {
                mailbox.put(new SwarmEvent.ReadCancelled(request));
            }

            @Override
            public void readAhead(ReadAhead ahead) {
                mailbox.put(new SwarmEvent.ReadsAhead(ahead));
            }

            @Override
            public boolean isRunning() {
                return swarmThread.isAlive();
            }

            @Override
            public void readerClosed(long reader) {
                mailbox.put(new SwarmEvent.ReaderClosed(reader));
            }
        };
    }

    /** Closes connected peers that the gate no longer admits. */
    public void recheckAdmission() {
        mailbox.put(new SwarmEvent.RecheckAdmission());
    }

    /** Sets the rate limits of this content, which apply together with the engine's. */
    public void limit(RateSchedules rates) {
        mailbox.put(new SwarmEvent.LimitsChanged(rates));
    }

    /** Closes all peers, syncs received pieces, and returns when the files are closed. */
    public void stop() {
        stopping = true;
        if (status.phase() == SwarmPhase.CHECKING) {
            swarmThread.interrupt();
        }
        mailbox.put(new SwarmEvent.Stop());
        join(swarmThread);
    }

    private static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        ConnectedPeers connectedPeers = new ConnectedPeers(infoHash, context.network(),
                context.limits(),
                options.maxPeers(), context.random(), mailbox);
        WebSeeds webSeeds = new WebSeeds(connectedPeers, context.webClients(),
                List.of(connectedPeers.limits().down(), context.limits().down()), mailbox,
                context.random());
        try {
            if (link != null && metainfo == null) {
                fetchMetainfo(link, connectedPeers, webSeeds);
            }
            if (metainfo != null) {
                share(metainfo, connectedPeers, webSeeds);
            }
        } catch (IOException e) {
            fail(e);
        } catch (InterruptedException e) {
            LOG.debug("{}: stopped while checking", status.name());
        } catch (RuntimeException | Error e) {
            LOG.error("{}: stopped by a mistake in the program", status.name(), e);
            fail(new IOException("a mistake in the program: " + e, e));
        } finally {
            connectedPeers.backpressure().end();
            end();
        }
    }

    /** Returns when the metadata is complete, or when the swarm is stopped. */
    private void fetchMetainfo(MagnetLink from, ConnectedPeers connectedPeers, WebSeeds webSeeds)
            throws IOException, InterruptedException {
        MetadataPhase phase = new MetadataPhase(from, connectedPeers, webSeeds,
                new ExtensionHandshakes(context.network().listenPort(),
                        context.network().ownAddresses()));
        state = phase;
        loop(phase, connectedPeers, nowNs -> phase.info().isPresent());
        if (phase.info().isEmpty()) {
            return;
        }
        try {
            Metainfo fetched = Metainfo.ofInfo(phase.info().get(), from.announceTiers());
            if (from.infoHashV2().isPresent()
                    && !from.infoHashV2().equals(fetched.infoHashV2())) {
                throw new MetainfoException("its two hashes are of two contents");
            }
            if (fetched.isPrivate()) {
                phase.dropMagnetPeers(context.clock().getAsLong());
            }
            metainfo = fetched;
        } catch (MetainfoException e) {
            throw new IOException("what the link leads to is refused: " + e.getMessage(), e);
        }
    }

    private void share(Metainfo content, ConnectedPeers connectedPeers, WebSeeds webSeeds)
            throws IOException, InterruptedException {
        status = checking(content, 0);
        if (stopping) {
            return;
        }
        SwarmOptions wanted = link == null ? options : selected(link, content);
        PieceStore store = open(content);
        try {
            TransferPhase phase = new TransferPhase(content, store, wanted, context,
                    connectedPeers, webSeeds);
            state = phase;
            bytesVerifiedAtStart = phase.status(context.clock().getAsLong()).bytesVerified();
            Thread.interrupted(); // stop() may have come while the last piece was being checked
            loop(phase, connectedPeers, nowNs -> {
                completeIfDone(phase, nowNs);
                return false;
            });
        } finally {
            mailbox.close(); // the store, which is to end, must not wait to be heard
            close(store);
        }
    }

    /** Closes the store on a thread of its own, which blocks on the disk. All that counts is synced before. */
    private void close(PieceStore store) {
        join(Thread.ofVirtual().name("close " + infoHash.hex()).start(() -> {
            try {
                store.close();
            } catch (IOException e) {
                LOG.warn("{}: its files could not be closed: {}", status.name(), e.getMessage());
            }
        }));
    }

    /** Opens the store on a thread of its own, which blocks on the disk; retries while the disk is full. */
    private PieceStore open(Metainfo content) throws IOException, InterruptedException {
        while (true) {
            var opening = new FutureTask<>(() -> opener.open(content, mailbox,
                    (done, total) -> status = checking(content, done)));
            Thread thread = Thread.ofVirtual().name("open " + infoHash.hex()).start(opening);
            try {
                return opening.get();
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof DiskFullException full)) {
                    throw unwrapped(e);
                }
                status = StatusReporter.checking(content, 0, SwarmPhase.CHECKING,
                        new Obstacle.DiskFull(full));
                Thread.sleep(FULL_DISK_RETRY);
            } catch (InterruptedException e) {
                thread.interrupt();
                closeWhenOpened(opening);
                throw e;
            }
        }
    }

    private static IOException unwrapped(ExecutionException e) throws InterruptedException {
        return switch (e.getCause()) {
            case IOException failure -> failure;
            case InterruptedException stopped -> throw stopped;
            case RuntimeException mistake -> throw mistake;
            case Error error -> throw error;
            case null, default -> new IOException(e);
        };
    }

    /** The opening was interrupted: it ends soon, perhaps with a store all the same. */
    private void closeWhenOpened(Future<PieceStore> opening) {
        while (true) {
            try {
                close(opening.get());
                return;
            } catch (ExecutionException e) {
                return; // nothing was opened
            } catch (InterruptedException e) {
                // stop() was called again.
            }
        }
    }

    /** A link's selection of files (BEP 53) replaces that of the options. */
    private SwarmOptions selected(MagnetLink from, Metainfo content) throws IOException {
        try {
            return from.selection().isEmpty()
                    ? options
                    : options.withSelection(FileSelection.of(from, content.files()));
        } catch (MetainfoException e) {
            throw new IOException("what the link leads to is refused: " + e.getMessage(), e);
        }
    }

    private void loop(PhaseHandler state, ConnectedPeers connectedPeers, LongPredicate isOver)
            throws InterruptedException {
        long lastTickNs = context.clock().getAsLong();
        status = state.status(lastTickNs);
        boolean over = isOver.test(lastTickNs);
        boolean stirred = false;
        while (!stopping && !over) {
            long pauseNs = stirred ? TICK_NS : state.tickIntervalNs();
            long waitNs = Math.min(state.rateLimitNs(),
                    lastTickNs + pauseNs - context.clock().getAsLong());
            List<SwarmEvent> batch = mailbox
                    .take(Math.max(0, Math.ceilDiv(waitNs, 1_000_000)));
            long nowNs = context.clock().getAsLong();
            for (SwarmEvent event : batch) {
                state.handle(event, nowNs);
                if (event instanceof SwarmEvent.MessagesReceived received) {
                    connectedPeers.backpressure().handled(received.bytes());
                }
            }
            stirred |= !batch.isEmpty();
            boolean tick = nowNs - lastTickNs >= (stirred ? TICK_NS : pauseNs);
            state.afterEvents(nowNs, tick);
            if (tick) {
                stirred = false;
                lastTickNs = nowNs;
                status = state.status(nowNs);
            }
            over = isOver.test(nowNs);
        }
    }

    /** Sets the status first, so that listeners of the completion see it. */
    private void completeIfDone(TransferPhase state, long nowNs) {
        if (state.startSeedingIfComplete()) {
            status = state.status(nowNs);
            completion.complete(status);
        }
        if (!completion.isDone()) {
            state.failure().ifPresent(reason -> {
                status = state.status(nowNs);
                completion.completeExceptionally(reason);
            });
        }
    }

    private static SwarmStatus checking(Metainfo metainfo, long done) {
        return StatusReporter.checking(metainfo, done, SwarmPhase.CHECKING,
                new Obstacle.Checking());
    }

    private void fail(IOException e) {
        LOG.debug("{}: failed", status.name(), e);
        status = unshared(SwarmPhase.FAILED, e.getCause() instanceof MetainfoException refused
                ? new Obstacle.BadMetainfo(String.valueOf(refused.getMessage()))
                : new Obstacle.OpenFailed(e));
        completion.completeExceptionally(e);
    }

    private SwarmStatus unshared(SwarmPhase phase, Obstacle obstacle) {
        Metainfo content = metainfo;
        return content == null && link != null
                ? StatusReporter.unknown(link, phase, obstacle)
                : StatusReporter.checking(Objects.requireNonNull(content), 0, phase, obstacle);
    }

    /** Releases what an unhandled event holds. */
    private static void drop(SwarmEvent event) {
        if (event instanceof SwarmEvent.PeerConnected joined) {
            joined.peer().connection().closeAsync();
        } else if (event instanceof SwarmEvent.ReadRequested read) {
            read.request().ready().completeExceptionally(new SwarmStoppedException());
        }
    }

    private void end() {
        mailbox.close();
        PhaseHandler last = state;
        if (last != null) {
            last.close();
        }
        if (status.phase() != SwarmPhase.FAILED) {
            status = last == null
                    ? unshared(SwarmPhase.STOPPED, new Obstacle.Stopped())
                    : last.stoppedStatus(context.clock().getAsLong());
        }
        completion.cancel(false);
    }
}
