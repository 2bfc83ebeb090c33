package org.gridtorrent.standalone.site;

import java.time.Duration;
import org.gridtorrent.tracker.limit.Descriptors;

/**
 * How much the pages' listener lets in at once.
 *
 * @param connections of all, trusted proxies' included
 * @param connectionsOfOne of one address; further ones are closed
 * @param idle after which a silent connection is closed, and one whose next request's header is not
 *     complete
 * @param body after which a connection is closed whose request's body is not complete
 */
record PagesLimits(int connections, int connectionsOfOne, Duration idle, Duration body) {

    /** For a house of some hundreds behind one address; a quarter of the descriptors. */
    static PagesLimits usual() {
        int connections = Descriptors.share(4_000, 4);
        return new PagesLimits(connections, connections / 2, Duration.ofSeconds(60),
                Duration.ofSeconds(60));
    }
}
