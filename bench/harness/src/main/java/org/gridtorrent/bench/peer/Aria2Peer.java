package org.gridtorrent.bench.peer;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.metainfo.Bencode;
import org.gridtorrent.metainfo.BencodeValue;
import org.gridtorrent.terminal.Json;

/**
 * aria2 as a daemon, told what to do over its JSON-RPC. It takes peers from trackers only, so this has
 * a tracker for it that knows those to fetch from. All of it over the loopback interface.
 */
final class Aria2Peer implements Peer {
    private static final Duration START = Duration.ofSeconds(10);
    private static final long SHORTEST_POLL_MILLIS = 10;
    private static final long LONGEST_POLL_MILLIS = 100;

    private final Process process;
    private final URI rpc;
    private final int port;
    private final HttpServer tracker;
    private final HttpClient http = HttpClient.newHttpClient();
    private volatile List<InetSocketAddress> sources = List.of();
    private String task = "";

    private Aria2Peer(Process process, URI rpc, int port, HttpServer tracker) {
        this.process = process;
        this.rpc = rpc;
        this.port = port;
        this.tracker = tracker;
        tracker.createContext("/announce", this::answerAnnounce);
        tracker.start();
    }

    static Aria2Peer start(Place place) throws IOException {
        if (!place.enter().isEmpty()) {
            throw new IllegalArgumentException("aria2 can be told nothing on another host");
        }
        int port = freePort();
        int rpcPort = freePort();
        Process process = Tool.start(List.of("aria2c", "--no-conf", "--quiet", "--enable-rpc",
                "--rpc-listen-port=" + rpcPort, "--listen-port=" + port, "--enable-dht=false",
                "--bt-enable-lpd=false", "--enable-peer-exchange=false",
                "--file-allocation=none", "--seed-ratio=0.0",
                "--max-overall-upload-limit=" + place.uploadLimit(),
                "--stop-with-process=" + ProcessHandle.current().pid()));
        var tracker = HttpServer.create(loopback(0), 0);
        Aria2Peer peer = new Aria2Peer(process,
                URI.create("http://127.0.0.1:" + rpcPort + "/jsonrpc"), port, tracker);
        try {
            peer.awaitStart();
            return peer;
        } catch (IOException e) {
            peer.close();
            throw e;
        }
    }

    private void awaitStart() throws IOException {
        long endNanos = System.nanoTime() + START.toNanos();
        while (true) {
            try {
                call("aria2.getVersion", List.of());
                return;
            } catch (IOException e) {
                if (System.nanoTime() - endNanos > 0 || !process.isAlive()) {
                    throw new IOException("aria2 does not answer", e);
                }
                pause(SHORTEST_POLL_MILLIS);
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private void answerAnnounce(HttpExchange exchange) throws IOException {
        ByteBuffer peers = ByteBuffer.allocate(6 * sources.size());
        sources.forEach(source -> peers.put(source.getAddress().getAddress())
                .putShort((short) source.getPort()));
        byte[] answer = Bencode.encode(Bencode.dictionary(Map.of("interval",
                BencodeValue.of(60), "peers", BencodeValue.of(peers.array()))));
        exchange.sendResponseHeaders(200, answer.length);
        try (var out = exchange.getResponseBody()) {
            out.write(answer);
        }
    }

    @Override
    public InetSocketAddress address() {
        return loopback(port);
    }

    @Override
    public void seed(Path torrent, Path directory) throws IOException {
        add(torrent, Map.of("dir", directory.toString(), "bt-seed-unverified", "true"));
        var _ = untilWhole(System.nanoTime());
    }

    @Override
    public Fetched fetch(Path torrent, Path directory, List<PeerAddress> from)
            throws IOException {
        sources = from.stream().map(PeerAddress::address).toList();
        long begunNanos = System.nanoTime();
        add(torrent, Map.of("dir", directory.toString(), "bt-tracker",
                "http://127.0.0.1:" + tracker.getAddress().getPort() + "/announce"));
        return untilWhole(begunNanos);
    }

    private void add(Path torrent, Map<String, String> options) throws IOException {
        String encoded = Base64.getEncoder().encodeToString(Files.readAllBytes(torrent));
        task = call("aria2.addTorrent", List.of(encoded, List.of(), options)).asText();
    }

    /** Asked as often as one part in 200 of the time so far, so that asking costs it little. */
    private Fetched untilWhole(long begunNanos) throws IOException {
        Halves halves = null;
        while (true) {
            JsonNode status = call("aria2.tellStatus", List.of(task, List.of("seeder", "status",
                    "errorMessage", "completedLength", "totalLength")));
            if (status.path("status").asText().equals("error")) {
                throw new IOException("aria2: " + status.path("errorMessage").asText());
            }
            long nowNanos = System.nanoTime();
            if (halves == null) {
                halves = new Halves(status.path("totalLength").asLong(), begunNanos);
            }
            if (status.path("seeder").asText().equals("true")) {
                return halves.end(0, nowNanos);
            }
            halves.came(status.path("completedLength").asLong(), nowNanos);
            pause(Math.clamp(TimeUnit.NANOSECONDS.toMillis(nowNanos - begunNanos) / 200,
                    SHORTEST_POLL_MILLIS, LONGEST_POLL_MILLIS));
        }
    }

    @Override
    public void drop() throws IOException {
        call("aria2.forceRemove", List.of(task));
        while (call("aria2.tellStatus", List.of(task, List.of("status"))).path("status").asText()
                .equals("active")) {
            pause(SHORTEST_POLL_MILLIS);
        }
        call("aria2.removeDownloadResult", List.of(task));
    }

    private JsonNode call(String method, List<?> parameters) throws IOException {
        String body = Json.MAPPER.writeValueAsString(
                Map.of("jsonrpc", "2.0", "id", "1", "method", method, "params", parameters));
        try {
            JsonNode answer = Json.MAPPER.readTree(http.send(
                    HttpRequest.newBuilder(rpc).POST(HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString()).body());
            if (answer.has("error")) {
                throw new IOException("aria2: " + answer.path("error").path("message").asText());
            }
            return answer.path("result");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while aria2 was asked", e);
        }
    }

    private static void pause(long millis) throws IOException {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for aria2", e);
        }
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        tracker.stop(0);
        http.close();
        process.destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
