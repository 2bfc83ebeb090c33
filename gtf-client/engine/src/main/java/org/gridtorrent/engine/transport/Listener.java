package org.gridtorrent.engine.transport;

import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.gridtorrent.ptcp.PTCPServerSocket;
import org.gridtorrent.ptcp.PTCPSocket;

/** Listening socket for TCP and PTCP connections on one port, which differ in their first bytes. */
public final class Listener implements Closeable {
    private final PTCPServerSocket server;

    /** Binds the port; 0 is any free one. */
    public Listener(InetSocketAddress address) throws IOException {
        server = new PTCPServerSocket();
        try {
            server.setAcceptPlain(true);
            server.bind(address);
        } catch (BindException e) {
            server.close();
            throw new BindException("cannot listen on " + address.getHostString() + ":"
                    + address.getPort() + ": " + e.getMessage());
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
    }

    /** Blocks until a peer connects; throws {@link IOException} when closed. */
    public Connection accept() throws IOException {
        Socket socket = server.accept();
        try {
            if (socket instanceof PTCPSocket) {
                return new Connection(socket, PtcpTransport.NAME);
            }
            socket.setTcpNoDelay(true);
            return new Connection(socket, TcpTransport.NAME);
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    public boolean isClosed() {
        return server.isClosed();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
