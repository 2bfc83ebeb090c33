package org.gridtorrent.engine.swarm;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Future;
import org.gridtorrent.engine.transport.Connection;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.PeerIdentity;
import org.gridtorrent.engine.transport.Transport;
import org.gridtorrent.engine.wire.Handshake;
import org.gridtorrent.engine.wire.ProtocolException;
import org.gridtorrent.metainfo.InfoHash;

/** Opens connections to peers, each on virtual threads: transport, gate, handshake. */
final class Dialer {
    private final SwarmContext context;
    private final InfoHash content;
    private final Mailbox mailbox;

    Dialer(SwarmContext context, InfoHash content, Mailbox mailbox) {
        this.context = context;
        this.content = content;
        this.mailbox = mailbox;
    }

    /**
     * Tells of each address that fails, until one leads to the peer, and of that; the others' lines are
     * closed.
     */
    void dial(Dial dial) {
        Thread.ofVirtual().name("dial " + dial.addresses().getFirst()).start(() -> run(dial));
    }

    private void run(Dial dial) {
        try {
            context.connections().dial();
            try {
                race(dial);
            } finally {
                context.connections().dialled();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void race(Dial dial) throws InterruptedException {
        try (AddressRace race = new AddressRace(dial.addresses(), this::transport)) {
            boolean found = false;
            while (!found && race.goesOn()) {
                SwarmEvent outcome = outcome(dial, race.next());
                found = outcome instanceof SwarmEvent.PeerConnected;
                mailbox.put(outcome);
            }
        }
    }

    private SwarmEvent outcome(Dial dial, AddressRace.Line line) {
        return switch (line) {
            case AddressRace.Failed(PeerAddress address, IOException why) ->
                new SwarmEvent.DialFailed(address, why);
            case AddressRace.Open(PeerAddress address, Connection raw) -> {
                mailbox.put(new SwarmEvent.ConnectionOpened(address));
                try {
                    yield new SwarmEvent.PeerConnected(introduce(dial, raw), address);
                } catch (IOException e) {
                    yield new SwarmEvent.DialFailed(address, e);
                } catch (RuntimeException | Error e) {
                    // Without an outcome the swarm would count this dial for ever.
                    yield new SwarmEvent.DialFailed(address,
                            new IOException("the program failed: " + e, e));
                }
            }
        };
    }

    private Transport transport(PeerAddress address) throws IOException {
        Transport transport = context.transports().get(address.transport());
        if (transport == null) {
            throw new IOException("no transport is called " + address.transport());
        }
        return transport;
    }

    private HandshakenPeer introduce(Dial dial, Connection raw) throws IOException {
        Future<?> deadline = context.handshakeTimeouts().handshake(raw);
        boolean done = false;
        try {
            Connection secured = context.gate().outgoing(raw, content);
            Optional<String> found = secured.identity().map(PeerIdentity::device);
            if (dial.device() != null && found.isPresent()
                    && !found.get().equals(dial.device())) {
                throw new IOException("another device listens there");
            }
            Handshake.ours(content, context.self()).write(secured.output());
            Handshake theirs = Handshake.read(secured.input());
            if (!theirs.infoHash().equals(content)) {
                throw new ProtocolException("answers for another content");
            }
            done = true;
            return new HandshakenPeer(secured, theirs);
        } catch (IOException e) {
            throw deadline.isDone()
                    ? new IOException("accepted the connection and said no handshake", e)
                    : e;
        } finally {
            deadline.cancel(false);
            if (!done) {
                raw.close();
            }
        }
    }
}
