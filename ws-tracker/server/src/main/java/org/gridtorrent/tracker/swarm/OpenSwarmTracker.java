package org.gridtorrent.tracker.swarm;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.metainfo.InfoHash;

/**
 * Where strangers' announces and scrapes are answered, from memory. Safe for use by many threads.
 *
 * <p>Only the site's own devices in a swarm are looked up in the catalog, when somebody asks about the
 * swarm: the first to ask waits for that, those who come later are answered by the last look.
 */
public final class OpenSwarmTracker implements AutoCloseable {
    /** How often a stranger is to announce, a fifth more or less, so that many do not come at once. */
    static final int INTERVAL_SECONDS = 900;
    /** And how often he may. */
    public static final int SHORTEST_INTERVAL_SECONDS = 300;
    /** How often a stranger is to announce who would fetch, and was told of nobody. */
    private static final int LONELY_INTERVAL_SECONDS = 60;

    private final InstantSource clock;
    private final NewPeerLimiter newcomers;
    private final OpenSwarmRegistry book;
    private final SitePeerLookups looks;
    private final SwarmKeeper keeper;

    private OpenSwarmTracker(Catalog catalog, SwarmLimits limits, InstantSource clock) {
        this.clock = clock;
        this.newcomers = new NewPeerLimiter(limits.newcomersPerSecond(), limits.newcomersAtOnce(),
                System.nanoTime());
        this.book = new OpenSwarmRegistry(limits);
        this.looks = new SitePeerLookups(catalog.sharing().openSwarms(), limits.sitePeers());
        this.keeper = new SwarmKeeper(catalog.sharing().openSwarms(), book, limits, clock);
    }

    /** With what the catalog knows; from now on kept there, and in step with other nodes. */
    public static OpenSwarmTracker open(Catalog catalog, SwarmLimits limits, InstantSource clock) {
        OpenSwarmTracker openSwarms = new OpenSwarmTracker(catalog, limits, clock);
        openSwarms.keeper.start();
        return openSwarms;
    }

    /** Without the regular rounds, which a test makes itself. */
    static OpenSwarmTracker openAtRest(Catalog catalog, SwarmLimits limits, InstantSource clock) {
        OpenSwarmTracker openSwarms = new OpenSwarmTracker(catalog, limits, clock);
        openSwarms.keeper.begin();
        return openSwarms;
    }

    /**
     * Runs what answers for these contents: at once on this thread where memory has all of it, else on
     * another when the site's devices have been looked up.
     */
    public void whenReady(List<InfoHash> contents, Runnable answer) {
        looks.whenReady(contents.stream().flatMap(content -> book.swarm(content).stream()).toList(),
                answer);
    }

    /** Empty for what is not open to anybody, whether or not it is anything at all. */
    public Optional<AnnounceResponse> announce(Announce said) {
        return book.swarm(said.infoHash()).flatMap(swarm -> swarm
                .announce(said, clock.millis(), host -> newcomers.admits(host, System.nanoTime()))
                .map(peers -> new AnnounceResponse(interval(said, peers), swarm.counts(), peers)));
    }

    private static int interval(Announce said, List<SwarmPeer> told) {
        boolean isLonely = told.isEmpty() && said.wanted() > 0 && !said.isSeed();
        int seconds = isLonely ? LONELY_INTERVAL_SECONDS : INTERVAL_SECONDS;
        int jitter = seconds / 5;
        return ThreadLocalRandom.current().nextInt(seconds - jitter, seconds + jitter + 1);
    }

    /** Empty for what is not open to anybody. */
    public Optional<ScrapeCounts> counts(InfoHash content) {
        return book.swarm(content).map(OpenSwarm::counts);
    }

    /** One round of what is otherwise done every second. */
    void round() {
        keeper.round();
    }

    /** Notes what is not noted yet. */
    @Override
    public void close() {
        keeper.close();
    }
}
