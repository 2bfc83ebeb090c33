package org.gridtorrent.mdtp.http;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/**
 * The process's HTTP client for replicas: connections, proxies and credentials.
 *
 * <p>Thread-safe. Connections that are idle are kept for the next range of any replica at the same server.
 */
public final class ReplicaClient implements AutoCloseable {

    static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    /** From the request to the response's header. */
    static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(30);

    private final HttpClient http;
    private final EnvironmentProxies proxies;
    private final Credentials credentials;

    /**
     * @param tls the trusted certificates
     * @param environment where proxies are named
     */
    public ReplicaClient(SSLContext tls, Credentials credentials,
            Map<String, String> environment) {
        this.credentials = credentials;
        proxies = new EnvironmentProxies(environment);
        http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER).connectTimeout(CONNECT_TIMEOUT)
                .executor(Executors.newVirtualThreadPerTaskExecutor()).proxy(proxies)
                .sslContext(tls).build();
    }

    /** A replica at this address, which {@link ReplicaUri} has accepted. */
    public Replica replica(URI uri, AddressPolicy policy) {
        return new Replica(this, ReplicaUri.check(uri), policy);
    }

    HttpClient http() {
        return http;
    }

    Credentials credentials() {
        return credentials;
    }

    /**
     * Whether the policy allows every address of the host. The JDK keeps what a name resolved to for 30
     * seconds, so that the connection goes to an address that was looked at. Behind a proxy the proxy
     * resolves names, and addresses alone are looked at.
     */
    boolean mayConnect(URI uri, AddressPolicy policy) throws UnknownHostException {
        boolean isLiteral = uri.getHost().startsWith("[") || uri.getHost().matches("[\\d.]+");
        if (!isLiteral && proxies.proxyFor(uri).isPresent()) {
            return true;
        }
        return Arrays.stream(InetAddress.getAllByName(uri.getHost())).allMatch(policy::allows);
    }

    /** Ends all requests and connections. */
    @Override
    public void close() {
        http.shutdownNow();
    }
}
