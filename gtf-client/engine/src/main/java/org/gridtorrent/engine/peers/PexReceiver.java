package org.gridtorrent.engine.peers;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.engine.wire.PexMessage;
import org.gridtorrent.engine.wire.PexMessage.Contact;
import org.gridtorrent.engine.wire.ProtocolException;
import org.gridtorrent.metainfo.address.AddressScope;

/**
 * Filter for the PEX messages of one peer (BEP 11).
 *
 * <p>A peer may send one message a minute, and a few at once after a delay. Messages beyond that are
 * ignored; a peer that continues is closed. Only the first {@value #MAX_ADDED} added addresses of a message
 * count. Invalid addresses are dropped, and addresses of a nearer {@link AddressScope} than the sender's.
 * Confined to the swarm's thread; time is passed in.
 */
public final class PexReceiver {
    static final int MAX_ADDED = 50;
    /** Other clients send more in their first message. */
    static final int MAX_ADDED_FIRST = 100;
    static final int MAX_CREDIT = 4;
    static final int MAX_IGNORED = 16;
    /** Slightly less than the minute of BEP 11, since clocks differ. */
    private static final long PAUSE_NS = 50_000_000_000L;

    private final Optional<AddressScope> scope;
    private int credit = MAX_CREDIT;
    private int ignored;
    private long creditedNs;
    private boolean receivedBefore;

    /** @param source address of the peer that sends the messages */
    public PexReceiver(InetAddress source, long nowNs) {
        this.scope = AddressScope.of(source);
        this.creditedNs = nowNs;
    }

    /** Counts a received message; returns whether it is to be handled. */
    public boolean accepts(long nowNs) throws ProtocolException {
        long earned = (nowNs - creditedNs) / PAUSE_NS;
        creditedNs += earned * PAUSE_NS;
        credit = (int) Math.min(MAX_CREDIT, credit + earned);
        if (credit == 0) {
            ignored++;
            if (ignored > MAX_IGNORED) {
                throw new ProtocolException("tells of other peers too often");
            }
            return false;
        }
        credit--;
        ignored = 0;
        return true;
    }

    /** The added peers of the message that may be dialled. */
    public List<Contact> validContacts(PexMessage message) {
        int limit = receivedBefore ? MAX_ADDED : MAX_ADDED_FIRST;
        receivedBefore = true;
        return message.added().stream().limit(limit)
                .filter(contact -> mayName(contact.address()))
                .toList();
    }

    private boolean mayName(InetSocketAddress peer) {
        return peer.getPort() != 0
                && scope.filter(from -> from.mayName(peer.getAddress())).isPresent();
    }
}
