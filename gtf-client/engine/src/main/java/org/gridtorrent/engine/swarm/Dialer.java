package org.gridtorrent.engine.swarm;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Future;
import org.gridtorrent.engine.transport.Connection;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.Transport;
import org.gridtorrent.engine.wire.Handshake;
import org.gridtorrent.engine.wire.ProtocolException;
import org.gridtorrent.metainfo.InfoHash;

/** Opens connections, each on a virtual thread: transport, gate, handshake. */
final class Dialer {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final SwarmContext context;
    private final InfoHash content;
    private final Mailbox mailbox;

    Dialer(SwarmContext context, InfoHash content, Mailbox mailbox) {
        this.context = context;
        this.content = content;
        this.mailbox = mailbox;
    }

    void dial(PeerAddress address) {
        Thread.ofVirtual().name("dial " + address).start(() -> run(address));
    }

    private void run(PeerAddress address) {
        try {
            Transport transport = context.transports().get(address.transport());
            if (transport == null) {
                throw new IOException("no transport is called " + address.transport());
            }
            Connection raw = transport.connect(address.address(), CONNECT_TIMEOUT);
            mailbox.put(new SwarmEvent.Joined(introduce(raw), address));
        } catch (IOException e) {
            mailbox.put(new SwarmEvent.DialFailed(address, e));
        }
    }

    private HandshakenPeer introduce(Connection raw) throws IOException {
        Future<?> deadline = context.deadlines().handshake(raw);
        boolean done = false;
        try {
            Connection secured = context.gate().outgoing(raw, content);
            Handshake.ours(content, context.self()).write(secured.output());
            Handshake theirs = Handshake.read(secured.input());
            if (!theirs.infoHash().equals(content)) {
                throw new ProtocolException("answers for another content");
            }
            done = true;
            return new HandshakenPeer(secured, theirs);
        } finally {
            deadline.cancel(false);
            if (!done) {
                raw.close();
            }
        }
    }
}
