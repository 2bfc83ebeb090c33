package org.gridtorrent.engine.peers;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * How many addresses are known from other peers alone, and from whom: so many in all, so many of one
 * informant, so many ports of one address. What informants invent costs no more, and of a victim that
 * they name no more is dialled. One that is reached, that a tracker names as well, or that is forgotten
 * counts no longer. For one thread.
 */
public final class PexQuota {
    static final int MAX = 500;
    static final int MAX_OF_INFORMANT = 50;
    /** BEP 11 has one; but many hosts may be behind one address. */
    static final int MAX_PORTS = 4;

    private final Map<Integer, Integer> ofInformant = new HashMap<>();
    private final Map<InetAddress, Integer> ports = new HashMap<>();
    private int count;

    /** False when there is no room for it. */
    public boolean take(int informant, InetAddress address) {
        boolean fits = count < MAX && ofInformant.getOrDefault(informant, 0) < MAX_OF_INFORMANT
                && ports.getOrDefault(address, 0) < MAX_PORTS;
        if (fits) {
            count++;
            ofInformant.merge(informant, 1, Integer::sum);
            ports.merge(address, 1, Integer::sum);
        }
        return fits;
    }

    /** Of one that was taken. */
    public void release(int informant, InetAddress address) {
        count--;
        takeOne(ofInformant, informant);
        takeOne(ports, address);
    }

    private static <K> void takeOne(Map<K, Integer> counts, K of) {
        counts.computeIfPresent(of, (key, present) -> present == 1 ? null : present - 1);
    }

    public void clear() {
        ofInformant.clear();
        ports.clear();
        count = 0;
    }
}
