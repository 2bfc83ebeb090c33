package org.gridtorrent.mdtp.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.mdtp.http.ReplicaFault.Code;

/**
 * Proxies that the environment names: http_proxy, https_proxy, all_proxy and no_proxy, as curl reads them.
 *
 * <p>Only HTTP proxies can be used; the password in a proxy's address is sent to it by Basic authentication
 * (RFC 9110, 11.7). Others are refused, since going straight to a server is not what the user asked for.
 * Immutable.
 */
final class EnvironmentProxies extends ProxySelector {
    private static final int DEFAULT_PORT = 1080;

    private final Map<String, String> environment;

    /**
     * An HTTP proxy.
     *
     * @param authorization value of the Proxy-Authorization header; empty if its address names no user
     */
    record HttpProxy(InetSocketAddress address, Optional<String> authorization) {
        @Override
        public String toString() {
            return address.toString(); // without the password
        }
    }

    EnvironmentProxies(Map<String, String> environment) {
        super();
        this.environment = Map.copyOf(environment);
    }

    @Override
    public List<Proxy> select(URI uri) {
        try {
            return List.of(
                    proxyFor(uri).map(proxy -> new Proxy(Proxy.Type.HTTP, proxy.address()))
                            .orElse(Proxy.NO_PROXY));
        } catch (ReplicaFaultException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Empty if requests for the address go straight to its server; throws if the proxy cannot be used. */
    Optional<HttpProxy> proxyFor(URI uri) throws ReplicaFaultException {
        Optional<String> proxy = variable(uri.getScheme().toLowerCase(Locale.ROOT) + "_proxy")
                .or(() -> variable("all_proxy"));
        return proxy.isEmpty() || isExcluded(host(uri))
                ? Optional.empty()
                : Optional.of(parse(proxy.get()));
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

    private static HttpProxy parse(String text) throws ReplicaFaultException {
        try {
            URI uri = URI.create(text.contains("://") ? text : "http://" + text);
            if (uri.getScheme().equalsIgnoreCase("http") && uri.getHost() != null) {
                InetSocketAddress address = InetSocketAddress.createUnresolved(uri.getHost(),
                        uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort());
                return new HttpProxy(address,
                        Optional.ofNullable(uri.getUserInfo()).map(EnvironmentProxies::basic));
            }
        } catch (IllegalArgumentException e) {
            // refused below
        }
        String scheme = text.contains("://") ? text.substring(0, text.indexOf("://") + 3) : "";
        String host = text.substring(
                Math.max(scheme.length(), text.lastIndexOf('@') + 1)); // without the password
        throw new ReplicaFaultException(Code.PROXY_FAILED, 0, scheme + host);
    }

    private static String basic(String user) {
        String withPassword = user.contains(":") ? user : user + ":";
        return "Basic " + Base64.getEncoder()
                .encodeToString(withPassword.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException failure) {
        // the request fails with the same error
    }
}
