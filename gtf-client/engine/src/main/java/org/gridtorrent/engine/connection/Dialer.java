package org.gridtorrent.engine.connection;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Future;
import org.gridtorrent.engine.peers.Dial;
import org.gridtorrent.engine.transport.Connection;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.PeerIdentity;
import org.gridtorrent.engine.transport.Transport;
import org.gridtorrent.engine.wire.Handshake;
import org.gridtorrent.engine.wire.ProtocolException;
import org.gridtorrent.metainfo.InfoHash;

/**
 * Dials peers: opens a connection, passes the gate, and exchanges handshakes.
 *
 * <p>Each dial runs on a virtual thread of its own, and reports to the {@link ConnectionListener}.
 * Thread-safe.
 */
final class Dialer {
    private final Network network;
    private final InfoHash content;
    private final ConnectionListener listener;

    Dialer(Network network, InfoHash content, ConnectionListener listener) {
        this.network = network;
        this.content = content;
        this.listener = listener;
    }

    /** Reports each address that fails, then the connection to the peer, if any address leads to it. */
    void dial(Dial dial) {
        Thread.ofVirtual().name("dial " + dial.addresses().getFirst()).start(() -> run(dial));
    }

    private void run(Dial dial) {
        try {
            network.connectionLimit().acquireDial();
            try {
                race(dial);
            } finally {
                network.connectionLimit().releaseDial();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void race(Dial dial) throws InterruptedException {
        try (AddressRace race = new AddressRace(dial.addresses(), this::transport)) {
            boolean connected = false;
            while (!connected && race.hasNext()) {
                connected = switch (race.next()) {
                    case AddressRace.Failed(PeerAddress address, IOException why) -> {
                        listener.dialFailed(address, why);
                        yield false;
                    }
                    case AddressRace.Connected(PeerAddress address, Connection raw) ->
                        connected(dial, address, raw);
                };
            }
        }
    }

    /** Whether the connection leads to the peer; reports either outcome. */
    private boolean connected(Dial dial, PeerAddress address, Connection raw) {
        listener.opened(address);
        try {
            listener.connected(handshake(dial, raw), address);
            return true;
        } catch (IOException e) {
            listener.dialFailed(address, e);
        } catch (RuntimeException | Error e) {
            // Without an outcome the swarm would count this dial for ever.
            listener.dialFailed(address, new IOException("the program failed: " + e, e));
        }
        return false;
    }

    private Transport transport(PeerAddress address) throws IOException {
        Transport transport = network.transports().get(address.transport());
        if (transport == null) {
            throw new IOException("no transport is called " + address.transport());
        }
        return transport;
    }

    private HandshakenPeer handshake(Dial dial, Connection raw) throws IOException {
        Future<?> timeout = network.limitHandshake(raw);
        boolean done = false;
        try {
            Connection secured = network.gate().outgoing(raw, content,
                    Handshake.ours(content, network.self()).bytes());
            Optional<String> found = secured.identity().map(PeerIdentity::device);
            if (dial.device() != null && found.isPresent()
                    && !found.get().equals(dial.device())) {
                throw new IOException("another device listens there");
            }
            Handshake theirs = Handshake.read(secured.input());
            if (!theirs.infoHash().equals(content)) {
                throw new ProtocolException("answers for another content");
            }
            done = true;
            return new HandshakenPeer(secured, theirs);
        } catch (IOException e) {
            throw timeout.isDone()
                    ? new IOException("accepted the connection and said no handshake", e)
                    : e;
        } finally {
            timeout.cancel(false);
            if (!done) {
                raw.close();
            }
        }
    }
}
