package org.gridtorrent.engine.swarm;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.gridtorrent.engine.choke.ChokeMode;
import org.gridtorrent.engine.piece.PieceLayout;

/**
 * Swarm in virtual time: every host is connected to every other. The same seed gives the same run.
 *
 * <p>Distribution is compared with the least time that any scheme needs with fluid content (Kumar and Ross,
 * "Peer-assisted file distribution: the minimum distribution time", 2006).
 */
final class VirtualSwarm {
    private static final long DELAY_NS = 5_000_000L;

    private final VirtualTime time = new VirtualTime();
    private final List<VirtualHost> hosts = new ArrayList<>();
    private final SplittableRandom random;
    private final PieceLayout layout;
    private final ChokeMode mode;
    private final int slots;
    private final LongSupplier delayNs;

    /** All connections have the same delay. */
    VirtualSwarm(long seed, PieceLayout layout, ChokeMode mode, int slots) {
        this(seed, layout, mode, slots, () -> DELAY_NS);
    }

    /** @param delayNs one-way delay of each connection */
    VirtualSwarm(long seed, PieceLayout layout, ChokeMode mode, int slots, LongSupplier delayNs) {
        this.delayNs = delayNs;
        this.random = new SplittableRandom(seed);
        this.layout = layout;
        this.mode = mode;
        this.slots = slots;
    }

    VirtualTime time() {
        return time;
    }

    List<VirtualHost> hosts() {
        return hosts;
    }

    /** Adds a host; rates in bytes a second. */
    VirtualHost join(boolean seed, long upload, long download) {
        var host = new VirtualHost(time, hosts.size(), layout, seed, upload, download, mode,
                slots, random.split());
        for (VirtualHost other : hosts) {
            if (!other.isDisconnected()) {
                host.connect(other, delayNs.getAsLong());
            }
        }
        hosts.add(host);
        return host;
    }

    /** Runs until all connected hosts are complete; false when that takes longer. */
    boolean run(long untilNs) {
        while (!isComplete()) {
            if (time.nowNs() > untilNs || !time.step()) {
                return false;
            }
        }
        return true;
    }

    private boolean isComplete() {
        return hosts.stream().allMatch(host -> host.isComplete() || host.isDisconnected());
    }

    /** Time when the last host was complete. */
    long distributionNs() {
        return hosts.stream().mapToLong(VirtualHost::completeNs).max().orElse(0);
    }

    /** max of F/us, F/dmin, NF/(us + Σui), for hosts that all connect at the start and stay. */
    long boundNs() {
        double length = layout.totalLength();
        double seeds = 0;
        double all = 0;
        double slowest = Double.MAX_VALUE;
        int leechers = 0;
        for (VirtualHost host : hosts) {
            boolean seed = host.completeNs() == 0;
            seeds += seed ? host.upload() : 0;
            all += host.upload();
            leechers += seed ? 0 : 1;
            slowest = seed ? slowest : Math.min(slowest, (double) host.download());
        }
        double seconds = Math.max(length / seeds,
                Math.max(length / slowest, (double) leechers * length / all));
        return (long) (seconds * 1e9);
    }
}
