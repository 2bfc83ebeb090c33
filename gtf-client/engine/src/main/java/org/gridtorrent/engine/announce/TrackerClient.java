package org.gridtorrent.engine.announce;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import org.gridtorrent.engine.announce.http.HttpTracker;
import org.gridtorrent.engine.announce.message.AnnounceRequest;
import org.gridtorrent.engine.announce.message.SwarmCounts;
import org.gridtorrent.engine.announce.message.TrackerResponse;
import org.gridtorrent.engine.announce.udp.UdpSocket;
import org.gridtorrent.engine.announce.udp.UdpTracker;
import org.gridtorrent.mdtp.http.WebTls;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.address.ServerUri;
import org.jspecify.annotations.Nullable;

/**
 * Client of HTTP and UDP trackers, shared by all torrents of an engine. Thread-safe.
 *
 * <p>It has one HTTP client and one UDP socket, each opened at its first use.
 */
public final class TrackerClient implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    /** The limit on timeouts for HTTP trackers. */
    private static final Duration MAX_HTTP_TIMEOUT = Duration.ofSeconds(15);

    private final LongSupplier clock;
    private @Nullable HttpClient http;
    private @Nullable UdpSocket udp;
    private boolean closed;

    /** Opens nothing yet; the clock is monotonic, in nanoseconds. */
    public TrackerClient(LongSupplier clock) {
        this.clock = clock;
    }

    /** Blocks for the response; an {@link IOException} says why there is none. */
    public TrackerResponse announce(URI tracker, AnnounceRequest request, Duration timeout)
            throws IOException, InterruptedException {
        return isUdp(tracker)
                ? new UdpTracker(udp(), tracker).announce(request, timeout)
                : new HttpTracker(http(), tracker).announce(request,
                        httpTimeout(timeout));
    }

    /**
     * Scrapes a tracker (BEP 48); returns counts in the order of the info-hashes. Blocks for the response.
     *
     * @param contents at most {@link #maxScraped}
     */
    public List<SwarmCounts> scrape(URI tracker, List<InfoHash> contents, Duration timeout)
            throws IOException, InterruptedException {
        return isUdp(tracker)
                ? new UdpTracker(udp(), tracker).scrape(contents, timeout)
                : new HttpTracker(http(), tracker).scrape(contents,
                        httpTimeout(timeout));
    }

    static int maxScraped(URI tracker) {
        return "udp".equalsIgnoreCase(tracker.getScheme())
                ? UdpTracker.MAX_SCRAPED
                : HttpTracker.MAX_SCRAPED;
    }

    private static Duration httpTimeout(Duration timeout) {
        return timeout.compareTo(MAX_HTTP_TIMEOUT) < 0 ? timeout : MAX_HTTP_TIMEOUT;
    }

    private static boolean isUdp(URI tracker) throws IOException {
        String scheme = String.valueOf(tracker.getScheme()).toLowerCase(Locale.ROOT);
        return switch (scheme) {
            case "udp" -> true;
            case "http", "https" -> {
                if (ServerUri.host(tracker).isEmpty()) {
                    throw new IOException("its address has no host");
                }
                yield false;
            }
            default -> throw new IOException(
                    "trackers are reached over http, https or udp, not " + scheme);
        };
    }

    private synchronized HttpClient http() throws IOException {
        checkOpen();
        if (http == null) {
            // HTTP/1.1, since some trackers fail when a newer version is offered.
            http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(CONNECT_TIMEOUT)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .sslParameters(WebTls.parameters())
                    .executor(Executors.newVirtualThreadPerTaskExecutor()).build();
        }
        return http;
    }

    private synchronized UdpSocket udp() throws IOException {
        checkOpen();
        if (udp == null) {
            udp = UdpSocket.open(clock);
        }
        return udp;
    }

    private void checkOpen() throws IOException {
        if (closed) {
            throw new IOException("this program is closing");
        }
    }

    /** Fails the outstanding requests. */
    @Override
    public synchronized void close() {
        closed = true;
        if (http != null) {
            http.shutdownNow();
        }
        if (udp != null) {
            udp.close();
        }
    }
}
