package org.gridtorrent.engine.announce;

import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The servers behind all trackers of an engine. Of each only so many things are asked at once; and one
 * that was silent is not asked by one content after the other, but by the first ones after a pause that
 * doubles from 2.5 s to 150 s. That is never longer than a content's own pause after a failure.
 *
 * <p>For one thread; the clock is passed in.
 */
final class TrackerHosts {
    private static final int MAX_AT_ONCE = 16;
    private static final long FIRST_PAUSE_NS = 2_500_000_000L;
    private static final long LONGEST_PAUSE_NS = 150_000_000_000L;

    private final Map<String, Host> hosts = new HashMap<>();

    private static final class Host {
        private int asked;
        private int failures;
        private long notBeforeNs;
        private String problem = "";
    }

    private static String name(URI tracker) {
        return (tracker.getScheme() + "://" + tracker.getRawAuthority()).toLowerCase(Locale.ROOT);
    }

    boolean isBusy(URI tracker) {
        Host host = hosts.get(name(tracker));
        return host != null && host.asked >= MAX_AT_ONCE;
    }

    /** Why it would be in vain to ask it now, if so. */
    Optional<IOException> problem(URI tracker, long nowNs) {
        Host host = hosts.get(name(tracker));
        return host != null && host.failures > 0 && nowNs - host.notBeforeNs < 0
                ? Optional.of(new IOException(host.problem))
                : Optional.empty();
    }

    void asked(URI tracker) {
        hosts.computeIfAbsent(name(tracker), name -> new Host()).asked++;
    }

    /** What it said counts as an answer, even a refusal. */
    void answered(URI tracker) {
        hosts.computeIfPresent(name(tracker), (name, host) -> {
            host.asked--;
            host.failures = 0;
            return host.asked == 0 ? null : host;
        });
    }

    /** Several who asked at once and fail one after the other count as one. */
    void failed(URI tracker, IOException why, long nowNs) {
        hosts.computeIfPresent(name(tracker), (name, host) -> {
            host.asked--;
            if (host.failures == 0 || nowNs - host.notBeforeNs >= 0) {
                host.notBeforeNs = nowNs + Math.min(LONGEST_PAUSE_NS,
                        FIRST_PAUSE_NS << Math.min(host.failures, 20));
                host.failures++;
                host.problem = String.valueOf(why.getMessage());
            }
            return host;
        });
    }
}
