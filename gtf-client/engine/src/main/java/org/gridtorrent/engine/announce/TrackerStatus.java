package org.gridtorrent.engine.announce;

import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import org.gridtorrent.engine.announce.message.SwarmCounts;
import org.gridtorrent.metainfo.address.ServerUri;

/**
 * Status of one tracker of a torrent.
 *
 * @param uri may hold a passkey: only for users who have the .torrent; show others the {@link #origin}
 * @param notice why it fails, or its warning; empty if neither
 * @param nextAnnounce empty when it is not known
 */
public record TrackerStatus(URI uri, State state, Optional<TrackerNotice> notice,
        Optional<Instant> nextAnnounce, SwarmCounts counts) {

    /** The names are stable, for programs. */
    public enum State {
        /** Not announced to yet. */
        NOT_YET,
        /** Its last response was good. */
        WORKING,
        FAILING
    }

    /** Scheme, host and port of its URI, without parts that may be secret. */
    public String origin() {
        return origin(uri);
    }

    static String origin(URI uri) {
        int port = ServerUri.port(uri);
        return uri.getScheme() + "://" + ServerUri.host(uri).orElse("?")
                + (port < 0 ? "" : ":" + port);
    }
}
