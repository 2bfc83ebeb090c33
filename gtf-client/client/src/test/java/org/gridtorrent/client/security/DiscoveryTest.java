package org.gridtorrent.client.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.gridtorrent.identity.Pem;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.terminal.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DiscoveryTest {
    private static final String ELSEWHERE = "https://198.18.0.1";

    @TempDir
    private Path folder;

    private Discovery answered(String url, String pages, String tracker) throws Exception {
        SiteKeys keys = SiteKeys.openOrCreate(folder, "lab");
        return Discovery.parse(URI.create(url), Json.MAPPER.writeValueAsBytes(Map.of("site", "lab",
                "pagesUrl", pages, "trackerUrl", tracker, "caCertificate",
                Pem.encode(keys.caCertificate()))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost", "[::1]", "0.0.0.0", "169.254.169.254",
        "[fe80::1]"})
    void siteElsewhere_leadsNobodyToTheirOwnMachine(String host) throws Exception {
        String here = "https://" + host + ":8480";
        assertThatThrownBy(() -> answered(ELSEWHERE, here, ELSEWHERE + ":8481"))
                .isInstanceOf(IOException.class).hasMessageContaining("this machine");
        assertThatThrownBy(() -> answered(ELSEWHERE, ELSEWHERE, here))
                .isInstanceOf(IOException.class).hasMessageContaining("this machine");
    }

    @Test
    void siteOfThisMachine_isFoundHere() throws Exception {
        assertThat(answered("http://localhost:8480", "http://127.0.0.1:8480",
                "https://127.0.0.1:8481").tracker()).hasPath("/tracker/1");
        assertThat(answered(ELSEWHERE, ELSEWHERE, ELSEWHERE + ":8481").pages())
                .hasHost("198.18.0.1");
    }

    /** Users paste the address of one of the site's pages, too. */
    @ParameterizedTest
    @CsvSource({"/grid, /grid, 1", "/grid/, /grid, 1", "/grid/machines, /grid, 2", "'', '', 1",
        "/machines, '', 2", "/a/b/c/d/e/f/g/h/i, '', 0"})
    void siteIsFoundBelowTheAddressOrBelowItsParents(String given, String root, int requests)
            throws Exception {
        HttpServer server = HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        URI host = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        SiteKeys keys = SiteKeys.openOrCreate(folder, "lab");
        byte[] document = Json.MAPPER.writeValueAsBytes(Map.of("site", "lab", "pagesUrl",
                host + root, "trackerUrl", "https://127.0.0.1:8481", "caCertificate",
                Pem.encode(keys.caCertificate())));
        List<String> asked = new CopyOnWriteArrayList<>();
        server.createContext("/", exchange -> {
            asked.add(exchange.getRequestURI().toString());
            boolean known = asked.getLast().equals(root + "/.well-known/gridtorrent");
            exchange.sendResponseHeaders(known ? 200 : 404, known ? document.length : -1);
            if (known) {
                exchange.getResponseBody().write(document);
            }
            exchange.close();
        });
        server.start();
        try {
            if (requests == 0) {
                assertThatThrownBy(() -> Discovery.of(URI.create(host + given)))
                        .hasMessageContaining("is not a GridTorrent site: status 404");
                assertThat(asked).hasSize(8);
            } else {
                assertThat(Discovery.of(URI.create(host + given)).pages())
                        .hasToString(host + root);
                assertThat(asked).hasSize(requests);
            }
        } finally {
            server.stop(0);
        }
    }
}
