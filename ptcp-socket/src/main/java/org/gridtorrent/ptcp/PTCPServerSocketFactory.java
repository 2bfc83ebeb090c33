package org.gridtorrent.ptcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import javax.net.ServerSocketFactory;
import org.jspecify.annotations.Nullable;

/** Makes {@link PTCPServerSocket}s for libraries that take theirs from a factory. Thread-safe. */
public final class PTCPServerSocketFactory extends ServerSocketFactory {
    /** With {@link PTCPOptions#DEFAULTS}. */
    public PTCPServerSocketFactory() {}

    /** Libraries that are given a class's name look for this. */
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
