package org.gridtorrent.engine.transport;

import java.io.IOException;
import java.util.function.Predicate;
import org.gridtorrent.metainfo.InfoHash;

/**
 * Admission of peers: secures connections and decides which peers may exchange a torrent's pieces.
 *
 * <p>It is called before BitTorrent's handshake, and again later, on a thread of the connection, which may block. The
 * engine closes the connection unless gate and handshake are complete within ten seconds. Implementations are
 * thread-safe.
 */
public interface Gate {

    /**
     * Secures a connection that we opened for a torrent, and returns the one to use. Throws {@link RefusedException} when
     * one side does not admit the other.
     *
     * @param handshake BitTorrent's handshake, sent as soon as the peer may know the torrent, without a wait for its answer
     */
    Connection outgoing(Connection raw, InfoHash content, byte[] handshake) throws IOException;

    /** Secures a connection that a peer opened. */
    Incoming incoming(Connection raw) throws IOException;

    /** Whether the peer is still admitted; to be called when access may have changed. */
    boolean stillAdmitted(Connection connection, InfoHash content);

    /**
     * Whether it admits every peer that knows an info-hash. Then the metainfo of private torrents (BEP 27) is not
     * served.
     */
    default boolean isOpen() {
        return false;
    }

    /** A secured connection, and the torrents that its peer may exchange. */
    record Incoming(Connection connection, Predicate<InfoHash> admits) {}
}
