package org.gridtorrent.standalone.site;

import java.time.Duration;
import org.gridtorrent.tracker.limit.Descriptors;

/**
 * How much the pages' listener lets in at once.
 *
 * @param connections of all, trusted proxies' included
 * @param connectionsOfOne of one address; further ones are closed
 * @param idle after which a silent connection is closed
 * @param header after which a connection is closed whose next request's header is not complete
 * @param body after which a connection is closed whose request's body is not complete
 */
record PagesLimits(int connections, int connectionsOfOne, Duration idle, Duration header,
        Duration body) {

    /** For a house of some hundreds behind one address; a quarter of the descriptors. */
    static PagesLimits usual() {
        int connections = Descriptors.share(4_000, 4);
        Duration minute = Duration.ofMinutes(1);
        return new PagesLimits(connections, connections / 2, minute, minute, minute);
    }
}
