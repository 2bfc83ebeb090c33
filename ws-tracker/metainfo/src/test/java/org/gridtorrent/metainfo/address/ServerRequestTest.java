package org.gridtorrent.metainfo.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests to a web server on loopback. */
class ServerRequestTest {
    static Stream<InetAddress> loopback() {
        return Stream.of(InetAddress.ofLiteral("127.0.0.1"), InetAddress.ofLiteral("::1"));
    }

    @ParameterizedTest
    @MethodSource("loopback")
    void hostNameWithAnUnderscoreIsReached(InetAddress address) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(address, 0), 0);
        server.createContext("/", exchange -> {
            byte[] asked = (exchange.getRequestHeaders().getFirst("Host") + " "
                    + exchange.getRequestURI()).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, asked.length);
            exchange.getResponseBody().write(asked);
            exchange.close();
        });
        server.start();
        try (HttpClient client = HttpClient.newHttpClient()) {
            String place = "lab_tracker:" + server.getAddress().getPort();
            URI uri = ServerUri.parse("http://" + place + "/announce?a=b");
            var request = ServerRequest.to(uri, _ -> address).build();
            assertThat(client.send(request, BodyHandlers.ofString()).body())
                    .isEqualTo(place + " /announce?a=b");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void otherAddressesAreAskedAsTheyAre() throws IOException {
        URI uri = URI.create("https://a.example/x");
        assertThat(ServerRequest.to(uri).build().uri()).isEqualTo(uri);
    }

    @Test
    void underscoreOverTlsIsRefused() {
        assertThatThrownBy(() -> ServerRequest.to(URI.create("https://lab_tracker/")))
                .isInstanceOf(IOException.class).hasMessageContaining("underscore");
        assertThatThrownBy(() -> ServerRequest.to(URI.create("mailto:a@b")))
                .isInstanceOf(IOException.class).hasMessageContaining("cannot be used");
    }
}
