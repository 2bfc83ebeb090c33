package org.gridtorrent.engine.peers;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.engine.wire.PexMessage;
import org.gridtorrent.engine.wire.PexMessage.Contact;
import org.gridtorrent.engine.wire.ProtocolException;

/**
 * What is believed of what one peer tells of others (BEP 11). It may tell once a minute; what comes
 * sooner is passed over, but for a few messages that a line may have held up, and who goes on like that
 * is closed. Of a message the first {@value #MAX_HEARD} count, of these only addresses that may be a
 * peer's, and none that is nearer to us than its informant. For one thread; the clock is passed in.
 */
public final class PexReceiver {
    static final int MAX_HEARD = 50;
    /** Stock clients put more into their first message. */
    static final int MAX_HEARD_FIRST = 100;
    static final int CREDIT = 4;
    static final int PATIENCE = 16;
    /** A little less than BEP 11's minute, since clocks differ. */
    private static final long PAUSE_NS = 50_000_000_000L;

    private final Optional<AddressScope> scope;
    private int credit = CREDIT;
    private int passedOver;
    private long creditedNs;
    private boolean heardBefore;

    /** @param informant the address of the peer that tells */
    public PexReceiver(InetAddress informant, long nowNs) {
        this.scope = AddressScope.of(informant);
        this.creditedNs = nowNs;
    }

    /** A message has come: says whether it is to be read. */
    public boolean listens(long nowNs) throws ProtocolException {
        long earned = (nowNs - creditedNs) / PAUSE_NS;
        creditedNs += earned * PAUSE_NS;
        credit = (int) Math.min(CREDIT, credit + earned);
        if (credit == 0) {
            passedOver++;
            if (passedOver > PATIENCE) {
                throw new ProtocolException("tells of other peers too often");
            }
            return false;
        }
        credit--;
        passedOver = 0;
        return true;
    }

    /** Of those that the message tells of, the ones to believe in. */
    public List<Contact> believed(PexMessage message) {
        int most = heardBefore ? MAX_HEARD : MAX_HEARD_FIRST;
        heardBefore = true;
        return message.added().stream().limit(most)
                .filter(contact -> scope.filter(from -> from.knows(contact.address()))
                        .isPresent())
                .toList();
    }
}
