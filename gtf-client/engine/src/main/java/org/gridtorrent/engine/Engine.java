package org.gridtorrent.engine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.gridtorrent.engine.announce.Announcer;
import org.gridtorrent.engine.announce.TrackerClient;
import org.gridtorrent.engine.cache.ReadCache;
import org.gridtorrent.engine.connection.Network;
import org.gridtorrent.engine.limit.ConnectionLimit;
import org.gridtorrent.engine.limit.RateLimits;
import org.gridtorrent.engine.limit.ScheduleTimer;
import org.gridtorrent.engine.peers.OwnAddresses;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.reuse.LocalContent;
import org.gridtorrent.engine.reuse.LocalContentCopier;
import org.gridtorrent.engine.storage.PieceStore;
import org.gridtorrent.engine.storage.StoreLimits;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.gridtorrent.engine.storage.files.FileStorage;
import org.gridtorrent.engine.storage.journal.OverwritePermission;
import org.gridtorrent.engine.storage.journal.ResumeJournal;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmContext;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.Gate;
import org.gridtorrent.engine.transport.Listener;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.PtcpTransport;
import org.gridtorrent.engine.transport.TcpTransport;
import org.gridtorrent.engine.transport.Transport;
import org.gridtorrent.engine.webseed.ReplicaClients;
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.mdtp.http.AddressPolicy;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.MagnetLink;
import org.gridtorrent.metainfo.Metainfo;

/**
 * BitTorrent engine: listens on one port for all transports, and runs the swarms. Thread-safe.
 *
 * <p>Each swarm has a thread of its own. Listening, announcing and rate limits are shared by all swarms.
 */
public final class Engine implements AutoCloseable {
    private static final String JOURNAL = "journal";

    private final Listener listener;
    private final LongSupplier clock;
    private final RandomGenerator random;
    private final Network network;
    private final RateLimits limits;
    private final ScheduleTimer schedules;
    private final Map<InfoHash, Swarm> swarms = new ConcurrentHashMap<>();
    private final Announcer announcer;
    private final ReplicaClients webClients = new ReplicaClients();
    private final StoreLimits storeLimits;

    private Engine(Listener listener, Gate gate, Collection<Transport> transports,
            LongSupplier clock, RandomGenerator random, StoreLimits storeLimits) {
        this.listener = listener;
        this.clock = clock;
        this.random = random;
        this.storeLimits = storeLimits;
        this.network = new Network(PeerId.random(random), listener.address().getPort(), gate,
                transports.stream().collect(
                        Collectors.toMap(Transport::name, each -> each, (_, last) -> last)),
                Network.HANDSHAKE_TIMEOUT, ConnectionLimit.withDefaults(), new OwnAddresses());
        this.limits = RateLimits.ofEngine(clock, Clock.system(ZoneId.systemDefault()));
        this.schedules = new ScheduleTimer(limits);
        this.announcer = new Announcer(new TrackerClient(clock), network.self(),
                network.listenPort(),
                clock, new SplittableRandom(random.nextLong()));
    }

    /** Listens at the address (port 0: any free port) for peers that the gate admits. */
    public static Engine open(InetSocketAddress listen, Gate gate) throws IOException {
        return open(listen, gate,
                List.of(new TcpTransport(), new PtcpTransport()), System::nanoTime,
                new SecureRandom());
    }

    /**
     * Listens with the given transports, clock and source of random numbers.
     *
     * @param transports for connections that this side opens
     * @param clock nanoseconds, monotonic
     */
    public static Engine open(InetSocketAddress listen, Gate gate,
            Collection<Transport> transports, LongSupplier clock, RandomGenerator random)
            throws IOException {
        return open(listen, gate, transports, clock, random, StoreLimits.DEFAULT);
    }

    static Engine open(InetSocketAddress listen, Gate gate, Collection<Transport> transports,
            LongSupplier clock, RandomGenerator random, StoreLimits storeLimits)
            throws IOException {
        Listener listener = new Listener(listen);
        try {
            Engine engine = new Engine(listener, gate, transports, clock, random, storeLimits);
            new Acceptor(listener, engine.network, engine::swarm, clock).start();
            return engine;
        } catch (RuntimeException e) {
            try (listener) {
                throw e;
            }
        }
    }

    /** Address at which the engine listens. */
    public InetSocketAddress listenAddress() {
        return listener.address();
    }

    /** Sets the external address of this machine, as a trusted tracker observes it. */
    public void setExternalAddress(InetAddress address) {
        network.ownAddresses().setExternal(address);
    }

    /** Sets how the HTTP client for web seeds is opened at its first use: by default without credentials. */
    public void setReplicaClient(ReplicaClients.Opener opener) {
        webClients.setOpener(opener);
    }

    /** Rate limits of all contents together. */
    public RateLimits limits() {
        return limits;
    }

