package org.gridtorrent.engine.webseed;

import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.gridtorrent.engine.connection.ConnectedPeers;
import org.gridtorrent.engine.connection.ConnectionListener;
import org.gridtorrent.engine.connection.PeerSession;
import org.gridtorrent.engine.limit.RateLimit;
import org.gridtorrent.engine.peers.PeerFault;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.webseed.WebSeedAddress.Source;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.mdtp.http.ReplicaFault;
import org.gridtorrent.metainfo.Metainfo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Web seeds of a swarm (BEP 19): which are known, which are used, and when those that failed are asked again.
 *
 * <p>Each that is used is a session beside the swarm's peers. None is forgotten for a fault, since its address stays
 * in the metainfo: it is asked again after pauses that grow. It outlives the swarm's phases. Confined to
 * the swarm's thread.
 */
public final class WebSeeds {
    private static final Logger LOG = LoggerFactory.getLogger(WebSeeds.class);
    private static final int MAX_KNOWN = 64;
    private static final int MAX_USED = 8;

    private final ConnectedPeers connectedPeers;
    private final ReplicaClients clients;
    private final List<RateLimit> downloadLimits;
    private final ConnectionListener listener;
    private final RandomGenerator random;
    private final SequencedMap<URI, KnownWebSeed> known = new LinkedHashMap<>();
    private @Nullable ContentFiles files;
    private boolean isPrivate;

    /**
     * A web seed without a session.
     *
     * @param name its address, without a query, which may hold a secret
     * @param fault why it is left alone; empty when others are used in its place
     * @param pause how long it is left alone
     * @param downloaded bytes of content that it brought
     */
    public record UnusedWebSeed(String name, PeerAddress address, Optional<PeerFault> fault,
            Duration pause, long downloaded) {}

    /** @param downloadLimits that responses are read under */
    public WebSeeds(ConnectedPeers connectedPeers, ReplicaClients clients,
            List<RateLimit> downloadLimits, ConnectionListener listener,
            RandomGenerator random) {
        this.connectedPeers = connectedPeers;
        this.clients = clients;
        this.downloadLimits = downloadLimits;
        this.listener = listener;
        this.random = random;
    }

    /** Adds web seeds; those that are known stay as they are. */
    public void add(Collection<WebSeedAddress> addresses, long nowNs) {
        for (WebSeedAddress address : addresses) {
            if (!mayBeAsked(address)) {
                LOG.debug("web seed {} is not used: the content is private", name(address.uri()));
            } else if (known.size() < MAX_KNOWN) {
                known.computeIfAbsent(address.uri(), _ -> new KnownWebSeed(address, nowNs));
            }
        }
    }

    /** Replaces those that the tracker named; returns the sessions of others, to be dropped. */
    public List<PeerSession> setNamedByTracker(Collection<WebSeedAddress> addresses, long nowNs) {
        Set<URI> named = addresses.stream().map(WebSeedAddress::uri).collect(Collectors.toSet());
        List<KnownWebSeed> removed = known.values().stream()
                .filter(each -> each.address.source() == Source.TRACKER
                        && !named.contains(each.address.uri()))
                .toList();
        removed.forEach(each -> known.remove(each.address.uri()));
        add(addresses, nowNs);
        return removed.stream().flatMap(each -> session(each).stream()).toList();
    }

    /** The content is known: web seeds that may not be asked for it are removed. */
    public void setContent(Metainfo metainfo, PieceLayout layout) {
        files = new ContentFiles(metainfo, layout);
        isPrivate = metainfo.isPrivate();
        known.values().removeIf(each -> !mayBeAsked(each.address));
    }

    private boolean mayBeAsked(WebSeedAddress address) {
        return !isPrivate || address.mayServePrivate();
    }

    /** Opens sessions with those that are due, and hands each on before it says anything. */
    public void connectDue(Consumer<PeerSession> connected, long nowNs) {
        long used = known.values().stream().filter(each -> each.link != null).count();
        for (KnownWebSeed each : known.values()) {
            if (files != null && used < MAX_USED && each.isDue(nowNs)) {
                used++;
                connected.accept(connect(each, files, nowNs));
            }
        }
    }

    private PeerSession connect(KnownWebSeed each, ContentFiles content, long nowNs) {
        each.forgetLackedFiles(nowNs);
        return connectedPeers.addWebSeed(name(each.address.uri()), number -> {
            WebSeed link = new WebSeed(number, each.address, content, clients, downloadLimits,
                    connectedPeers.backpressure(), listener);
            each.started(number, link);
            link.start(List.of(pieces(each, content), new PeerMessage.Unchoke()));
            return link;
        }, content.layout(), nowNs);
    }

