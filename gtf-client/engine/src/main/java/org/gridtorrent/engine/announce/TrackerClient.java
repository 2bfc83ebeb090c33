package org.gridtorrent.engine.announce;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import org.gridtorrent.metainfo.InfoHash;
import org.jspecify.annotations.Nullable;

/**
 * The ways to trackers that all contents of an engine share: one HTTP client and one UDP socket, each
 * made when it is first needed. Thread-safe.
 */
public final class TrackerClient implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    /** An HTTP tracker that takes longer is not waited for, however patient one is. */
    private static final Duration HTTP_PATIENCE = Duration.ofSeconds(15);
    /** Info-hashes in the address of one scrape. */
    private static final int MAX_HTTP_SCRAPED = 40;

    private final LongSupplier clock;
    private @Nullable HttpClient http;
    private @Nullable UdpSocket udp;
    private boolean closed;

    /** @param clock nanoseconds, monotonic */
    public TrackerClient(LongSupplier clock) {
        this.clock = clock;
    }

    /** Blocks for the answer; an {@link IOException} says why there is none. */
    public TrackerResponse announce(URI tracker, AnnounceRequest announcement, Duration patience)
            throws IOException, InterruptedException {
        return isUdp(tracker)
                ? new UdpTracker(udp(), tracker).announce(announcement, patience)
                : new HttpTracker(new SafeHttpClient(http()), tracker).announce(announcement,
                        httpPatience(patience));
    }

    /**
     * What a tracker knows of some contents' swarms, in their order (BEP 48). Blocks for the answer.
     *
     * @param contents at most {@link #maxScraped}
     */
    public List<SwarmCounts> scrape(URI tracker, List<InfoHash> contents, Duration patience)
            throws IOException, InterruptedException {
        return isUdp(tracker)
                ? new UdpTracker(udp(), tracker).scrape(contents, patience)
                : new HttpTracker(new SafeHttpClient(http()), tracker).scrape(contents,
                        httpPatience(patience));
    }

    static int maxScraped(URI tracker) {
        return "udp".equalsIgnoreCase(tracker.getScheme())
                ? UdpRequest.MAX_SCRAPED
                : MAX_HTTP_SCRAPED;
    }

    private static Duration httpPatience(Duration patience) {
        return patience.compareTo(HTTP_PATIENCE) < 0 ? patience : HTTP_PATIENCE;
    }

    private static boolean isUdp(URI tracker) throws IOException {
        String scheme = String.valueOf(tracker.getScheme()).toLowerCase(Locale.ROOT);
        return switch (scheme) {
            case "udp" -> true;
            case "http", "https" -> {
                if (tracker.getHost() == null) {
                    throw new IOException("its address has no host");
                }
                yield false;
            }
            default -> throw new IOException(
                    "trackers are reached over http, https or udp, not " + scheme);
        };
    }

    private synchronized HttpClient http() throws IOException {
        refuseWhenClosed();
        if (http == null) {
            // HTTP/1.1, since some trackers stumble over an offer of anything newer.
            http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(CONNECT_TIMEOUT)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .executor(Executors.newVirtualThreadPerTaskExecutor()).build();
        }
        return http;
    }

    private synchronized UdpSocket udp() throws IOException {
        refuseWhenClosed();
        if (udp == null) {
            udp = UdpSocket.open(clock);
        }
        return udp;
    }

    private void refuseWhenClosed() throws IOException {
        if (closed) {
            throw new IOException("this program is closing");
        }
    }

    /** Whoever is waiting for an answer hears that there will be none. */
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