    /**
     * Adds a content and returns at once: existing data is checked in the background, and the content is
     * announced to the trackers of its metainfo.
     *
     * @param directory folder of the content's files
     * @param stateDirectory folder of the journal, used by this content alone; created when missing
     * @throws IllegalArgumentException when the content is added already
     */
    public Swarm add(Metainfo metainfo, Path directory, Path stateDirectory,
            SwarmOptions options) {
        return add(metainfo, directory, stateDirectory, options, List::of);
    }

    /**
     * Adds a content; pieces that other contents of this machine also have, as their hashes show, are copied
     * and not downloaded.
     *
     * @param others called when pieces are missing, on the thread that opens the content
     */
    public Swarm add(Metainfo metainfo, Path directory, Path stateDirectory,
            SwarmOptions options, Supplier<List<LocalContent>> others) {
        Swarm swarm = add(metainfo.infoHash(), metainfo.announceTiers(),
                () -> Swarm.start(metainfo, opener(directory, stateDirectory, options, others),
                        options, context()));
        addWebSeeds(swarm, metainfo);
        return swarm;
    }

    private static void addWebSeeds(Swarm swarm, Metainfo metainfo) {
        swarm.addWebSeeds(withQuery(metainfo, false), AddressPolicy.ANY);
        swarm.addWebSeeds(withQuery(metainfo, true), AddressPolicy.REMOTE);
    }

    /** Web seeds whose addresses have, or have no, query: to a service of this machine it could be a command. */
    private static List<URI> withQuery(Metainfo metainfo, boolean has) {
        return metainfo.webSeeds().stream().filter(uri -> (uri.getRawQuery() != null) == has)
                .toList();
    }

    /** Adds a content by its magnet link, and returns at once. Peers are asked for the metadata (BEP 9),
     * which is saved in the state directory for the next start. {@linkplain #ignoredPeers Ignored peers}
     * of the link are not dialled, nor web seeds with such addresses. A selection of files in the link (BEP 53) replaces that of the options.
     *
     * @param directory folder of the content's files
     * @param stateDirectory folder of metainfo and journal, for this content alone; created when missing
     * @throws IllegalArgumentException when the content is added already
     */
    public Swarm add(MagnetLink link, Path directory, Path stateDirectory,
            SwarmOptions options) {
        return add(link, directory, stateDirectory, options, _ -> {});
    }

    /** Check of the metainfo of a magnet link, before anything is written; an {@link IOException} rejects it. */
    @FunctionalInterface
    public interface MetainfoCheck {
        /** Called on the thread that opens the content. */
        void check(Metainfo metainfo) throws IOException;
    }

    /** Adds a content by its magnet link, if the check accepts its metainfo. */
    public Swarm add(MagnetLink link, Path directory, Path stateDirectory,
            SwarmOptions options, MetainfoCheck check) {
        Optional<Metainfo> saved = SavedMetainfo.read(stateDirectory, link.infoHash());
        List<List<URI>> tiers = link.trackers().isEmpty()
                ? saved.map(Metainfo::announceTiers).orElse(List.of())
                : link.announceTiers();
        Swarm.StoreOpener unchecked = opener(directory, stateDirectory, options, List::of);
        Swarm.StoreOpener opener = (metainfo, listener, progress) -> {
            check.check(metainfo);
            if (saved.isEmpty()) {
                SavedMetainfo.write(stateDirectory, metainfo);
            }
            return unchecked.open(metainfo, listener, progress);
        };
        Swarm swarm = add(link.infoHash(), tiers, () -> saved
                .map(metainfo -> Swarm.start(link, metainfo, opener, options, context()))
                .orElseGet(() -> Swarm.start(link, opener, options, context())));
        swarm.addMagnetPeers(link.peers().stream().filter(peer -> mayDial(peer.getAddress()))
                .map(PeerAddress::tcp).toList());
        swarm.addWebSeeds(link.webSeeds(), listenAddress().getAddress().isLoopbackAddress()
                ? AddressPolicy.ANY
                : AddressPolicy.REMOTE);
        return swarm;
    }

    /**
     * Adds a content that is read and not kept, and returns at once: only what is read and read ahead is
     * downloaded, into the cache. Peers are told of none of it.
     *
     * @throws IllegalArgumentException when the content is added already
     */
    public Swarm addCached(Metainfo metainfo, ReadCache cache) {
        SwarmOptions options = SwarmOptions.reading(cache.limits().maxBytes());
        Swarm swarm = add(metainfo.infoHash(), metainfo.announceTiers(),
                () -> Swarm.start(metainfo,
                        (content, storeListener, _) -> cache.openStore(content, storeListener),
                        options, context()));
        addWebSeeds(swarm, metainfo);
        return swarm;
    }

