package org.gridtorrent.engine.swarm;

import java.io.IOException;
import java.time.Duration;
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
import org.gridtorrent.engine.download.ReadRequest;
import org.gridtorrent.engine.extension.ExtensionHandshakes;
import org.gridtorrent.engine.limit.RateSchedules;
import org.gridtorrent.engine.picker.FileSelection;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.status.Obstacle;
import org.gridtorrent.engine.status.Obstacle.Code;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.engine.storage.PieceStore;
import org.gridtorrent.engine.storage.PieceStoreListener;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.gridtorrent.engine.storage.files.FileErrors;
import org.gridtorrent.engine.transport.DeviceAddresses;
import org.gridtorrent.engine.transport.PeerAddress;
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
 * One content's exchange with its peers. Thread-safe: all its state belongs to one virtual thread,
 * its owner, and everybody else puts events into the owner's mailbox.
 */
public final class Swarm {
    private static final Logger LOG = LoggerFactory.getLogger(Swarm.class);
    /** Between two looks at what depends on time, while something moves. */
    static final long TICK_NS = 250_000_000L;
    private static final Duration FULL_DISK_RETRY = Duration.ofSeconds(5);

    private final InfoHash infoHash;
    private final @Nullable MagnetLink link;
    /** Null while only the link is known; written by the owner. */
    private volatile @Nullable Metainfo metainfo;
    private final StoreOpener opener;
    private final SwarmOptions options;
    private final SwarmContext context;
    private final Mailbox mailbox = new Mailbox(Swarm::drop);
    private final SwarmEvents events = new SwarmEvents(mailbox);
    private final CompletableFuture<SwarmStatus> completion = new CompletableFuture<>();
    private final Thread owner;
    private volatile List<TrackerStatus> trackers = List.of();
    private volatile boolean stopping;
    private volatile SwarmStatus status;
    private volatile long bytesFound;
    /** Of the owner's thread. */
    private @Nullable PhaseHandler state;

