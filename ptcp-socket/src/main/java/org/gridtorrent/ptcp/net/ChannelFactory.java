package org.gridtorrent.ptcp.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * Makes a channel of a connected TCP socket: as it is, or with TLS 1.3 after its handshake.
 *
 * <p>Thread-safe.
 */
public interface ChannelFactory {
    /**
     * Makes the channel; with TLS it does the handshake and blocks until that is done.
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
