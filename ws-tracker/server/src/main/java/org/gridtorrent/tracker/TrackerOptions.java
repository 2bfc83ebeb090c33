package org.gridtorrent.tracker;

import java.net.URI;

/**
 * How a tracker is started.
 *
 * @param port 0 for any free one
 * @param siteName the site's name for people
 * @param pagesUrl where the site's pages are, for discovery
 * @param trackerUrl how clients reach this tracker, such as {@code https://host:8481}; its port 0
 *     becomes the one that was bound
 */
public record TrackerOptions(String bindHost, int port, String siteName, URI pagesUrl,
        URI trackerUrl) {
    public TrackerOptions {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("no such port: " + port);
        }
        if (!"https".equals(trackerUrl.getScheme()) || trackerUrl.getHost() == null) {
            throw new IllegalArgumentException(
                    "the tracker's address has to be https://HOST:PORT: " + trackerUrl);
        }
    }
}
