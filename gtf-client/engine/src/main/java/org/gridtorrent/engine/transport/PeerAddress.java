package org.gridtorrent.engine.transport;

import java.net.InetSocketAddress;

/** Address on which a peer listens, and the name of the transport that reaches it. */
public record PeerAddress(InetSocketAddress address, String transport) {

    public static PeerAddress tcp(InetSocketAddress address) {
        return new PeerAddress(address, TcpTransport.NAME);
    }

    @Override
    public String toString() {
        return transport + "://" + address.getHostString() + ":" + address.getPort();
    }
}
