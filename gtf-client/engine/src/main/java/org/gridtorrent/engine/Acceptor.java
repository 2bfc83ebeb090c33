package org.gridtorrent.engine;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.gridtorrent.engine.connection.HandshakenPeer;
import org.gridtorrent.engine.connection.Network;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.transport.Connection;
import org.gridtorrent.engine.transport.Gate;
import org.gridtorrent.engine.transport.Listener;
import org.gridtorrent.engine.wire.Handshake;
import org.gridtorrent.engine.wire.ProtocolException;
import org.gridtorrent.metainfo.InfoHash;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts connections, exchanges handshakes, and passes each connection to its swarm.
 *
 * <p>One virtual thread accepts; gate and handshake of each connection run on another. {@link
 * PendingHandshakes} bounds the latter.
 */
final class Acceptor {
    private static final Logger LOG = LoggerFactory.getLogger(Acceptor.class);
    private static final long PAUSE_AFTER_FAILURE_MS = 100;

    private final Listener listener;
    private final Network network;
    private final Function<InfoHash, Optional<Swarm>> swarms;
    private final PendingHandshakes pending;
    private final AtomicBoolean foreignHandshakeLogged = new AtomicBoolean();

    /** @param clock nanoseconds, monotonic */
    Acceptor(Listener listener, Network network,
            Function<InfoHash, Optional<Swarm>> swarms, LongSupplier clock) {
        this.listener = listener;
        this.network = network;
        this.swarms = swarms;
        this.pending = new PendingHandshakes(PendingHandshakes.LIMIT, clock);
    }

    void start() {
        Thread.ofVirtual().name("engine-accept").start(this::run);
    }

    private void run() {
        try {
            while (!listener.isClosed()) {
                try {
                    receive(listener.accept());
                } catch (IOException e) {
                    pauseUnlessClosed(e);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void receive(Connection raw) throws InterruptedException {
        boolean received = false;
        try {
            pending.add(raw);
            received = true;
        } finally {
            if (!received) {
                raw.close();
            }
        }
        Thread.ofVirtual().name("engine-handshake").start(() -> handshake(raw));
    }

    /** The failure may pass, for example when file descriptors run out. */
    private void pauseUnlessClosed(IOException e) throws InterruptedException {
        if (!listener.isClosed()) {
            LOG.warn("a connection could not be accepted: {}", e.getMessage());
            Thread.sleep(PAUSE_AFTER_FAILURE_MS);
        }
    }

    /** Once for all peers: its user sees nothing but 0 %, and anybody may send anything. */
    private void logForeignHandshake(Connection raw, ProtocolException why) {
        Object peer = raw.socket().getRemoteSocketAddress();
        if (foreignHandshakeLogged.compareAndSet(false, true)) {
            LOG.warn("The peer at {} {}. Further peers of this kind are not logged.", peer,
                    why.getMessage());
        } else {
            LOG.debug("{} was not admitted: {}", peer, why.getMessage());
        }
    }

    private void handshake(Connection raw) {
        Future<?> timeout = network.limitHandshake(raw);
        boolean attached = false;
        try {
            Gate.Incoming incoming = network.gate().incoming(raw);
            Connection connection = incoming.connection();
            Handshake theirs = Handshake.read(connection.input());
            Optional<Swarm> swarm = swarms.apply(theirs.infoHash())
                    .filter(known -> incoming.admits()
                            .test(theirs.infoHash()));
            if (swarm.isPresent()) {
                Handshake.ours(theirs.infoHash(), network.self()).write(connection.output());
                swarm.get().attachPeer(new HandshakenPeer(connection, theirs));
                attached = true;
            }
        } catch (ProtocolException e) {
            logForeignHandshake(raw, e);
        } catch (IOException | RuntimeException e) {
            LOG.debug("{} was not admitted: {}", raw.socket().getRemoteSocketAddress(),
                    e.getMessage());
        } finally {
            timeout.cancel(false);
            pending.remove(raw);
            if (!attached) {
                raw.close();
            }
        }
    }
}
