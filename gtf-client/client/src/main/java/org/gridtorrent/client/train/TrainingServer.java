package org.gridtorrent.client.train;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Web server of one file on the loopback address, at a limited rate, for {@link TrainCommand}. */
final class TrainingServer implements AutoCloseable {
    private static final Pattern RANGE = Pattern.compile("bytes=([0-9]+)-([0-9]*)");
    private static final int CHUNK = 16 << 10;

    private final byte[] content;
    private final long pauseNs;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** @param rate bytes per second of each connection */
    TrainingServer(Path file, long rate) throws IOException {
        content = Files.readAllBytes(file);
        pauseNs = TimeUnit.SECONDS.toNanos(1) * CHUNK / rate;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::serve);
        server.setExecutor(threads);
        server.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/content");
    }

    private void serve(HttpExchange exchange) throws IOException {
        String asked = exchange.getRequestHeaders().getFirst("Range");
        Matcher range = RANGE.matcher(asked == null ? "bytes=0-" : asked);
        if (!range.matches()) {
            throw new IOException("no range: " + asked);
        }
        int start = Integer.parseInt(range.group(1));
        int end = range.group(2).isEmpty()
                ? content.length
                : Math.min(content.length, 1 + Integer.parseInt(range.group(2)));
        exchange.getResponseHeaders().set("Content-Range",
                "bytes " + start + "-" + (end - 1) + "/" + content.length);
        exchange.getResponseHeaders().set("Content-Type", "application/octet-stream");
        exchange.sendResponseHeaders(206, end - start);
        try (OutputStream body = exchange.getResponseBody()) {
            for (int at = start; at < end; at += CHUNK) {
                body.write(content, at, Math.min(CHUNK, end - at));
                body.flush();
                TimeUnit.NANOSECONDS.sleep(pauseNs);
            }
        } catch (InterruptedException e) {
            throw new InterruptedIOException();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
