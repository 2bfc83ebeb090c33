package org.gridtorrent.ptcp.handshake;

import java.io.IOException;
import java.util.BitSet;
import org.gridtorrent.ptcp.net.Channel;
import org.gridtorrent.ptcp.session.Session;

/**
 * Who may join a session: whoever knows its secret, with each stream id once.
 *
 * <p>The ids that were used are remembered as far back as the newest {@value #REMEMBERED}; older ones are
 * refused, so that a recorded JOIN is of no use, and memory stays constant. Thread-safe.
 */
public final class JoinAuthenticator {
    private static final int REMEMBERED = 1024;

    private final Session session;
    private final HandshakeToken secret;
    private final BitSet used = new BitSet(REMEMBERED);
    private int newest = -1;

    JoinAuthenticator(Session session, HandshakeToken secret) {
        this.session = session;
        this.secret = secret;
    }

    /** Makes the channel one of the session's; false if it does not belong to it. */
    boolean admit(Preamble.Join join, Channel channel) throws IOException {
        return join.isProvenBy(secret)
                && isFirst(join.stream())
                && session.join(join.stream(), channel);
    }

    private synchronized boolean isFirst(int stream) {
        if (stream <= newest - REMEMBERED) {
            return false;
        }
        while (newest < stream) {
            newest++;
            used.clear(newest % REMEMBERED);
            if (stream - newest > REMEMBERED) {
                newest = stream - REMEMBERED;
            }
        }
        boolean first = !used.get(stream % REMEMBERED);
        used.set(stream % REMEMBERED);
        return first;
    }
}
