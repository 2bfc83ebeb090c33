package org.gridtorrent.client.security;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An admitted peer's line: TLS over another socket, with what the peer proved.
 *
 * <p>Closing it closes the line below and never waits: TLS's
 * own farewell would wait for a writer that a peer holds up by not reading.
 */
final class SecuredSocket extends Socket {
    private final Socket line;
    private final TlsStreams tls;
    private final Instant certificateEnd;
    private final Instant ticketEnd;

    SecuredSocket(Socket line, TlsStreams tls, Instant certificateEnd, Instant ticketEnd)
            throws SocketException {
        super((SocketImpl) null);
        this.line = line;
        this.tls = tls;
        this.certificateEnd = certificateEnd;
        this.ticketEnd = ticketEnd;
    }

    /** Until when the peer's certificate holds. */
    Instant certificateEnd() {
        return certificateEnd;
    }

    /** Until when the ticket holds that the peer was admitted with. */
    Instant ticketEnd() {
        return ticketEnd;
    }

    @Override
    public InputStream getInputStream() {
        return tls.input();
    }

    @Override
    public OutputStream getOutputStream() {
        return tls.output();
    }

    @Override
    public void close() throws IOException {
        line.close();
    }

    @Override
    public boolean isClosed() {
        return line.isClosed();
    }

    @Override
    public boolean isConnected() {
        return line.isConnected();
    }

    @Override
    public @Nullable InetAddress getInetAddress() {
        return line.getInetAddress();
    }

    @Override
    public int getPort() {
        return line.getPort();
    }

    @Override
    public @Nullable SocketAddress getRemoteSocketAddress() {
        return line.getRemoteSocketAddress();
    }

    @Override
    public @Nullable SocketAddress getLocalSocketAddress() {
        return line.getLocalSocketAddress();
    }

    @Override
    public void setSoTimeout(int milliseconds) throws SocketException {
        line.setSoTimeout(milliseconds);
    }

    @Override
    public int getSoTimeout() throws SocketException {
        return line.getSoTimeout();
    }
}
