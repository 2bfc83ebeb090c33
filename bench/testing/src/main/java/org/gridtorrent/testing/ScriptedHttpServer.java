package org.gridtorrent.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;

/** HTTP/1.1 server on 127.0.0.1 whose responses are written by the test, byte for byte. */
public final class ScriptedHttpServer implements AutoCloseable {

    /**
     * A request.
     *
     * @param connection number of its connection, from one
     * @param headers by name in lower case
     */
    public record Request(int connection, String method, String target,
            Map<String, String> headers) {

        public long rangeStart() {
            return Long.parseLong(range()[1]);
        }

        /** {@link Long#MAX_VALUE} if the range is open. */
        public long rangeEnd() {
            return range()[2].isEmpty() ? Long.MAX_VALUE : Long.parseLong(range()[2]) + 1;
        }

        private String[] range() {
            return Objects.requireNonNull(headers.get("range"), "no Range").split("[=-]", -1);
        }
    }

    /** Writes the response; the connection ends when it throws. */
    public interface Script {
        void respond(Request request, OutputStream out) throws IOException, InterruptedException;
    }

    private final String scheme;
    private final ServerSocket socket;
    private final Script script;
    private final List<Socket> connections = new CopyOnWriteArrayList<>();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final AtomicInteger accepted = new AtomicInteger();

    public ScriptedHttpServer(Script script) throws IOException {
        this("http", new ServerSocket(), script);
    }

    /** A server for HTTPS with the key of this context. */
    public ScriptedHttpServer(SSLContext tls, Script script) throws IOException {
        this("https", tls.getServerSocketFactory().createServerSocket(), script);
    }

    private ScriptedHttpServer(String scheme, ServerSocket socket, Script script)
            throws IOException {
        this.scheme = scheme;
        this.socket = socket;
        this.script = script;
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Thread.ofVirtual().start(this::accept);
    }

    /** Serves ranges of these bytes as a good server does. */
    public static Script serving(byte[] content, String entityTag) {
        return (request, out) -> {
            int start = (int) request.rangeStart();
            if (start >= content.length) {
                write(out, "HTTP/1.1 416 Range Not Satisfiable\r\nContent-Range: bytes */"
                        + content.length + "\r\nContent-Length: 0\r\n\r\n");
                return;
            }
            int end = (int) Math.min(request.rangeEnd(), content.length);
            write(out, partial(start, end, content.length, "ETag: " + entityTag + "\r\n"));
            out.write(content, start, end - start);
        };
    }

    /** Header of a 206. */
    public static String partial(long start, long end, long length, String more) {
        return "HTTP/1.1 206 Partial Content\r\nContent-Length: " + (end - start)
                + "\r\nContent-Range: bytes " + start + "-" + (end - 1) + "/" + length + "\r\n"
                + more + "\r\n";
    }

    public static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    public URI uri(String path) {
        return URI.create(scheme + "://127.0.0.1:" + socket.getLocalPort() + path);
    }

    public List<Request> requests() {
        return List.copyOf(requests);
    }

    public int connections() {
        return accepted.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket connection = socket.accept();
                connections.add(connection);
                int number = accepted.incrementAndGet();
                Thread.ofVirtual().start(() -> serve(connection, number));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void serve(Socket connection, int number) {
        try (connection) {
            BufferedReader in = new BufferedReader(new InputStreamReader(
                    connection.getInputStream(), StandardCharsets.ISO_8859_1));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.split(" ", -1);
                Request request = new Request(number, words[0], words[1], headers(in));
                requests.add(request);
                script.respond(request, connection.getOutputStream());
                connection.getOutputStream().flush();
            }
        } catch (IOException e) {
            // the script or the client ended the connection
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Map<String, String> headers(BufferedReader in) throws IOException {
        Map<String, String> headers = new TreeMap<>();
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            int colon = line.indexOf(':');
            headers.put(line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        return headers;
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (Socket connection : connections) {
            connection.close();
        }
    }
}
