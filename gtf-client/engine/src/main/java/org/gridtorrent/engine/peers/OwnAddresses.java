package org.gridtorrent.engine.peers;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * By which addresses this machine is known where it cannot see them itself, behind a NAT: what the
 * site's tracker observes, and without one what several peers agree on (BEP 10, {@code yourip}). Peer
 * priority is worked out with them (BEP 40), since the other side does so too; nothing else is, as a peer
 * may lie. Thread-safe.
 */
public final class OwnAddresses {
    /** Peers that have to agree, and be most of those that were asked last. */
    static final int MIN_WITNESSES = 3;
    private static final int MAX_WITNESSES = 16;

    /** By kind of address, IPv4 and IPv6. */
    private final Map<Class<?>, InetAddress> inner = new HashMap<>();
    private final Map<Class<?>, InetAddress> observed = new HashMap<>();
    private final Map<Class<?>, SequencedMap<InetAddress, InetAddress>> told = new HashMap<>();

    /** This side's end of a connection. */
    public synchronized void uses(InetAddress address) {
        if (!address.isAnyLocalAddress()) {
            inner.put(address.getClass(), address);
        }
    }

    /** Whether a connection ended here at that address. */
    public synchronized boolean isUsed(InetAddress address) {
        return inner.containsValue(address);
    }

    /** The site's tracker sees this machine there. */
    public synchronized void observed(InetAddress address) {
        observed.put(address.getClass(), address);
    }

    /** A peer says that it sees this machine there; one from nearby may see it without the NAT. */
    public synchronized void told(InetAddress witness, InetAddress address) {
        if (!isOfTheWorld(witness) || !isOfTheWorld(address)) {
            return;
        }
        var words = told.computeIfAbsent(address.getClass(), _ -> new LinkedHashMap<>());
        words.remove(witness);
        words.putLast(witness, address);
        if (words.size() > MAX_WITNESSES) {
            words.pollFirstEntry();
        }
    }

    /** The address by which that peer knows this machine, as far as one can tell. */
    public synchronized Optional<InetAddress> towards(InetAddress peer) {
        Class<?> kind = peer.getClass();
        Optional<InetAddress> outer = isOfTheWorld(peer)
                ? Optional.ofNullable(observed.get(kind))
                        .filter(OwnAddresses::isOfTheWorld).or(() -> agreed(kind))
                : Optional.empty();
        return outer.or(() -> Optional.ofNullable(inner.get(kind)));
    }

    private Optional<InetAddress> agreed(Class<?> kind) {
        var words = told.getOrDefault(kind, new LinkedHashMap<>());
        Map<InetAddress, Integer> votes = new HashMap<>();
        words.values().forEach(address -> votes.merge(address, 1, Integer::sum));
        return votes.entrySet().stream()
                .filter(vote -> vote.getValue() >= MIN_WITNESSES
                        && vote.getValue() * 2 > words.size())
                .map(Map.Entry::getKey).findFirst();
    }

    private static boolean isOfTheWorld(InetAddress address) {
        return AddressScope.of(address).filter(AddressScope.WORLD::equals).isPresent();
    }
}
