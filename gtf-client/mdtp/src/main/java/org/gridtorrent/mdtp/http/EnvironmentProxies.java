package org.gridtorrent.mdtp.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Proxies that the environment names: http_proxy, https_proxy, all_proxy and no_proxy, as curl reads them. */
final class EnvironmentProxies extends ProxySelector {
    private static final int DEFAULT_PORT = 1080;

    private final Map<String, String> environment;

    EnvironmentProxies(Map<String, String> environment) {
        super();
        this.environment = Map.copyOf(environment);
    }

    @Override
    public List<Proxy> select(URI uri) {
        return List.of(proxyFor(uri).map(address -> new Proxy(Proxy.Type.HTTP, address))
                .orElse(Proxy.NO_PROXY));
    }

    Optional<InetSocketAddress> proxyFor(URI uri) {
        if (isExcluded(uri.getHost().toLowerCase(Locale.ROOT))) {
            return Optional.empty();
        }
        return variable(uri.getScheme().toLowerCase(Locale.ROOT) + "_proxy")
                .or(() -> variable("all_proxy")).flatMap(EnvironmentProxies::address);
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
            String suffix = entry.toLowerCase(Locale.ROOT);
            suffix = suffix.startsWith(".") ? suffix.substring(1) : suffix;
            if (suffix.equals("*")
                    || (!suffix.isEmpty()
                            && (host.equals(suffix) || host.endsWith("." + suffix)))) {
                return true;
            }
        }
        return false;
    }

    private static Optional<InetSocketAddress> address(String text) {
        try {
            URI uri = URI.create(text.contains("://") ? text : "http://" + text);
            return Optional.ofNullable(uri.getHost()).map(host -> InetSocketAddress
                    .createUnresolved(host, uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException failure) {
        // the request fails with the same error
    }
}
