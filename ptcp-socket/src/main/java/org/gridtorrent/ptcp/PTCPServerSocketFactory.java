package org.gridtorrent.ptcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import javax.net.ServerSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Factory of {@link PTCPServerSocket}s, for libraries that take their server sockets from one.
 *
 * <p>Thread-safe.
 */
public final class PTCPServerSocketFactory extends ServerSocketFactory {
    /** Makes a factory whose server sockets have {@link PTCPOptions#DEFAULTS}. */
    public PTCPServerSocketFactory() {}

    /** The default factory, for libraries that are given the name of a factory class. */
    public static ServerSocketFactory getDefault() {
        return new PTCPServerSocketFactory();
    }

    @Override
    public ServerSocket createServerSocket() throws IOException {
        return new PTCPServerSocket();
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
        return new PTCPServerSocket(port);
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog) throws IOException {
        return new PTCPServerSocket(port, backlog);
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog, @Nullable InetAddress address)
            throws IOException {
        return new PTCPServerSocket(port, backlog, address);
    }
}
