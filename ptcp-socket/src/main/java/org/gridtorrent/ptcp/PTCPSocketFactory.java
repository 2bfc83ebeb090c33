package org.gridtorrent.ptcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Factory of {@link PTCPSocket}s, for libraries that take their sockets from one.
 *
 * <p>Thread-safe.
 */
public final class PTCPSocketFactory extends SocketFactory {
    private final PTCPOptions options;

    /** Makes a factory whose sockets have {@link PTCPOptions#DEFAULTS}. */
    public PTCPSocketFactory() {
        this(PTCPOptions.DEFAULTS);
    }

    /** Makes a factory whose sockets have these options. */
    public PTCPSocketFactory(PTCPOptions options) {
        this.options = options;
    }

    /** The default factory, for libraries that are given the name of a factory class. */
    public static SocketFactory getDefault() {
        return new PTCPSocketFactory();
    }

    @Override
    public Socket createSocket() throws IOException {
        return new PTCPSocket(options);
    }

    @Override
    public Socket createSocket(@Nullable String host, int port) throws IOException {
        return createSocket(InetAddress.getByName(host), port);
    }

    @Override
    public Socket createSocket(InetAddress address, int port) throws IOException {
        return new PTCPSocket(options, new InetSocketAddress(address, port), null);
    }

    @Override
    public Socket createSocket(
            @Nullable String host, int port, @Nullable InetAddress localAddress, int localPort)
            throws IOException {
        return createSocket(InetAddress.getByName(host), port, localAddress, localPort);
    }

    @Override
    public Socket createSocket(
            InetAddress address, int port, @Nullable InetAddress localAddress, int localPort)
            throws IOException {
        InetSocketAddress local = new InetSocketAddress(localAddress, localPort);
        return new PTCPSocket(options, new InetSocketAddress(address, port), local);
    }
}
