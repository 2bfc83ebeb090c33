package org.gridtorrent.mdtp.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.mdtp.http.ReplicaFault.Code;

/**
 * Proxies that the environment names: http_proxy, https_proxy, all_proxy and no_proxy, as curl reads them.
 *
 * <p>Only HTTP proxies without a password can be used. Others are refused, since going straight to a server
 * is not what the user asked for. Immutable.
 */
final class EnvironmentProxies extends ProxySelector {
    private static final int DEFAULT_PORT = 1080;

    private final Map<String, String> environment;

    EnvironmentProxies(Map<String, String> environment) {
        super();
        this.environment = Map.copyOf(environment);
    }

    @Override
    public List<Proxy> select(URI uri) {
        try {
            return List.of(proxyFor(uri).map(address -> new Proxy(Proxy.Type.HTTP, address))
                    .orElse(Proxy.NO_PROXY));
        } catch (ReplicaFaultException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Empty if requests for the address go straight to its server; throws if the proxy cannot be used. */
    Optional<InetSocketAddress> proxyFor(URI uri) throws ReplicaFaultException {
        Optional<String> proxy = variable(uri.getScheme().toLowerCase(Locale.ROOT) + "_proxy")
                .or(() -> variable("all_proxy"));
        return proxy.isEmpty() || isExcluded(host(uri))
                ? Optional.empty()
                : Optional.of(address(proxy.get()));
    }

    private static String host(URI uri) {
        return uri.getHost().toLowerCase(Locale.ROOT).replaceAll("[\\[\\]]", "");
    }

    /** The name in lower case goes first; HTTP_PROXY is left, since a CGI request can set it. */
    private Optional<String> variable(String name) {
        String value = environment.get(name);
        if (value == null && !name.equals("http_proxy")) {
            value = environment.get(name.toUpperCase(Locale.ROOT));
        }
        return Optional.ofNullable(value).map(String::strip).filter(text -> !text.isEmpty());
    }

    private boolean isExcluded(String host) {
        for (String entry : variable("no_proxy").orElse("").split("[,\\s]+", -1)) {
            String suffix = entry.toLowerCase(Locale.ROOT).replaceAll("[\\[\\]]", "");
            suffix = suffix.startsWith(".") ? suffix.substring(1) : suffix;
            if (suffix.equals("*")
                    || (!suffix.isEmpty()
                            && (host.equals(suffix) || host.endsWith("." + suffix)))) {
                return true;
            }
        }
        return false;
    }

    private static InetSocketAddress address(String text) throws ReplicaFaultException {
        try {
            URI uri = URI.create(text.contains("://") ? text : "http://" + text);
            if (uri.getScheme().equalsIgnoreCase("http") && uri.getHost() != null
                    && uri.getRawUserInfo() == null) {
                return InetSocketAddress.createUnresolved(uri.getHost(),
                        uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort());
            }
        } catch (IllegalArgumentException e) {
            // refused below
        }
        throw new ReplicaFaultException(Code.PROXY_FAILED, 0,
                text.substring(text.lastIndexOf('@') + 1)); // without the password
    }

    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException failure) {
        // the request fails with the same error
    }
}
