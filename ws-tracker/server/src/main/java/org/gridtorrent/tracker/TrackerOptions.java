package org.gridtorrent.tracker;

import java.net.InetAddress;
import java.net.URI;
import java.util.Set;

/**
 * How a tracker is started.
 *
 * @param port 0 for any free one
 * @param siteName the site's name for people
 * @param pagesUrl where the site's pages are, for discovery
 * @param trackerUrl how clients reach this tracker, such as {@code https://host:8481}; its port 0
 *     becomes the one that was bound
 * @param open devices may serve public content to strangers without an account
 * @param balancers whose connections begin with the PROXY protocol's header, which says who called;
 *     nobody else's does
 */
public record TrackerOptions(String bindHost, int port, String siteName, URI pagesUrl,
        URI trackerUrl, boolean open, Set<InetAddress> balancers) {
    /** Without a balancer before it. */
    public TrackerOptions(String bindHost, int port, String siteName, URI pagesUrl,
            URI trackerUrl, boolean open) {
        this(bindHost, port, siteName, pagesUrl, trackerUrl, open, Set.of());
    }

    /** For a site whose public content is for its own people. */
    public TrackerOptions(String bindHost, int port, String siteName, URI pagesUrl,
            URI trackerUrl) {
        this(bindHost, port, siteName, pagesUrl, trackerUrl, false);
    }

    public TrackerOptions {
        balancers = Set.copyOf(balancers);
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("no such port: " + port);
        }
        if (!"https".equals(trackerUrl.getScheme()) || trackerUrl.getHost() == null) {
            throw new IllegalArgumentException(
                    "the tracker's address has to be https://HOST:PORT: " + trackerUrl);
        }
    }
}
