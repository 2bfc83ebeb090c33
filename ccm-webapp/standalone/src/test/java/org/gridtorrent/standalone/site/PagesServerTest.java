package org.gridtorrent.standalone.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.gridtorrent.standalone.home.HostPort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whom the pages' listener lets in, for how long, and by which address. */
@Timeout(60)
class PagesServerTest {
    private static final Duration LONG = Duration.ofDays(1);
    private static final Duration SHORT = Duration.ofSeconds(4);
    private static final String HERE = "127.0.0.1";
    private static final String ELSEWHERE = "127.0.0.2";

    private final CompletableFuture<Boolean> answer = new CompletableFuture<>();
    private AutoCloseable server = () -> {};
    private int port;

    /** Reads the body, waits for the answer when asked to at {@code /wait}, and says who asked. */
    private final Handler pages = new Handler.Abstract() {
        @Override
        public boolean handle(Request request, Response response, Callback callback)
                throws Exception {
            Content.Source.consumeAll(request);
            if (Request.getPathInContext(request).equals("/wait")) {
                answer.join();
            }
            Content.Sink.write(response, true, "of " + Request.getRemoteAddr(request), callback);
            return true;
        }
    };

    private void start(PagesLimits limits, String... proxies) throws Exception {
        PagesServer bound = PagesServer.bind(new HostPort("0.0.0.0", 0),
                Set.of(proxies).stream().map(InetAddress::ofLiteral).collect(Collectors.toSet()),
                limits);
        server = bound;
        port = bound.port();
        bound.start(pages);
    }

    @AfterEach
    void close() throws Exception {
        answer.complete(true);
        server.close();
    }

    private Socket connect(String from) throws IOException {
        var socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
        socket.connect(new InetSocketAddress(InetAddress.ofLiteral(HERE), port));
        socket.setSoTimeout(50_000);
        return socket;
    }

    /** A connection that the server counts already, since it has answered. */
    private Socket counted(String from) throws IOException {
        Socket socket = connect(from);
        send(socket, "HEAD / HTTP/1.1\r\nHost: x\r\n\r\n");
        var line = new StringBuilder();
        while (!line.toString().endsWith("\r\n\r\n")) {
            line.append((char) socket.getInputStream().read());
        }
        return socket;
    }

    private Socket asking(String text) throws IOException {
        Socket socket = connect(HERE);
        send(socket, text);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String status(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(),
                StandardCharsets.US_ASCII)).readLine();
    }

    private static String get(Socket socket, String headers) throws IOException {
        send(socket, "GET / HTTP/1.1\r\nHost: x\r\n" + headers + "Connection: close\r\n\r\n");
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }

    /** Sends a byte on each whenever nothing came for a moment, until all are closed. */
    private static void trickle(Socket... sockets) throws IOException {
        var open = new ArrayList<>(List.of(sockets));
        while (!open.isEmpty() && !Thread.currentThread().isInterrupted()) {
            for (Socket socket : List.copyOf(open)) {
                if (isClosedAfterAByte(socket)) {
                    open.remove(socket);
                }
            }
        }
    }

    private static boolean isClosedAfterAByte(Socket socket) throws IOException {
        socket.setSoTimeout(10);
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException nothingCame) {
            return !isSent(socket);
        } catch (SocketException reset) {
            return true;
        }
    }

    private static boolean isSent(Socket socket) throws IOException {
        try {
            socket.getOutputStream().write('a');
            return true;
        } catch (SocketException closed) {
            return false;
        }
    }

    @Test
    void aByteNowAndThen_holdsNoConnection_andAnAnswerMayTakeItsTime() throws Exception {
        start(new PagesLimits(100, 100, LONG, SHORT, SHORT));
        try (Socket asking = asking(
                "POST /wait HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody");
                Socket second = asking(
                        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody");
                Socket header = asking("GET / HTTP/1.1\r\nHost: x\r\nX-Long: ");
                Socket body = asking(
                        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n");
                Socket chunk = asking(
                        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n186a0\r\n")) {
            assertThat(status(second)).startsWith("HTTP/1.1 200");
            trickle(header, body, chunk, second);
            answer.complete(true);
            assertThat(status(asking)).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void anAddressWithTooManyConnections_losesTheNewest() throws Exception {
        start(new PagesLimits(100, 2, LONG, LONG, LONG));
        try (Socket first = counted(HERE); Socket second = counted(HERE)) {
            try (Socket third = connect(HERE)) {
                assertThat(third.getInputStream().read()).isNegative();
            }
            assertThat(get(counted(ELSEWHERE), "")).contains("200 OK");
            assertThat(get(second, "")).contains("200 OK");
            assertThat(get(first, "")).contains("200 OK");
        }
    }

    @Test
    void whenAllHaveTooMany_whoHasMostGivesWay() throws Exception {
        start(new PagesLimits(4, 100, LONG, LONG, LONG)); // three, and one to spare
        try (Socket first = counted(HERE);
                Socket second = counted(HERE);
                Socket last = counted(HERE);
                Socket other = counted(ELSEWHERE)) {
            assertThat(last.getInputStream().read()).isNegative();
            assertThat(get(other, "")).contains("200 OK");
            assertThat(get(first, "")).contains("200 OK");
            assertThat(get(second, "")).contains("200 OK");
        }
    }

    @ParameterizedTest
    @CsvSource({"198.51.100.7, 198.51.100.7", "'6.6.6.6, 198.51.100.7', 198.51.100.7",
        "'198.51.100.7, 127.0.0.3', 198.51.100.7", "198.51.100.7:5555, 198.51.100.7",
        "'[2001:db8::7]:5555', [2001:db8:0:0:0:0:0:7]", "'6.6.6.6, unknown', 127.0.0.1",
        "evil.example, 127.0.0.1"})
    void aTrustedProxy_isBelievedWhoseTheRequestIs(String forwarded, String client)
            throws Exception {
        start(PagesLimits.usual(), HERE, "127.0.0.3");
        try (Socket proxy = connect(HERE)) {
            assertThat(get(proxy, "X-Forwarded-For: " + forwarded + "\r\n"))
                    .endsWith("of " + client);
        }
    }

    @Test
    void nobodyElse_isBelievedWhoseTheRequestIs() throws Exception {
        start(PagesLimits.usual(), HERE);
        try (Socket stranger = connect(ELSEWHERE); Socket proxy = connect(HERE)) {
            assertThat(get(stranger, "X-Forwarded-For: 198.51.100.7\r\n"))
                    .endsWith("of " + ELSEWHERE);
            assertThat(get(proxy, "X-Forwarded-For: 6.6.6.6\r\nX-Forwarded-For: 198.51.100.7\r\n"))
                    .endsWith("of 198.51.100.7");
        }
    }

    @Test
    void aTrustedProxy_isNotLimitedAsOneAddress() throws Exception {
        start(new PagesLimits(100, 1, LONG, LONG, LONG), HERE);
        try (Socket first = connect(HERE); Socket second = connect(HERE)) {
            assertThat(get(second, "")).contains("200 OK");
            assertThat(get(first, "")).contains("200 OK");
        }
    }

    @Test
    void linesEndWithCarriageReturnAndLineFeedAlone() throws Exception {
        start(PagesLimits.usual());
        for (String request : new String[]{"GET / HTTP/1.1\nHost: x\n\n",
            "GET / HTTP/1.1\r\nHost: x\nX-Smuggled: y\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\na\n0\n\n"}) {
            try (Socket socket = connect(HERE)) {
                send(socket, request);
                assertThat(status(socket)).startsWith("HTTP/1.1 400");
            }
        }
    }
}
