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
import org.gridtorrent.metainfo.address.AddressScope;

/**
 * Builds the PEX messages for one peer: the changes since the last message (BEP 11).
 *
 * <p>A message has at most {@value #MAX_PER_MESSAGE} added and as many dropped peers; one is sent a minute
 * at most. A peer that came and went in between is left out. If there are too many, those with the greatest
 * priority towards the recipient come first (BEP 40). Confined to the swarm's thread; time is passed in.
 */
public final class PexSender {
    static final int MAX_PER_MESSAGE = 50;
    /** Peers that the recipient may know at a time; each is remembered here. */
    static final int MAX_SENT = 200;
    static final long PAUSE_NS = 60_000_000_000L;
    /** Collects peers that connect at about the same time. */
    static final long FIRST_PAUSE_NS = 1_000_000_000L;
    private static final long NO_VERSION = -1;

    private final InetSocketAddress peer;
    private final AddressScope scope;
    private final Set<InetSocketAddress> sent = new HashSet<>();
    private long dueNs;
    private long sentVersion = NO_VERSION;

    /** @param peer address of the recipient */
    public PexSender(InetAddress peer, long nowNs) {
        this.peer = new InetSocketAddress(peer, 0);
        this.scope = AddressScope.of(peer).orElse(AddressScope.GLOBAL);
        this.dueNs = nowNs + FIRST_PAUSE_NS;
    }

    /**
     * The next message; empty while it is too early or nothing has changed.
     * @param self listen address of the recipient
     */
    public Optional<PexMessage> next(PexContacts contacts, Optional<InetSocketAddress> self,
            long nowNs) {
        if (nowNs - dueNs < 0 || contacts.version() == sentVersion) {
            return Optional.empty();
        }
        Map<InetSocketAddress, Contact> now = contacts.byAddress();
        List<Contact> added = now.values().stream()
                .filter(contact -> isNew(contact.address(), self))
                .sorted(Comparator.comparingLong(this::priority).reversed())
                .limit(Math.min(MAX_PER_MESSAGE, MAX_SENT - sent.size())).toList();
        List<InetSocketAddress> dropped = sent.stream()
                .filter(address -> !now.containsKey(address)).limit(MAX_PER_MESSAGE).toList();
        boolean all = added.size() < MAX_PER_MESSAGE && dropped.size() < MAX_PER_MESSAGE;
        sentVersion = all ? contacts.version() : NO_VERSION;
        if (added.isEmpty() && dropped.isEmpty()) {
            return Optional.empty();
        }
        dropped.forEach(sent::remove);
        added.forEach(contact -> sent.add(contact.address()));
        dueNs = nowNs + PAUSE_NS;
        return Optional.of(new PexMessage(added, dropped));
    }

    private boolean isNew(InetSocketAddress address, Optional<InetSocketAddress> self) {
        return !sent.contains(address) && address.getPort() != 0
                && scope.mayName(address.getAddress())
                && !self.filter(address::equals).isPresent();
    }

    private long priority(Contact contact) {
        return PeerPriority.between(peer, contact.address());
    }
}
