package org.gridtorrent.tracker.announce;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.tracker.swarm.OpenSwarmTracker;
import org.gridtorrent.tracker.swarm.SwarmLimits;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tracker that a site has for the world: stock BitTorrent clients announce public content over HTTP
 * ({@code http://HOST:PORT/announce}) and UDP ({@code udp://HOST:PORT}) at one port. It keeps nothing
 * of its own: several may serve one database, with one site's keys.
 */
public final class AnnounceServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AnnounceServer.class);
    /** A port that is free for TCP may not be so for UDP; where any will do, another is tried. */
    private static final int TRIES = 20;

    private final OpenSwarmTracker openSwarms;
    private final HttpListener http;
    private final UdpListener udp;

    private AnnounceServer(OpenSwarmTracker openSwarms, HttpListener http, UdpListener udp) {
        this.openSwarms = openSwarms;
        this.http = http;
        this.udp = udp;
    }

    /**
     * Answers from now on, on this catalog, which stays the caller's to close.
     *
     * @param port 0 for any
     */
    public static AnnounceServer start(String host, int port, SiteKeys keys, Catalog catalog)
            throws IOException {
        return start(host, port, keys, catalog, SwarmLimits.USUAL, InstantSource.system());
    }

    static AnnounceServer start(String host, int port, SiteKeys keys, Catalog catalog,
            SwarmLimits limits, InstantSource clock) throws IOException {
        OpenSwarmTracker openSwarms = OpenSwarmTracker.open(catalog, limits, clock);
        AnnounceServer server;
        try {
            server = bind(host, port, openSwarms,
                    new ConnectionIds(keys.secretFor("udp connection ids"), clock));
        } catch (IOException | RuntimeException e) {
            openSwarms.close();
            throw e;
        }
        server.run();
        return server;
    }

    private void run() throws IOException {
        try {
            http.start();
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
        udp.start();
        LOG.info("open to anybody's announces on port {}, TCP and UDP", port());
    }

    private static AnnounceServer bind(String host, int port, OpenSwarmTracker openSwarms,
            ConnectionIds ids)
            throws IOException {
        AnnounceLimits limits = AnnounceLimits.USUAL;
        for (int tries = 1;; tries++) {
            HttpListener http = HttpListener.bind(host, port, new HttpAnnounces(openSwarms, limits),
                    limits);
            try {
                return new AnnounceServer(openSwarms, http,
                        UdpListener.bind(new InetSocketAddress(host, http.port()),
                                new UdpAnnounces(openSwarms, ids, limits)));
            } catch (BindException e) {
                http.close();
                if (port != 0 || tries == TRIES) {
                    throw e;
                }
            } catch (IOException | RuntimeException e) {
                http.close();
                throw e;
            }
        }
    }

    /** The port of both. */
    public int port() {
        return http.port();
    }

    @Override
    public void close() {
        udp.close();
        http.close();
        openSwarms.close();
    }
}
