package org.gridtorrent.ptcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** Makes a channel of a TCP connection: with TLS, if the options say so, after its handshake. */
final class ChannelFactory {
    private static final String[] PROTOCOLS = {"TLSv1.3"};

    private final PTCPOptions.@Nullable Tls tls;
    private final boolean connects;

    /** @param connects whether this side is the TLS client */
    ChannelFactory(PTCPOptions.@Nullable Tls tls, boolean connects) {
        this.tls = tls;
        this.connects = connects;
    }

    Channel over(SocketChannel tcp, InetSocketAddress peer) throws IOException {
        return tls == null ? new TcpChannel(tcp) : secure(tls, tcp, peer);
    }

    private Channel secure(PTCPOptions.Tls options, SocketChannel tcp, InetSocketAddress peer)
            throws IOException {
        var factory = options.context().getSocketFactory();
        SSLSocket socket = (SSLSocket) factory.createSocket(
                tcp.socket(), peer.getHostString(), peer.getPort(), true);
        socket.setUseClientMode(connects);
        socket.setSSLParameters(options.parameters());
        socket.setEnabledProtocols(PROTOCOLS);
        socket.startHandshake();
        return new TlsChannel(tcp, socket);
    }
}
