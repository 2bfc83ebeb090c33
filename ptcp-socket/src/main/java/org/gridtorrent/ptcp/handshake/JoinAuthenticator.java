package org.gridtorrent.ptcp.handshake;

import java.io.IOException;
import java.util.BitSet;
import org.gridtorrent.ptcp.net.Channel;
import org.gridtorrent.ptcp.session.Session;

/**
 * Authenticator of the JOINs of one session: the proof must be right and the stream id new.
 *
 * <p>It remembers the newest {@value #REMEMBERED} ids and refuses older ones. So a recorded JOIN is of no use, and
 * memory stays constant. Thread-safe.
 */
final class JoinAuthenticator {
    private static final int REMEMBERED = 1024;

    private final Session session;
    private final HandshakeToken secret;
    private final BitSet used = new BitSet(REMEMBERED);
    private int newest = -1;

    JoinAuthenticator(Session session, HandshakeToken secret) {
        this.session = session;
        this.secret = secret;
    }

    /** Adds the channel to the session; false if it does not belong to it. */
    boolean admit(Preamble.Join join, Channel channel) throws IOException {
        return join.isProvenBy(secret)
                && isNewId(join.stream())
                && session.join(join.stream(), channel);
    }

    private synchronized boolean isNewId(int stream) {
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
        boolean isNew = !used.get(stream % REMEMBERED);
        used.set(stream % REMEMBERED);
        return isNew;
    }
}
