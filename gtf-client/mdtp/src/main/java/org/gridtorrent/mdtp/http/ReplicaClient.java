package org.gridtorrent.mdtp.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import org.gridtorrent.mdtp.http.ReplicaFault.Code;

/**
 * The process's HTTP client for replicas: connections, proxies and credentials.
 *
 * <p>Thread-safe. Connections that are idle are kept for the next range of any replica at the same server.
 */
public final class ReplicaClient implements AutoCloseable {

    /**
     * How long a server is waited for.
     *
     * @param connect until the connection is there
     * @param response from the request to the response's header
     * @param silence between two reads of a body; a fetch gives up a slow replica earlier
     */
    record Timeouts(Duration connect, Duration response, Duration silence) {

        static final Timeouts DEFAULTS = new Timeouts(Duration.ofSeconds(10),
                Duration.ofSeconds(30), Duration.ofSeconds(60));
    }

    private final HttpClient http;
    private final EnvironmentProxies proxies;
    private volatile Credentials credentials;
    private final Timeouts timeouts;

    /**
     * @param tls the trusted certificates
     * @param environment where proxies are named
     */
    public ReplicaClient(SSLContext tls, Credentials credentials,
            Map<String, String> environment) {
        this(tls, credentials, environment, Timeouts.DEFAULTS);
    }

    ReplicaClient(SSLContext tls, Credentials credentials, Map<String, String> environment,
            Timeouts timeouts) {
        this.credentials = credentials;
        this.timeouts = timeouts;
        proxies = new EnvironmentProxies(environment);
        http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER).connectTimeout(timeouts.connect())
                .executor(Executors.newVirtualThreadPerTaskExecutor()).proxy(proxies)
                .sslContext(tls).sslParameters(WebTls.parameters()).build();
    }

    /** A replica at this address, which {@link ReplicaUri} has accepted. */
    public Replica replica(URI uri, AddressPolicy policy) {
        return new Replica(this, ReplicaUri.check(uri), policy);
    }

    /** Reads the user's credentials again if their files changed; if it fails, the earlier ones are kept. */
    public void refreshCredentials() throws IOException {
        credentials = credentials.refreshed();
    }

    HttpClient http() {
        return http;
    }

    Credentials credentials() {
        return credentials;
    }

    /** Value of the Proxy-Authorization header; empty without a proxy that has a password. */
    Optional<String> proxyAuthorization(URI uri) throws ReplicaFaultException {
        return proxies.proxyFor(uri).flatMap(EnvironmentProxies.HttpProxy::authorization);
    }

    Timeouts timeouts() {
        return timeouts;
    }

    /**
     * Refuses a target if its policy does not allow every address of its host; returns the policies for what
     * the host names.
     *
     * <p>java.net.http resolves the name again when it connects. The JDK keeps what a name resolved to (30
     * seconds, by default), so that this is what was checked, unless the entry expires in between. Behind a
     * proxy, which resolves names itself, only numeric addresses can be checked.
     */
    NamedHosts requireAllowed(ReplicaTarget target) throws IOException {
        String host = target.uri().getHost();
        if (proxies.proxyFor(target.uri()).isPresent() && !isNumeric(host)) {
            return new NamedHosts(target.policy().ofRedirects(), AddressPolicy.PUBLIC);
        }
        List<InetAddress> addresses = List.of(InetAddress.getAllByName(host));
        if (!addresses.stream().allMatch(target.policy()::allows)) {
            throw new ReplicaFaultException(Code.ADDRESS_REFUSED, 0, host);
        }
        AddressPolicy ofRedirects = addresses.stream().allMatch(AddressPolicy::isLocal)
                ? target.policy()
                : target.policy().ofRedirects();
        return new NamedHosts(ofRedirects, AddressPolicy.namedBy(addresses));
    }

    /** Which hosts a server may lead to: by redirects, and by links in its headers or documents. */
    record NamedHosts(AddressPolicy ofRedirects, AddressPolicy ofLinks) {}

    /** Whether the host is an address: in brackets, or with a number as its last label. */
    private static boolean isNumeric(String host) {
        return host.startsWith("[") || Character.isDigit(host.charAt(host.lastIndexOf('.') + 1));
    }

    /** Ends all requests and connections. */
    @Override
    public void close() {
        http.shutdownNow();
    }
}
