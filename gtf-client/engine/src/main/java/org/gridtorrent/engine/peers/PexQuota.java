package org.gridtorrent.engine.peers;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * Limits on addresses known from PEX alone: in total, per source peer, and ports per host.
 *
 * <p>So invented addresses take bounded memory, and a victim that peers name is dialled at few ports. An
 * address no longer counts once it is reached, named by a tracker, or removed. Confined to the swarm's
 * thread.
 */
public final class PexQuota {
    static final int MAX_TOTAL = 500;
    static final int MAX_OF_SOURCE = 50;
    /** BEP 11 asks for one, but several hosts may share an address. */
    static final int MAX_PORTS = 4;

    private final Map<Integer, Integer> ofSource = new HashMap<>();
    private final Map<InetAddress, Integer> ports = new HashMap<>();
    private int count;

    /** Counts an address; false when that would exceed a limit. */
    public boolean take(int source, InetAddress address) {
        boolean fits = count < MAX_TOTAL && ofSource.getOrDefault(source, 0) < MAX_OF_SOURCE
                && ports.getOrDefault(address, 0) < MAX_PORTS;
        if (fits) {
            count++;
            ofSource.merge(source, 1, Integer::sum);
            ports.merge(address, 1, Integer::sum);
        }
        return fits;
    }

    /** The address no longer counts. */
    public void release(int source, InetAddress address) {
        count--;
        decrement(ofSource, source);
        decrement(ports, address);
    }

    private static <K> void decrement(Map<K, Integer> counts, K of) {
        counts.computeIfPresent(of, (key, present) -> present == 1 ? null : present - 1);
    }

    public void clear() {
        ofSource.clear();
        ports.clear();
        count = 0;
    }
}
