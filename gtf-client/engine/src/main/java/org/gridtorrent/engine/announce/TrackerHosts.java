package org.gridtorrent.engine.announce;

import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Hosts of all trackers of an engine, each with a limit on outstanding requests and a back-off.
 *
 * <p>After a timeout, all announces to that host fail until its back-off ends. The back-off doubles from 2.5 s
 * to 150 s, and is never longer than the back-off of one torrent's tracker ({@link TrackerEntry}).
 *
 * <p>For one thread; the clock is passed in.
 */
final class TrackerHosts {
    private static final int MAX_OUTSTANDING = 16;
    private static final long INITIAL_BACKOFF_NS = 2_500_000_000L;
    private static final long MAX_BACKOFF_NS = 150_000_000_000L;

    private final Map<String, Host> hosts = new HashMap<>();

    private static final class Host {
        private int outstanding;
        private int failures;
        private long notBeforeNs;
        private String failure = "";
    }

    private static String key(URI tracker) {
        return (tracker.getScheme() + "://" + tracker.getRawAuthority()).toLowerCase(Locale.ROOT);
    }

    boolean isBusy(URI tracker) {
        Host host = hosts.get(key(tracker));
        return host != null && host.outstanding >= MAX_OUTSTANDING;
    }

    /** The last failure, while the host backs off. */
    Optional<IOException> failure(URI tracker, long nowNs) {
        Host host = hosts.get(key(tracker));
        return host != null && host.failures > 0 && nowNs - host.notBeforeNs < 0
                ? Optional.of(new IOException(host.failure))
                : Optional.empty();
    }

    void requestSent(URI tracker) {
        hosts.computeIfAbsent(key(tracker), key -> new Host()).outstanding++;
    }

    /** Any response counts, even a failure reason. */
    void responded(URI tracker) {
        hosts.computeIfPresent(key(tracker), (key, host) -> {
            host.outstanding--;
            host.failures = 0;
            return host.outstanding == 0 ? null : host;
        });
    }

    /** Failures of concurrent requests count as one. */
    void failed(URI tracker, IOException cause, long nowNs) {
        hosts.computeIfPresent(key(tracker), (key, host) -> {
            host.outstanding--;
            if (host.failures == 0 || nowNs - host.notBeforeNs >= 0) {
                host.notBeforeNs = nowNs + Math.min(MAX_BACKOFF_NS,
                        INITIAL_BACKOFF_NS << Math.min(host.failures, 20));
                host.failures++;
                host.failure = String.valueOf(cause.getMessage());
            }
            return host;
        });
    }
}
