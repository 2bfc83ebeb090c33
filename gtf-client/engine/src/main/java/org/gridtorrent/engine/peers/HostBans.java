package org.gridtorrent.engine.peers;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Hosts at which strangers were found to send false data. A stranger can take a new name each time; but
 * others at its address, behind one NAT, may be honest. So a host where that happened a few times is
 * shut out for a while, which doubles each time from a second to ten minutes, and forgotten after an hour
 * without. Of IPv6 what shares the first 64 bits is one host. For one thread.
 */
public final class HostBans {
    static final int FEW = 3;
    static final int MAX_HOSTS = 1000;
    private static final long SECOND_NS = 1_000_000_000L;
    private static final long LONGEST_WAIT_NS = 600 * SECOND_NS;
    private static final long FORGOTTEN_NS = 3600 * SECOND_NS;
    private static final long REPORT_PAUSE_NS = 60 * SECOND_NS;

    /** The one whose last ban is oldest first. */
    private final Map<Object, Fame> hosts = new LinkedHashMap<>();

    private static final class Fame {
        private int bans;
        private long lastNs;
        private long notBeforeNs;
        private int unreported;
        private @Nullable Long reportedNs;
    }

    /**
     * A stranger there sent false data: says how many did since that was last to be reported, or 0 when
     * that was less than a minute ago.
     */
    public int banned(InetAddress address, long nowNs) {
        Fame known = known(address, nowNs);
        Fame fame = known == null ? new Fame() : known;
        hosts.remove(host(address));
        hosts.put(host(address), fame);
        if (hosts.size() > MAX_HOSTS) {
            Iterator<Object> oldest = hosts.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        fame.bans++;
        fame.lastNs = nowNs;
        fame.notBeforeNs = nowNs + waitNs(fame.bans);
        return report(fame, nowNs);
    }

    private static long waitNs(int bans) {
        return bans < FEW
                ? 0
                : Math.min(LONGEST_WAIT_NS, SECOND_NS << Math.min(bans - FEW, 20));
    }

    private static int report(Fame fame, long nowNs) {
        fame.unreported++;
        if (fame.reportedNs != null && nowNs - fame.reportedNs < REPORT_PAUSE_NS) {
            return 0;
        }
        int count = fame.unreported;
        fame.unreported = 0;
        fame.reportedNs = nowNs;
        return count;
    }

    /** Whether strangers there are to come one at a time. */
    public boolean isSuspect(InetAddress address, long nowNs) {
        Fame fame = known(address, nowNs);
        return fame != null && fame.bans >= FEW;
    }

    /** Whether no stranger there may come yet. */
    public boolean isShutOut(InetAddress address, long nowNs) {
        Fame fame = known(address, nowNs);
        return fame != null && nowNs - fame.notBeforeNs < 0;
    }

    public static boolean isSameHost(InetAddress one, InetAddress other) {
        return host(one).equals(host(other));
    }

    private @Nullable Fame known(InetAddress address, long nowNs) {
        Fame fame = hosts.get(host(address));
        return fame == null || nowNs - fame.lastNs >= FORGOTTEN_NS ? null : fame;
    }

    private static Object host(InetAddress address) {
        return address instanceof Inet6Address && !address.isLoopbackAddress()
                && !address.isLinkLocalAddress()
                        ? (Object) ByteBuffer.wrap(address.getAddress()).getLong()
                        : address;
    }
}
