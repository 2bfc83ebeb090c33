package org.gridtorrent.engine.peers;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.gridtorrent.metainfo.address.AddressScope;

/**
 * Addresses of this machine, local and external, as peers see them.
 *
 * <p>Behind a NAT the external address is the one that the site's tracker observes, or else the one that
 * several peers agree on (BEP 10, {@code yourip}). Peers may lie, so the address is used only for peer
 * priority (BEP 40). Thread-safe.
 */
public final class OwnAddresses {
    /** Peers that must agree; they must also be more than half of the latest reports. */
    static final int MIN_REPORTS = 3;
    private static final int MAX_REPORTS = 16;

    /** Each map is keyed by address family: the class of the address. */
    private final Map<Class<?>, InetAddress> local = new HashMap<>();
    private final Map<Class<?>, InetAddress> external = new HashMap<>();
    private final Map<Class<?>, SequencedMap<InetAddress, InetAddress>> reports = new HashMap<>();

    /** Adds the local address of a connection. */
    public synchronized void addLocal(InetAddress address) {
        if (!address.isAnyLocalAddress()) {
            local.put(address.getClass(), address);
        }
    }

    /** Whether a connection has used the local address. */
    public synchronized boolean isLocal(InetAddress address) {
        return local.containsValue(address);
    }

    /** Sets the external address that the site's tracker observes. */
    public synchronized void setExternal(InetAddress address) {
        external.put(address.getClass(), address);
    }

    /** Adds a peer's report; those of peers nearby do not count, since they may see no NAT. */
    public synchronized void addReport(InetAddress reporter, InetAddress address) {
        if (!isGlobal(reporter) || !isGlobal(address)) {
            return;
        }
        var latest = reports.computeIfAbsent(address.getClass(), _ -> new LinkedHashMap<>());
        latest.remove(reporter);
        latest.putLast(reporter, address);
        if (latest.size() > MAX_REPORTS) {
            latest.pollFirstEntry();
        }
    }

    /** The address at which the peer probably sees this machine. */
    public synchronized Optional<InetAddress> seenBy(InetAddress peer) {
        Class<?> family = peer.getClass();
        Optional<InetAddress> outer = isGlobal(peer)
                ? Optional.ofNullable(external.get(family))
                        .filter(OwnAddresses::isGlobal).or(() -> agreed(family))
                : Optional.empty();
        return outer.or(() -> Optional.ofNullable(local.get(family)));
    }

    private Optional<InetAddress> agreed(Class<?> family) {
        var latest = reports.getOrDefault(family, new LinkedHashMap<>());
        Map<InetAddress, Integer> votes = new HashMap<>();
        latest.values().forEach(address -> votes.merge(address, 1, Integer::sum));
        return votes.entrySet().stream()
                .filter(vote -> vote.getValue() >= MIN_REPORTS
                        && vote.getValue() * 2 > latest.size())
                .map(Map.Entry::getKey).findFirst();
    }

    private static boolean isGlobal(InetAddress address) {
        return AddressScope.of(address).filter(AddressScope.GLOBAL::equals).isPresent();
    }
}
