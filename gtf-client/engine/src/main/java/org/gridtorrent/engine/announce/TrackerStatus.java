package org.gridtorrent.engine.announce;

import java.net.URI;
import java.time.Instant;
import java.util.Optional;

/**
 * One tracker of a content as it stood when the status was made.
 *
 * @param uri may hold a passkey: for those who have the .torrent; others are shown the {@link #place}
 * @param message why it fails, or its own warning; empty when there is nothing to say
 * @param nextAnnounce when it is going to be asked again, if that is known
 */
public record TrackerStatus(URI uri, State state, String message, Optional<Instant> nextAnnounce,
        SwarmCounts counts) {

    /** For programs; names are stable. */
    public enum State {
        /** Not asked yet, since another one answers or its turn has not come. */
        NOT_YET,
        /** Its last answer was good. */
        WORKING,
        FAILING
    }

    /** Which tracker it is, without what may be secret in its address. */
    public String place() {
        return place(uri);
    }

    static String place(URI uri) {
        String host = uri.getHost() == null ? "?" : uri.getHost();
        return uri.getScheme() + "://" + host + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
    }
}
