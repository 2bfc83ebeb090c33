package org.gridtorrent.engine.peers;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Hosts from which peers without an identity sent corrupt data.
 *
 * <p>Such a peer can take a new peer id each time, but others behind the same NAT may be honest. So a host
 * with several bans is blocked only for a while: from one second, doubled with each ban, to ten minutes.
 * It is forgotten after an hour without a ban. IPv6 addresses with the same first 64 bits are one host.
 * Confined to the swarm's thread; time is passed in.
 */
public final class HostBans {
    static final int MIN_BANS = 3;
    static final int MAX_HOSTS = 1000;
    private static final long SECOND_NS = 1_000_000_000L;
    private static final long MAX_BLOCKED_NS = 600 * SECOND_NS;
    private static final long EXPIRY_NS = 3600 * SECOND_NS;
    private static final long REPORT_PAUSE_NS = 60 * SECOND_NS;

    /** The host whose last ban is oldest comes first. */
    private final Map<Object, HostRecord> hosts = new LinkedHashMap<>();

    private static final class HostRecord {
        private int bans;
        private long lastNs;
        private long notBeforeNs;
        private int unreported;
        private @Nullable Long reportedNs;
    }

    /**
     * Records that a peer at the address was banned. Returns the number of bans to log: those since the
     * last report, or 0 when that was less than a minute ago.
     */
    public int recordBan(InetAddress address, long nowNs) {
        HostRecord recent = recent(address, nowNs);
        HostRecord record = recent == null ? new HostRecord() : recent;
        hosts.remove(host(address));
        hosts.put(host(address), record);
        if (hosts.size() > MAX_HOSTS) {
            Iterator<Object> oldest = hosts.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        record.bans++;
        record.lastNs = nowNs;
        record.notBeforeNs = nowNs + blockedNs(record.bans);
        return report(record, nowNs);
    }

    private static long blockedNs(int bans) {
        return bans < MIN_BANS
                ? 0
                : Math.min(MAX_BLOCKED_NS, SECOND_NS << Math.min(bans - MIN_BANS, 20));
    }

    private static int report(HostRecord record, long nowNs) {
        record.unreported++;
        if (record.reportedNs != null && nowNs - record.reportedNs < REPORT_PAUSE_NS) {
            return 0;
        }
        int count = record.unreported;
        record.unreported = 0;
        record.reportedNs = nowNs;
        return count;
    }

    /** Whether the host may have one connection without an identity at a time. */
    public boolean isRestricted(InetAddress address, long nowNs) {
        HostRecord record = recent(address, nowNs);
        return record != null && record.bans >= MIN_BANS;
    }

    /** Whether the host may not connect yet without an identity. */
    public boolean isBlocked(InetAddress address, long nowNs) {
        HostRecord record = recent(address, nowNs);
        return record != null && nowNs - record.notBeforeNs < 0;
    }

    public static boolean isSameHost(InetAddress one, InetAddress other) {
        return host(one).equals(host(other));
    }

    private @Nullable HostRecord recent(InetAddress address, long nowNs) {
        HostRecord record = hosts.get(host(address));
        return record == null || nowNs - record.lastNs >= EXPIRY_NS ? null : record;
    }

    private static Object host(InetAddress address) {
        return address instanceof Inet6Address && !address.isLoopbackAddress()
                && !address.isLinkLocalAddress()
                        ? (Object) ByteBuffer.wrap(address.getAddress()).getLong()
                        : address;
    }
}