    private static PeerMessage pieces(KnownWebSeed each, ContentFiles content) {
        if (each.lackedFiles.isEmpty()) {
            return new PeerMessage.HaveAll();
        }
        Bitfield pieces = Bitfield.full(content.layout().pieceCount());
        each.lackedFiles.stream().flatMap(content::pieces).forEach(pieces::clear);
        return new PeerMessage.BitfieldBytes(pieces.bytes());
    }

    /** Whether the session with this number is, or was of late, one of a web seed. */
    public boolean isWebSeed(int number) {
        return of(number).isPresent();
    }

    private Optional<KnownWebSeed> of(int number) {
        return known.values().stream().filter(each -> each.sessions.contains(number)).findFirst();
    }

    private Optional<PeerSession> session(KnownWebSeed each) {
        return each.link == null
                ? Optional.empty()
                : connectedPeers.peer(each.sessions.getLast());
    }

    /**
     * The session, or an earlier one, sent data that does not match its hash. Returns the open session,
     * to be dropped.
     */
    public Optional<PeerSession> sentFalseData(int number, long nowNs) {
        Optional<KnownWebSeed> seed = of(number).filter(each -> each.isFirstFalseData(number));
        Optional<PeerSession> open = seed.flatMap(this::session);
        seed.ifPresent(each -> {
            PeerFault fault = new PeerFault.FalseData(address(each.address.uri()));
            each.failed(fault, random, nowNs);
            LOG.warn("web seed {} sent false data; it is asked again in {} s",
                    name(each.address.uri()), each.pauseNs(nowNs) / 1_000_000_000L);
        });
        return open;
    }

    /** The session was dropped. */
    public void disconnected(PeerSession session, long nowNs) {
        of(session.number).ifPresent(each -> {
            each.downloaded += session.down.total();
            if (each.link == session.link) {
                ended(each, session, nowNs);
            }
        });
    }

    private void ended(KnownWebSeed each, PeerSession session, long nowNs) {
        if (session.down.total() > 0) {
            each.broughtBlocks();
        }
        session.fault.ifPresentOrElse(fault -> failed(each, fault, nowNs),
                () -> each.ended(nowNs));
    }

    private void failed(KnownWebSeed each, PeerFault fault, long nowNs) {
        Optional<Integer> lacked = each.link == null || !isOfOneFile(fault)
                ? Optional.empty()
                : each.link.failedFile().stream().boxed().findFirst();
        if (lacked.isPresent() && hasOtherFiles(each, lacked.get())) {
            each.lacks(lacked.get(), fault, random, nowNs);
        } else {
            each.lackedFiles.clear();
            each.failed(fault, random, nowNs);
        }
        LOG.debug("web seed {} failed ({}); it is asked again in {} s", name(each.address.uri()),
                fault, each.pauseNs(nowNs) / 1_000_000_000L);
    }

    /** Whether the server may serve other files all the same. */
    private static boolean isOfOneFile(PeerFault fault) {
        return switch (fault) {
            case PeerFault.WrongLength _ -> true;
            case PeerFault.RequestFailed(_, _, ReplicaFault refusal) -> switch (refusal.code()) {
                case NOT_FOUND, FORBIDDEN, RANGES_UNSUPPORTED, WRONG_RANGE, LENGTH_CHANGED,
                        CONTENT_CHANGED, ENCODED ->
                    true;
                default -> false;
            };
            default -> false;
        };
    }

    private boolean hasOtherFiles(KnownWebSeed each, int file) {
        return files != null && files.stored()
                .anyMatch(other -> other != file && !each.lackedFiles.get(other));
    }

    /** The session has nothing to give but files that the server did not serve; it is dropped. */
    public void setAside(PeerSession session, long nowNs) {
        of(session.number).ifPresent(each -> each.endedAsSpare(nowNs));
    }

    /** Those without a session: left alone because of a fault, or more than are used at a time. */
    public List<UnusedWebSeed> unused(long nowNs) {
        List<UnusedWebSeed> unused = new ArrayList<>();
        for (KnownWebSeed each : known.values()) {
            if (each.link == null) {
                URI uri = each.address.uri();
                unused.add(new UnusedWebSeed(name(uri), address(uri), each.fault,
                        Duration.ofNanos(each.pauseNs(nowNs)), each.downloaded));
            }
        }
        return unused;
    }

    /** Bytes of content that earlier sessions with the web seed of this one brought. */
    public long downloadedBefore(PeerSession session) {
        return of(session.number).map(each -> each.downloaded).orElse(0L);
    }

    /** Count of known web seeds. */
    public int size() {
        return known.size();
    }

    private static PeerAddress address(URI uri) {
        InetSocketAddress remote = WebSeed.remote(uri);
        return new PeerAddress(remote, WebSeed.transport(uri));
    }

    /** The address without its query. */
    private static String name(URI uri) {
        return uri.getScheme() + "://" + uri.getRawAuthority() + uri.getRawPath();
    }
}
