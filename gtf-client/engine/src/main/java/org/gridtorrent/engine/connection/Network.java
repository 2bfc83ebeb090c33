package org.gridtorrent.engine.connection;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import org.gridtorrent.engine.limit.ConnectionLimit;
import org.gridtorrent.engine.peers.OwnAddresses;
import org.gridtorrent.engine.timer.EngineTimer;
import org.gridtorrent.engine.transport.Connection;
import org.gridtorrent.engine.transport.Gate;
import org.gridtorrent.engine.transport.Transport;
import org.gridtorrent.engine.wire.PeerId;

/**
 * Settings and services that the connections of all swarms of an engine share. Thread-safe.
 * @param self peer id of this engine
 * @param listenPort port that is announced to peers
 * @param transports by name
 * @param handshakeTimeout time limit of gate and handshake together
 * @param ownAddresses addresses at which peers know this machine
 */
public record Network(PeerId self, int listenPort, Gate gate, Map<String, Transport> transports,
        Duration handshakeTimeout, ConnectionLimit connectionLimit, OwnAddresses ownAddresses) {
    public static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(10);

    /**
     * Closes the connection when its gate and handshake take too long, unless the result is cancelled
     * before. A socket's read timeout would not do: a peer can send a byte at a time.
     */
    public Future<?> limitHandshake(Connection connection) {
        return EngineTimer.schedule(connection::closeAsync, handshakeTimeout.toNanos());
    }
}