    private Swarm.StoreOpener opener(Path directory, Path stateDirectory,
            SwarmOptions options, Supplier<List<LocalContent>> others) {
        return (metainfo, listener, progress) -> {
            ResumeJournal journal;
            try {
                Files.createDirectories(stateDirectory);
                journal = ResumeJournal.open(stateDirectory.resolve(JOURNAL), metainfo);
                if (!options.readOnly()) {
                    prepare(metainfo, directory, journal, stateDirectory, others, progress);
                }
            } catch (IOException e) {
                throw DiskFullException.classify(stateDirectory, e);
            }
            FileStorage storage = options.readOnly()
                    ? FileStorage.readOnly(metainfo, directory)
                    : FileStorage.writable(metainfo, directory);
            return PieceStore.open(metainfo, storage, journal, storeLimits, listener,
                    progress);
        };
    }

    private static void prepare(Metainfo metainfo, Path directory, ResumeJournal journal,
            Path stateDirectory, Supplier<List<LocalContent>> others, HashProgress progress)
            throws IOException, InterruptedException {
        try (FileStorage storage = FileStorage.writable(metainfo, directory)) {
            OverwritePermission.checkAndGrant(metainfo, storage, journal, stateDirectory, progress);
            storage.truncateOversized();
            new LocalContentCopier(metainfo, storage, progress).copyFrom(others);
        }
    }

    private Swarm add(InfoHash infoHash, List<List<URI>> announceTiers, Supplier<Swarm> start) {
        Swarm swarm = swarms.compute(infoHash, (_, present) -> {
            if (present != null) {
                throw new IllegalArgumentException(
                        present.status().name() + " is shared already");
            }
            Swarm started = start.get();
            if (!announceTiers.isEmpty()) {
                announcer.add(new AnnouncedSwarm(started), announceTiers);
            }
            return started;
        });
        var _ = swarm.completion().thenRun(() -> announcer.completed(infoHash));
        return swarm;
    }

    /**
     * Peers of a link that are not dialled: loopback and link-local addresses, unless the engine listens on
     * loopback. A link may come from anywhere, and must not make this machine dial itself or its neighbours.
     */
    public List<InetSocketAddress> ignoredPeers(MagnetLink link) {
        return link.peers().stream().filter(peer -> !mayDial(peer.getAddress())).toList();
    }

    private boolean mayDial(InetAddress peer) {
        boolean own = peer.isLoopbackAddress() || peer.isLinkLocalAddress();
        return !peer.isAnyLocalAddress() && !peer.isMulticastAddress()
                && (!own || listenAddress().getAddress().isLoopbackAddress());
    }

    /**
     * Records all pieces as verified, for files that were just hashed in place: {@link #add} then need not
     * check them. Later changes to the files are detected.
     */
    public static void recordAllVerified(Metainfo metainfo, Path directory, Path stateDirectory)
            throws IOException {
        Files.createDirectories(stateDirectory);
        try (FileStorage storage = FileStorage.readOnly(metainfo, directory)) {
            ResumeJournal.open(stateDirectory.resolve(JOURNAL), metainfo).recordComplete(storage);
        }
    }

    /**
     * Permits {@link #add} to overwrite existing files at the content's paths. Without permission, existing
     * files that do not belong to the content are a {@code FileConflictException}.
     */
    public static void allowOverwrite(Path stateDirectory) throws IOException {
        OverwritePermission.grant(stateDirectory);
    }

    /** Whether {@link #add} may overwrite existing files, by {@link #allowOverwrite} or an earlier add. */
    public static boolean mayOverwrite(Path stateDirectory) {
        return OverwritePermission.isGranted(stateDirectory);
    }

    /** Pieces that the journal records as verified; works also while the content is shared. */
    public static Bitfield recordedPieces(Metainfo metainfo, Path stateDirectory)
            throws IOException {
        return ResumeJournal.readRecorded(stateDirectory.resolve(JOURNAL), metainfo);
    }

    private SwarmContext context() {
        return new SwarmContext(clock, new SplittableRandom(random.nextLong()), network, limits,
                webClients);
    }

    public Optional<Swarm> swarm(InfoHash infoHash) {
        return Optional.ofNullable(swarms.get(infoHash));
    }

    /** Removes a content, and returns when its files are closed. */
    public void remove(InfoHash infoHash) {
        Swarm swarm = swarms.computeIfPresent(infoHash, (_, there) -> {
            announcer.remove(infoHash);
            return there;
        });
        if (swarm != null) {
            swarm.stop();
            swarms.remove(infoHash, swarm);
        }
    }

    /** Closes all swarms and the listener; announces the stop to trackers, for two seconds at most. */
    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            // The port is given up in any case.
        }
        announcer.removeAll();
        swarms.keySet().forEach(this::remove);
        webClients.close();
        schedules.close();
        announcer.close();
    }
}
