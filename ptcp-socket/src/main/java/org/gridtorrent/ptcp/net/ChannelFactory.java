package org.gridtorrent.ptcp.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * Makes a {@link Channel} of a connected TCP socket, plain or with TLS 1.3.
 *
 * <p>Thread-safe.
 */
public interface ChannelFactory {
    /**
     * Makes the channel; with TLS it blocks until the TLS handshake is done.
     *
     * @param peer the address that the TLS handshake names
     */
    Channel open(SocketChannel tcp, InetSocketAddress peer) throws IOException;

    /** Channels without TLS. */
    static ChannelFactory plain() {
        return (tcp, peer) -> new TcpChannel(tcp);
    }

    /**
     * Channels with TLS 1.3, whatever versions the parameters name.
     *
     * @param client whether this side is the TLS client
     */
    static ChannelFactory tls(SSLContext context, SSLParameters parameters, boolean client) {
        return (tcp, peer) -> {
            SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(
                    tcp.socket(), peer.getHostString(), peer.getPort(), true);
            socket.setUseClientMode(client);
            socket.setSSLParameters(parameters);
            socket.setEnabledProtocols(new String[]{"TLSv1.3"});
            socket.startHandshake();
            return new TlsChannel(tcp, socket);
        };
    }
}
