package org.gridtorrent.engine.transport;

import java.io.IOException;
import java.util.function.Predicate;
import org.gridtorrent.metainfo.InfoHash;

/**
 * Decides who may exchange a content's pieces, before BitTorrent's handshake and again later.
 *
 * <p>Called on a thread of the connection's own, which may block; the engine closes the connection
 * when ten seconds pass before both the gate and the BitTorrent handshake are through. Must be safe
 * for use by many threads.
 */
public interface Gate {

    /**
     * Secures a connection that this side opened for a content. Throws {@link RefusedException} when
     * one side does not admit the other. Gives the connection to speak BitTorrent on.
     */
    Connection outgoing(Connection raw, InfoHash content) throws IOException;

    /** Secures a connection that a peer opened. */
    Incoming incoming(Connection raw) throws IOException;

    /** Whether the peer at the other end may go on; asked again when access may have changed. */
    boolean stillAdmitted(Connection connection, InfoHash content);

    /**
     * Whether it lets in whoever has an info-hash, so that private content's metainfo (BEP 27) is for
     * nobody there.
     */
    default boolean isOpen() {
        return false;
    }

    /** A peer's connection, and the contents that it may be served on it. */
    record Incoming(Connection connection, Predicate<InfoHash> admits) {}
}
