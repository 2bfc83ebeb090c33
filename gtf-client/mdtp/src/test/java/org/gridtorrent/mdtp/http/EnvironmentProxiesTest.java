package org.gridtorrent.mdtp.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.gridtorrent.mdtp.http.ScriptedReplicas.GOOD;
import static org.gridtorrent.mdtp.http.ScriptedReplicas.get;
import static org.gridtorrent.testing.ScriptedHttpServer.write;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.mdtp.http.EnvironmentProxies.HttpProxy;
import org.gridtorrent.mdtp.http.ReplicaFault.Code;
import org.gridtorrent.testing.ScriptedHttpServer;
import org.gridtorrent.testing.ScriptedHttpServer.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class EnvironmentProxiesTest {
    @RegisterExtension
    final ScriptedReplicas replicas = new ScriptedReplicas();

    private static Optional<InetSocketAddress> proxy(Map<String, String> environment, String uri)
            throws ReplicaFaultException {
        return new EnvironmentProxies(environment).proxyFor(URI.create(uri))
                .map(HttpProxy::address);
    }

    private static InetSocketAddress address(String host, int port) {
        return InetSocketAddress.createUnresolved(host, port);
    }

    @Test
    void rangesAreAskedThroughTheProxy() throws Exception {
        ScriptedHttpServer proxy = replicas.server(GOOD);
        Replica replica = replicas.client(Credentials.NONE,
                Map.of("http_proxy", proxy.uri("/").toString(), "no_proxy", "localhost"))
                .replica(URI.create("http://replica.example/file"), AddressPolicy.PUBLIC);
        get(replica, 0, 100).assertBrings(0, 100);
        assertThat(proxy.requests().getFirst().target()).isEqualTo("http://replica.example/file");
    }

    @Test
    void tlsGoesThroughATunnel() throws Exception {
        ScriptedHttpServer proxy = replicas.server((request, out) -> write(out,
                "HTTP/1.1 403 no\r\nContent-Length: 0\r\n\r\n"));
        Replica replica = replicas.client(Credentials.NONE,
                Map.of("https_proxy", proxy.uri("/").toString()))
                .replica(URI.create("https://replica.example/file"), AddressPolicy.PUBLIC);
        assertThat(get(replica, 0, 100).fault().code()).isEqualTo(Code.CONNECTION_FAILED);
        assertThat(proxy.requests()).extracting(Request::method, Request::target)
                .first().asString().contains("CONNECT", "replica.example:443");
    }

    @Test
    void numericAddressIsCheckedThoughAProxyIsThere() throws Exception {
        ScriptedHttpServer proxy = replicas.server(GOOD);
        ReplicaClient client = replicas.client(Credentials.NONE,
                Map.of("http_proxy", proxy.uri("/").toString()));
        for (String host : new String[]{"127.0.0.1", "[::1]", "192.168.1.1"}) {
            Replica replica = client.replica(URI.create("http://" + host + "/"),
                    AddressPolicy.PUBLIC);
            assertThat(get(replica, 0, 1).fault().code()).isEqualTo(Code.ADDRESS_REFUSED);
        }
        assertThat(proxy.requests()).isEmpty();
    }

    @Test
    void variablesAreReadAsCurlReadsThem() throws Exception {
        Map<String, String> environment = Map.of("http_proxy", "one.example:3128", "HTTPS_PROXY",
                "http://two.example/", "ALL_PROXY", "http://[2001:db8::1]:8080");
        assertThat(proxy(environment, "http://a.example/")).contains(address("one.example", 3128));
        assertThat(proxy(environment, "https://a.example/"))
                .contains(address("two.example", 1080));
        assertThat(proxy(Map.of("all_proxy", "http://three.example:1"), "http://a.example/"))
                .contains(address("three.example", 1));
        assertThat(proxy(Map.of("http_proxy", " "), "http://a.example/")).isEmpty();
        assertThat(proxy(Map.of("HTTP_PROXY", "cgi.example"), "http://a.example/")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"a.example, true", "x.a.example, true", "A.EXAMPLE, true", "ba.example, false",
        "b.example, true", "x.b.example, true", "198.51.100.1, true", "[2001:db8::1], true",
        "c.example, false"})
    void hostsOfNoProxyAreAskedStraight(String host, boolean straight) throws Exception {
        assertThat(proxy(Map.of("http_proxy", "p.example",
                "no_proxy", "a.example, .b.example 198.51.100.1,[2001:db8::1],"),
                "http://" + host + "/").isEmpty()).isEqualTo(straight);
        assertThat(proxy(Map.of("http_proxy", "p.example", "NO_PROXY", "*"),
                "http://" + host + "/")).isEmpty();
    }

    @Test
    void passwordIsSentToTheProxyAlone() throws Exception {
        ScriptedHttpServer proxy = replicas.server(GOOD);
        ScriptedHttpServer straight = replicas.server(GOOD);
        ReplicaClient client = replicas.client(Credentials.NONE,
                Map.of("http_proxy", "http://ann:p%40ss%3A+@" + proxy.uri("/").getAuthority(),
                        "no_proxy", "127.0.0.1"));
        get(client.replica(URI.create("http://replica.example/file"), AddressPolicy.PUBLIC), 0,
                100).assertBrings(0, 100);
        get(client.replica(straight.uri("/file"), AddressPolicy.ANY), 0, 100).assertBrings(0, 100);
        assertThat(proxy.requests().getFirst().headers()).containsEntry("proxy-authorization",
                "Basic " + Base64.getEncoder().encodeToString("ann:p@ss:+".getBytes(UTF_8)));
        assertThat(straight.requests().getFirst().headers())
                .doesNotContainKey("proxy-authorization");
    }

    @Test
    void refusedPasswordIsAFault() throws Exception {
        for (String scheme : List.of("http", "https")) {
            ScriptedHttpServer proxy = replicas.server((request, out) -> write(out,
                    "HTTP/1.1 407 x\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n"));
            Replica replica = replicas.client(Credentials.NONE, Map.of("all_proxy",
                    "http://ann:wrong@" + proxy.uri("/").getAuthority()))
                    .replica(URI.create(scheme + "://replica.example/file"),
                            AddressPolicy.PUBLIC);
            ReplicaFault fault = get(replica, 0, 1).fault();
            assertThat(fault.code()).isEqualTo(Code.PROXY_FAILED);
            assertThat(fault.status()).isEqualTo(407);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"socks5://p.example:1080", "https://p.example", "http://",
        "https://ann:secret@p.example", "http://ann:se^secret@p.example:3128", "p example"})
    void proxyThatCannotBeUsedIsAFault(String value) throws Exception {
        Replica replica = replicas.client(Credentials.NONE, Map.of("http_proxy", value))
                .replica(URI.create("http://198.51.100.1/"), AddressPolicy.ANY);
        ReplicaFault fault = get(replica, 0, 1).fault();
        assertThat(fault.code()).isEqualTo(Code.PROXY_FAILED);
        assertThat(fault.detail()).isNotEmpty().doesNotContain("secret");
    }
}
