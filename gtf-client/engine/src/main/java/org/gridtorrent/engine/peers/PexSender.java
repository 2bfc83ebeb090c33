package org.gridtorrent.engine.peers;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gridtorrent.engine.wire.PexMessage;
import org.gridtorrent.engine.wire.PexMessage.Contact;

/**
 * What one peer was told of the others (BEP 11), and so what there is to tell it next: who came and who
 * went since, at most {@value #MAX_TOLD} of each, at most once a minute. Who came and went in between is
 * not told of at all. Of more peers than can be told of, those come first that will prefer the one that
 * is told (BEP 40). For one thread; the clock is passed in.
 */
public final class PexSender {
    static final int MAX_TOLD = 50;
    /** Of more peers at a time it is not told: what it knows is remembered here. */
    static final int MAX_KNOWN = 200;
    static final long PAUSE_NS = 60_000_000_000L;
    /** Others that come at about the same time can be told of together. */
    static final long FIRST_PAUSE_NS = 1_000_000_000L;
    private static final long NOTHING_SEEN = -1;

    private final InetSocketAddress peer;
    private final AddressScope scope;
    private final Set<InetSocketAddress> told = new HashSet<>();
    private long dueNs;
    private long seenVersion = NOTHING_SEEN;

    /** @param peer the address of the peer that is told */
    public PexSender(InetAddress peer, long nowNs) {
        this.peer = new InetSocketAddress(peer, 0);
        this.scope = AddressScope.of(peer).orElse(AddressScope.WORLD);
        this.dueNs = nowNs + FIRST_PAUSE_NS;
    }

    /**
     * The next message; empty while it is too early, or nothing has changed.
     *
     * @param self where the peer itself listens
     */
    public Optional<PexMessage> next(Contacts contacts, Optional<InetSocketAddress> self,
            long nowNs) {
        if (nowNs - dueNs < 0 || contacts.version() == seenVersion) {
            return Optional.empty();
        }
        Map<InetSocketAddress, Contact> now = contacts.byAddress();
        List<Contact> added = now.values().stream()
                .filter(contact -> isNews(contact.address(), self))
                .sorted(Comparator.comparingLong(this::priority).reversed())
                .limit(Math.min(MAX_TOLD, MAX_KNOWN - told.size())).toList();
        List<InetSocketAddress> dropped = told.stream()
                .filter(address -> !now.containsKey(address)).limit(MAX_TOLD).toList();
        boolean all = added.size() < MAX_TOLD && dropped.size() < MAX_TOLD;
        seenVersion = all ? contacts.version() : NOTHING_SEEN;
        if (added.isEmpty() && dropped.isEmpty()) {
            return Optional.empty();
        }
        dropped.forEach(told::remove);
        added.forEach(contact -> told.add(contact.address()));
        dueNs = nowNs + PAUSE_NS;
        return Optional.of(new PexMessage(added, dropped));
    }

    private boolean isNews(InetSocketAddress address, Optional<InetSocketAddress> self) {
        return !told.contains(address) && scope.knows(address)
                && !self.filter(address::equals).isPresent();
    }

    private long priority(Contact contact) {
        return PeerPriority.between(peer, contact.address());
    }
}
