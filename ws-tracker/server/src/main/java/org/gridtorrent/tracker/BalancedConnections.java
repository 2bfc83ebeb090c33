package org.gridtorrent.tracker;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.AbstractConnectionFactory;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.ProxyConnectionFactory;
import org.eclipse.jetty.server.SslConnectionFactory;

/**
 * Has a balancer's connections say who called, by the PROXY protocol's header (version 1 or 2), and
 * takes everybody else for who they are. Without this, each machine would be told the balancer's
 * address as that of its peers.
 */
final class BalancedConnections extends AbstractConnectionFactory {
    private final Set<InetAddress> balancers;
    private final ConnectionFactory told;
    private final ConnectionFactory direct;

    BalancedConnections(Set<InetAddress> balancers, SslConnectionFactory tls) {
        super("balanced");
        this.balancers = balancers;
        this.told = new ProxyConnectionFactory(tls.getProtocol());
        this.direct = tls;
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        boolean balanced = endPoint.getRemoteSocketAddress() instanceof InetSocketAddress remote
                && balancers.contains(remote.getAddress());
        return (balanced ? told : direct).newConnection(connector, endPoint);
    }
}
