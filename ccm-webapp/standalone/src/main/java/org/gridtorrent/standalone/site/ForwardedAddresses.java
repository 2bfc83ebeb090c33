package org.gridtorrent.standalone.site;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the address of whoever asks from {@code X-Forwarded-For}, of requests that a trusted proxy hands
 * on, and from nobody else. Of several addresses the last counts that is no trusted proxy's: what
 * stands before it was said by the client. Thread-safe.
 */
final class ForwardedAddresses implements HttpConfiguration.Customizer {
    private static final Logger LOG = LoggerFactory.getLogger(ForwardedAddresses.class);

    private final Set<InetAddress> proxies;
    private final AtomicBoolean said = new AtomicBoolean();

    ForwardedAddresses(Set<InetAddress> proxies) {
        this.proxies = Set.copyOf(proxies);
    }

    @Override
    public Request customize(Request request, HttpFields.Mutable answered) {
        List<String> forwarded = request.getHeaders().getCSV(HttpHeader.X_FORWARDED_FOR,
                false);
        if (forwarded.isEmpty() || !(request.getConnectionMetaData()
                .getRemoteSocketAddress() instanceof InetSocketAddress proxy)) {
            return request;
        }
        if (!proxies.contains(proxy.getAddress())) {
            say(proxy.getAddress());
            return request;
        }
        return new ForwardedRequest(request,
                new InetSocketAddress(client(proxy.getAddress(), forwarded), 0));
    }

    private InetAddress client(InetAddress proxy, List<String> forwarded) {
        InetAddress client = proxy;
        for (String each : forwarded.reversed()) {
            Optional<InetAddress> told = address(each.strip());
            if (told.isEmpty()) {
                return client;
            }
            client = told.get();
            if (!proxies.contains(client)) {
                return client;
            }
        }
        return client;
    }

    /** Some proxies add the port. */
    private static Optional<InetAddress> address(String text) {
        try {
            String host = new org.eclipse.jetty.util.HostPort(text).getHost();
            return Optional.of(InetAddress.ofLiteral(host.replaceAll("[\\[\\]]", "")));
        } catch (IllegalArgumentException notAnAddress) {
            return Optional.empty();
        }
    }

    /** Nothing of strangers, who may write what they like. */
    private void say(InetAddress proxy) {
        boolean near = proxy.isLoopbackAddress() || proxy.isSiteLocalAddress();
        if (near && said.compareAndSet(false, true)) {
            LOG.warn(
                    "Requests from {} name others' addresses (X-Forwarded-For), which are not read."
                            + " If a web server of yours is there, name it with --trusted-proxy {}: else all"
                            + " people have its address, and are slowed together.",
                    proxy.getHostAddress(),
                    proxy.getHostAddress());
        }
    }

    private static final class ForwardedRequest extends Request.Wrapper {
        private final ConnectionMetaData connection;

        ForwardedRequest(Request request, SocketAddress client) {
            super(request);
            connection = new ConnectionMetaData.Wrapper(request.getConnectionMetaData()) {
                @Override
                public SocketAddress getRemoteSocketAddress() {
                    return client;
                }
            };
        }

        @Override
        public ConnectionMetaData getConnectionMetaData() {
            return connection;
        }
    }
}
