package org.gridtorrent.engine.announce;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

/** Announces to one HTTP or HTTPS tracker (BEP 3). Thread-safe. */
public final class HttpTracker {
    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    private static final int MAX_ANSWER = 1024 * 1024;
    private static final int OK = 200;

    private final HttpClient client;
    private final URI uri;

    public HttpTracker(HttpClient client, URI uri) {
        this.client = client;
        this.uri = uri;
    }

    /** Blocks for the answer; an {@link IOException} says what was wrong with it. */
    public TrackerAnswer announce(Announcement announcement)
            throws IOException, InterruptedException {
        String separator = uri.getRawQuery() == null ? "?" : "&";
        HttpRequest request = HttpRequest.newBuilder()
                .uri(URI.create(uri + separator + announcement.query())).timeout(TIMEOUT)
                .header("User-Agent", "GridTorrent/0.1").build();
        HttpResponse<InputStream> response = client.send(request,
                HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            if (response.statusCode() != OK) {
                throw new IOException("HTTP status " + response.statusCode());
            }
            byte[] bytes = body.readNBytes(MAX_ANSWER + 1);
            if (bytes.length > MAX_ANSWER) {
                throw new IOException("an answer of more than 1 MiB");
            }
            TrackerAnswer answer = TrackerAnswer.parse(bytes);
            return new TrackerAnswer(answer.interval(), believable(answer.peers()));
        }
    }

    /** A tracker elsewhere has no business to name this machine's own or its link's addresses. */
    private List<InetSocketAddress> believable(List<InetSocketAddress> peers) throws IOException {
        boolean local = InetAddress.getByName(uri.getHost()).isLoopbackAddress();
        return peers.stream().filter(peer -> {
            InetAddress address = peer.getAddress();
            boolean own = address.isLoopbackAddress() || address.isLinkLocalAddress();
            return !address.isAnyLocalAddress() && !address.isMulticastAddress()
                    && (local || !own);
        }).toList();
    }
}
