package org.gridtorrent.mdtp.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import org.gridtorrent.mdtp.http.ReplicaFault.Code;

/**
 * The process's HTTP client for replicas: connections, proxies and credentials.
 *
 * <p>Thread-safe. Connections that are idle are kept for the next range of any replica at the same server.
 */
public final class ReplicaClient implements AutoCloseable {

    static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    /** From the request to the response's header. */
    static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(30);
    /** Between two reads of a body. A fetch gives up a slow replica earlier. */
    static final Duration SILENCE_TIMEOUT = Duration.ofSeconds(60);

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
     * Refuses a target if its policy does not allow every address of its host; returns the policy for its
     * redirects.
     *
     * <p>java.net.http resolves the name again when it connects. The JDK keeps what a name resolved to (30
     * seconds, by default), so that this is what was checked, unless the entry expires in between. Behind a
     * proxy, which resolves names itself, only numeric addresses can be checked.
     */
    AddressPolicy requireAllowed(Target target) throws IOException {
        String host = target.uri().getHost();
        if (proxies.proxyFor(target.uri()).isPresent() && !isNumeric(host)) {
            return target.policy().ofRedirects();
        }
        List<InetAddress> addresses = List.of(InetAddress.getAllByName(host));
        if (!addresses.stream().allMatch(target.policy()::allows)) {
            throw new ReplicaFaultException(Code.ADDRESS_REFUSED, 0, host);
        }
        return addresses.stream().allMatch(AddressPolicy::isLocal)
                ? target.policy()
                : target.policy().ofRedirects();
    }

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
