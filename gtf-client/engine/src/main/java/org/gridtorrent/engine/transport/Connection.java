package org.gridtorrent.engine.transport;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Connection to one peer: a byte stream over any transport, secured if it has an identity.
 *
 * <p>One thread may read while another writes; any thread may close.
 */
public final class Connection implements Closeable {
    private final Socket socket;
    private final InetSocketAddress local;
    private final String transport;
    private final @Nullable PeerIdentity identity;
    private final InputStream input;
    private final OutputStream output;

    public Connection(Socket socket, String transport) throws IOException {
        // A closed socket has port -1; the access to its streams throws what is wrong.
        this(socket, new InetSocketAddress(socket.getLocalAddress(),
                Math.max(0, socket.getLocalPort())), transport, null);
    }

    private Connection(Socket socket, InetSocketAddress local, String transport,
            @Nullable PeerIdentity identity) throws IOException {
        this(socket, local, transport, identity, socket.getInputStream());
    }

    private Connection(Socket socket, InetSocketAddress local, String transport,
            @Nullable PeerIdentity identity, InputStream input) throws IOException {
        this.socket = socket;
        this.local = local;
        this.transport = transport;
        this.identity = identity;
        this.input = input;
        this.output = socket.getOutputStream();
    }

    /** This connection with a gate's socket (TLS) layered over its own. */
    public Connection securedBy(Socket layered, PeerIdentity identity) throws IOException {
        return new Connection(layered, local, transport, identity);
    }

    /** This connection with a byte that a gate has read ahead. */
    public Connection withFirstByte(int first) throws IOException {
        var again = new PushbackInputStream(input, 1);
        again.unread(first);
        return new Connection(socket, local, transport, identity, again);
    }

    /** For a gate that layers TLS over it, and for socket options. */
    public Socket socket() {
        return socket;
    }

    public InputStream input() {
        return input;
    }

    public OutputStream output() {
        return output;
    }

    public InetSocketAddress remote() {
        return (InetSocketAddress) socket.getRemoteSocketAddress();
    }

    /** The local address, also after the connection is closed. */
    public InetSocketAddress local() {
        return local;
    }

    /** The name of the transport that carries it. */
    public String transport() {
        return transport;
    }

    /** The peer as the gate authenticated it; empty for plain BitTorrent. */
    public Optional<PeerIdentity> identity() {
        return Optional.ofNullable(identity);
    }

    /** Closes it on a thread of its own: to close TLS or PTCP may take a while. */
    public void closeAsync() {
        Thread.ofVirtual().name("connection-close").start(this::close);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // closed in any case; the peer may have closed first
        }
    }
}
