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
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.MagnetLink;
import org.gridtorrent.metainfo.Metainfo;

/** Listens on one port for all transports, and holds the swarms by info-hash. Thread-safe. */
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
    private final StoreLimits storeLimits;

    private Engine(Listener listener, Gate gate, Collection<Transport> transports,
            LongSupplier clock, RandomGenerator random, StoreLimits storeLimits) {
        this.listener = listener;
        this.clock = clock;
        this.random = random;
        this.storeLimits = storeLimits;
        this.network = new Network(PeerId.random(random), listener.address().getPort(), gate,
                transports.stream().collect(Collectors.toMap(Transport::name, each -> each)),
                Network.HANDSHAKE_TIMEOUT, ConnectionLimit.withDefaults(), new OwnAddresses());
        this.limits = RateLimits.ofEngine(clock, Clock.system(ZoneId.systemDefault()));
        this.schedules = new ScheduleTimer(limits);
        this.announcer = new Announcer(new TrackerClient(clock), network.self(),
                network.listenPort(),
                clock, new SplittableRandom(random.nextLong()));
    }

    /** Listens at the address (port 0: any) and lets in whom the gate admits. */
    public static Engine open(InetSocketAddress listen, Gate gate) throws IOException {
        return open(listen, gate,
                List.of(new TcpTransport(), new PtcpTransport()), System::nanoTime,
                new SecureRandom());
    }

    /**
     * With all that comes from outside.
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
        Engine engine = new Engine(new Listener(listen), gate, transports, clock, random,
                storeLimits);
        new Acceptor(engine.listener, engine.network, engine::swarm,
                clock)
                .start();
        return engine;
    }

    /** Where it listens. */
    public InetSocketAddress listenAddress() {
        return listener.address();
    }

    /** Somebody who is trusted sees this machine at that address: behind a NAT, its outer one. */
    public void observedAt(InetAddress address) {
        network.ownAddresses().observed(address);
    }

    /** What holds for all contents together. */
    public RateLimits limits() {
        return limits;
    }

    /**
     * Begins to share a content and returns at once: existing data is checked in the background, and
     * the content is announced to the trackers that its metainfo names, if any.
     *
     * @param directory where the content's files are or will be
     * @param stateDirectory the journal's place, made when missing; this content's alone
     * @throws IllegalArgumentException when the content is shared already
     */
    public Swarm add(Metainfo metainfo, Path directory, Path stateDirectory,
            SwarmOptions options) {
        return add(metainfo, directory, stateDirectory, options, List::of);
    }

    /**
     * The same; what the content has in common with others of this machine, as their hashes tell, is
     * copied and not fetched.
     *
     * @param others asked for, on the swarm's thread, when something is missing
     */
    public Swarm add(Metainfo metainfo, Path directory, Path stateDirectory,
            SwarmOptions options, Supplier<List<LocalContent>> others) {
        return add(metainfo.infoHash(), metainfo.announceTiers(),
                () -> Swarm.start(metainfo, opener(directory, stateDirectory, options, others),
                        options, context()));
    }

    /**
     * Begins to fetch a content of which only a link is known, and returns at once: peers are asked
     * for its metainfo, which is kept in the state directory, so that the next start need not ask.
     * Of the addresses that the link names, the {@linkplain #passedOver passed over} ones are not called
     * on. If the link selects files (BEP 53), those
     * are fetched to begin with, and not what the options select.
     *
     * @param directory where the content's files are or will be
     * @param stateDirectory the place of metainfo and journal, made when missing; this content's
     * alone
     * @throws IllegalArgumentException when the content is shared already
     */
    public Swarm add(MagnetLink link, Path directory, Path stateDirectory,
            SwarmOptions options) {
        return add(link, directory, stateDirectory, options, _ -> {});
    }

    /** Looks at what a link leads to, before anything is written; an {@link IOException} refuses it. */
    @FunctionalInterface
    public interface MetainfoCheck {
        /** On the swarm's thread. */
        void check(Metainfo metainfo) throws IOException;
    }

    /** The same, unless the check refuses what the link leads to. */
    public Swarm add(MagnetLink link, Path directory, Path stateDirectory,
            SwarmOptions options, MetainfoCheck check) {
        Optional<Metainfo> saved = SavedMetainfo.read(stateDirectory, link.infoHash());
        List<List<URI>> tiers = link.trackers().isEmpty()
                ? saved.map(Metainfo::announceTiers).orElse(List.of())
                : link.announceTiers();
        Swarm.StoreOpener unchecked = opener(directory, stateDirectory, options, List::of);
        Swarm.StoreOpener opener = (metainfo, listener, progress) -> {
            check.check(metainfo);
            return unchecked.open(metainfo, listener, progress);
        };
        Swarm swarm = add(link.infoHash(), tiers, () -> saved
                .map(metainfo -> Swarm.start(link, metainfo, opener, options, context()))
                .orElseGet(() -> Swarm.start(link, (metainfo, listener, progress) -> {
                    SavedMetainfo.write(stateDirectory, metainfo);
                    return opener.open(metainfo, listener, progress);
                }, options, context())));
        swarm.addPeersOfLink(link.peers().stream().filter(peer -> isBelievable(peer.getAddress()))
                .map(PeerAddress::tcp).toList());
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
     * Those that a link names of this machine and its line, unless the engine listens for this machine
     * alone: a link may come from anywhere, and should not make this machine call on itself.
     */
    public List<InetSocketAddress> passedOver(MagnetLink link) {
        return link.peers().stream().filter(peer -> !isBelievable(peer.getAddress())).toList();
    }

    private boolean isBelievable(InetAddress peer) {
        boolean own = peer.isLoopbackAddress() || peer.isLinkLocalAddress();
        return !peer.isAnyLocalAddress() && !peer.isMulticastAddress()
                && (!own || listenAddress().getAddress().isLoopbackAddress());
    }

    /**
     * Records that all of a content is there and matches, for files that were hashed just now where
     * they lie: {@link #add} then need not read them again. What changes afterwards is noticed.
     */
    public static void recordComplete(Metainfo metainfo, Path directory, Path stateDirectory)
            throws IOException {
        Files.createDirectories(stateDirectory);
        try (FileStorage storage = FileStorage.readOnly(metainfo, directory)) {
            ResumeJournal.open(stateDirectory.resolve(JOURNAL), metainfo).recordComplete(storage);
        }
    }

    /**
     * What lies at the places of the content's files is the content's, and {@link #add} may write over
     * it: who calls this knows. Otherwise what nothing shows to be the content's is in the way, and
     * left alone.
     */
    public static void claim(Path stateDirectory) throws IOException {
        OverwritePermission.grant(stateDirectory);
    }

    /** Whether {@link #claim} or {@link #add} has made the claim, so that {@link #add} writes there. */
    public static boolean isClaimed(Path stateDirectory) {
        return OverwritePermission.isGranted(stateDirectory);
    }

    /** Which pieces {@link #add} or {@link #recordComplete} has recorded as good; it may be shared now. */
    public static Bitfield recordedGood(Metainfo metainfo, Path stateDirectory)
            throws IOException {
        return ResumeJournal.readRecorded(stateDirectory.resolve(JOURNAL), metainfo);
    }

    private SwarmContext context() {
        return new SwarmContext(clock, new SplittableRandom(random.nextLong()), network, limits);
    }

    public Optional<Swarm> swarm(InfoHash infoHash) {
        return Optional.ofNullable(swarms.get(infoHash));
    }

    /** Stops sharing a content, and returns when its files are closed. */
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

    /** Stops all swarms and listening; trackers are told meanwhile, and waited for two seconds. */
    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            // Nobody is waiting for this port any more.
        }
        announcer.removeAll();
        swarms.keySet().forEach(this::remove);
        schedules.close();
        announcer.close();
    }
}