    /** Opens the content's files and journal and checks what is there; may take long. */
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
        this.owner = Thread.ofVirtual().name("swarm " + infoHash.hex()).unstarted(this::run);
    }

    /** Begins at once, with checking what is there. */
    public static Swarm start(Metainfo metainfo, StoreOpener opener, SwarmOptions options,
            SwarmContext context) {
        Swarm swarm = new Swarm(metainfo.infoHash(), null, metainfo, checking(metainfo, 0), opener,
                options, context);
        swarm.owner.start();
        return swarm;
    }

    /**
     * Begins at once, with asking peers for the metainfo (BEP 9); when it is there, goes on as with
     * one that was known, with the same peers.
     */
    public static Swarm start(MagnetLink link, StoreOpener opener, SwarmOptions options,
            SwarmContext context) {
        Swarm swarm = new Swarm(link.infoHash(), link, null,
                StatusReporter.unknown(link, SwarmPhase.METADATA, new Obstacle(Code.NO_PEERS,
                        "Nobody who has this content is known yet.")),
                opener, options, context);
        swarm.owner.start();
        return swarm;
    }

    /** The same, when what the link leads to is known already. */
    public static Swarm start(MagnetLink link, Metainfo metainfo, StoreOpener opener,
            SwarmOptions options, SwarmContext context) {
        Swarm swarm = new Swarm(link.infoHash(), link, metainfo, checking(metainfo, 0), opener,
                options, context);
        swarm.owner.start();
        return swarm;
    }

    public InfoHash infoHash() {
        return infoHash;
    }

    /** Empty while only a link to the content is known. */
    public Optional<Metainfo> metainfo() {
        return Optional.ofNullable(metainfo);
    }

    /** Makes addresses known; those not connected are tried soon, and again with growing pauses. */
    public void addPeers(Collection<PeerAddress> addresses) {
        mailbox.put(new SwarmEvent.PeersAdded(List.copyOf(addresses)));
    }

    /** The same for those that a link names: of content that turns out private they are left (BEP 27). */
    public void addPeersOfLink(Collection<PeerAddress> addresses) {
        mailbox.put(new SwarmEvent.MagnetPeersAdded(List.copyOf(addresses)));
    }

    /**
     * Makes devices known by name, each with all of its addresses. A device is connected once at most,
     * by the first of them that leads to it.
     */
    public void addDevices(Collection<DeviceAddresses> devices) {
        mailbox.put(new SwarmEvent.DevicesAdded(List.copyOf(devices)));
    }

    /** Takes over a connection that a peer opened, on which both handshakes were exchanged. */
    public void join(HandshakenPeer peer) {
        if (stopping || completion.isCompletedExceptionally()) {
            peer.connection().close();
        } else {
            mailbox.put(new SwarmEvent.PeerConnected(peer, null));
        }
    }

    /** How the content's trackers stand now, for the status. */
    public void trackers(List<TrackerStatus> now) {
        trackers = List.copyOf(now);
    }

    /** Closes all connections and forgets all addresses. */
    public void leavePeers() {
        mailbox.put(new SwarmEvent.DisconnectAll());
    }

    /** It serves what is there and fetches nothing, even if something is missing. */
    public boolean onlySeeds() {
        return options.readOnly();
    }

    /** As it stood at most half a second ago, or since when nothing happened to it. */
    public SwarmStatus status() {
        return status.with(trackers);
    }

    /** Bytes that were verified when it had looked through what was there; 0 before. */
    public long bytesFound() {
        return bytesFound;
    }

    /**
     * Done when every piece that is wanted is verified and synced for the first time; at once for
     * what is complete already. Fails with an {@link IOException} when the storage does, is cancelled
     * when the swarm is stopped.
     */
    public CompletableFuture<SwarmStatus> completion() {
        return completion.copy();
    }

    /**
     * Fetches these files from now on and no others, with these priorities. What came of others stays,
     * and is served. Of files shared in place nothing is fetched.
     */
    public void select(FileSelection selection) {
        selection.check(known().files());
        mailbox.put(new SwarmEvent.SelectionChanged(selection));
    }

    /** Only a link is known: what it leads to cannot be chosen from, nor read, before it is there. */
    private Metainfo known() {
        Metainfo known = metainfo;
        if (known == null) {
            throw new IllegalStateException("what is in " + status.name() + " is not known yet");
        }
        return known;
    }

    /** Fetches in the content's order from now on, or again the rarest pieces first. */
    public void inOrder(boolean sequential) {
        var _ = known();
        mailbox.put(new SwarmEvent.SequentialChanged(sequential));
    }

    /**
     * Reads a file's bytes from {@code from} to before {@code to}, which come before all else while
     * they are read; the file's index is the metainfo's.
     */
    public ContentReader reader(int file, long from, long to) {
        Metainfo content = known();
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
                owner::isAlive, read.offset() + from, read.offset() + to);
    }

    private ContentReader.Requests readRequests() {
        return new ContentReader.Requests() {
            @Override
            public void request(ReadRequest request) {
                mailbox.put(new SwarmEvent.ReadRequested(request));
            }

            @Override
            public void readerClosed(long reader) {
                mailbox.put(new SwarmEvent.ReaderClosed(reader));
            }
        };
    }

    /** Asks the gate again for each live peer, and closes those that it no longer admits. */
    public void recheckAdmission() {
        mailbox.put(new SwarmEvent.RecheckAdmission());
    }

    /** Limits this content, beside what limits its engine; holds at once, and until changed. */
    public void limit(RateSchedules rates) {
        mailbox.put(new SwarmEvent.LimitsChanged(rates));
    }

    /** Closes all peers, makes what was received durable, and returns when the files are closed. */
    public void stop() {
        stopping = true;
        if (status.phase() == SwarmPhase.CHECKING) {
            owner.interrupt();
        }
        mailbox.put(new SwarmEvent.Stop());
        boolean interrupted = false;
        while (owner.isAlive()) {
            try {
                owner.join();
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
                options.maxPeers(), context.random(), events);
        try {
            if (link != null && metainfo == null) {
                fetchMetainfo(link, connectedPeers);
            }
            if (metainfo != null) {
                share(metainfo, connectedPeers);
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

    /** Returns when it is there, or when the swarm is to stop. */
    private void fetchMetainfo(MagnetLink from, ConnectedPeers connectedPeers)
            throws IOException, InterruptedException {
        MetadataPhase phase = new MetadataPhase(from, connectedPeers,
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
                phase.leavePeersOfLink(context.clock().getAsLong());
            }
            metainfo = fetched;
        } catch (MetainfoException e) {
            throw new IOException("what the link leads to is refused: " + e.getMessage(), e);
        }
    }

    private void share(Metainfo content, ConnectedPeers connectedPeers)
            throws IOException, InterruptedException {
        status = checking(content, 0);
        if (stopping) {
            return;
        }
        SwarmOptions wanted = link == null ? options : selected(link, content);
        try (PieceStore store = open(content)) {
            TransferPhase phase = new TransferPhase(content, store, wanted, context,
                    connectedPeers);
            state = phase;
            bytesFound = phase.status(context.clock().getAsLong()).bytesHad();
            Thread.interrupted(); // stop() may have come while the last piece was being checked
            try {
                loop(phase, connectedPeers, nowNs -> {
                    completeIfDone(phase, nowNs);
                    return false;
                });
            } finally {
                mailbox.close(); // the store, which is to end, must not wait to be heard
            }
        }
    }

    /** Opens the store on a thread that may block on the disk; retries while the disk is full. */
    private PieceStore open(Metainfo content) throws IOException, InterruptedException {
        while (true) {
            var opening = new FutureTask<>(() -> opener.open(content, events,
                    (done, total) -> status = checking(content, done)));
            Thread thread = Thread.ofPlatform().daemon().name("open " + infoHash.hex())
                    .start(opening);
            try {
                return opening.get();
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof DiskFullException full)) {
                    throw unwrapped(e);
                }
                status = StatusReporter.checking(content, 0, SwarmPhase.CHECKING,
                        Obstacle.diskFull(String.valueOf(full.getMessage())));
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
    private static void closeWhenOpened(Future<PieceStore> opening) throws IOException {
        while (true) {
            try {
                opening.get().close();
                return;
            } catch (ExecutionException e) {
                return; // nothing was opened
            } catch (InterruptedException e) {
                // stop() was called again.
            }
        }
    }

    /** A link that selects files says what is fetched, to begin with; another leaves it as it is. */
    private SwarmOptions selected(MagnetLink from, Metainfo content) throws IOException {
        try {
            return from.selection().isEmpty()
                    ? options
                    : options.selecting(FileSelection.of(from, content.files()));
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
            long pauseNs = stirred ? TICK_NS : state.pauseNs();
            long waitNs = Math.min(state.limitNs(),
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
            state.settle(nowNs, tick);
            if (tick) {
                stirred = false;
                lastTickNs = nowNs;
                status = state.status(nowNs);
            }
            over = isOver.test(nowNs);
        }
    }

    /** Whoever hears of the end and asks for the status sees the end there, too. */
    private void completeIfDone(TransferPhase state, long nowNs) {
        if (state.turnsToSeeding()) {
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
                new Obstacle(Code.CHECKING, "The data that is there is being checked."));
    }

    private void fail(IOException e) {
        LOG.debug("{}: failed", status.name(), e);
        status = unshared(SwarmPhase.FAILED, e.getCause() instanceof MetainfoException refused
                ? new Obstacle(Code.BAD_METAINFO,
                        "What the link leads to is refused: " + refused.getMessage() + ".")
                : new Obstacle(Code.STORAGE_FAILED,
                        "The data cannot be used: " + FileErrors.describe(e)));
        completion.completeExceptionally(e);
    }

    private SwarmStatus unshared(SwarmPhase phase, Obstacle obstacle) {
        Metainfo content = metainfo;
        return content == null && link != null
                ? StatusReporter.unknown(link, phase, obstacle)
                : StatusReporter.checking(Objects.requireNonNull(content), 0, phase, obstacle);
    }

    /** What the owner will not see is not left hanging. */
    private static void drop(SwarmEvent event) {
        if (event instanceof SwarmEvent.PeerConnected joined) {
            joined.peer().connection().close();
        } else if (event instanceof SwarmEvent.ReadRequested read) {
            read.request().ready().completeExceptionally(new IOException(ContentReader.STOPPED));
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
                    ? unshared(SwarmPhase.STOPPED, new Obstacle(Code.STOPPED, "It was stopped."))
                    : last.stopped(context.clock().getAsLong());
        }
        completion.cancel(false);
    }
}
