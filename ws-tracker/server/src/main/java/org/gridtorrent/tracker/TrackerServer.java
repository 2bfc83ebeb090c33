package org.gridtorrent.tracker;

import jakarta.servlet.DispatcherType;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.db.Ticker;
import org.gridtorrent.catalog.swarm.Swarms;
import org.gridtorrent.identity.Pem;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.tracker.admission.Admission;
import org.gridtorrent.tracker.keep.CopyKeeper;
import org.gridtorrent.tracker.limit.LongBodies;
import org.gridtorrent.tracker.limit.TrackerLimits;
import org.gridtorrent.tracker.limit.Workload;
import org.gridtorrent.tracker.soap.CallListener;
import org.gridtorrent.tracker.soap.SoapService;
import org.gridtorrent.tracker.soap.TrackerEndpoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The running WS-Tracker: SOAP at {@code /tracker/1} and its WSDL at {@code /tracker/1?wsdl}, over
 * TLS 1.3. It keeps nothing of its own: several may serve one database.
 */
public final class TrackerServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TrackerServer.class);

    private final Server server;
    private final ServerConnector connector;
    private final SoapService soap;
    private final Catalog catalog;
    private final AtomicBoolean closing;
    private final CopyKeeper keeper;
    private final Ticker housekeeping = new Ticker();

    private TrackerServer(Server server, ServerConnector connector, SoapService soap,
            Catalog catalog, AtomicBoolean closing) {
        this.server = server;
        this.connector = connector;
        this.soap = soap;
        this.catalog = catalog;
        this.closing = closing;
        this.keeper = new CopyKeeper(catalog.sharing().copyReconciler(), System::nanoTime);
    }

    /** Starts a tracker on this catalog, which stays the caller's to close. */
    public static TrackerServer start(TrackerOptions options, SiteKeys keys, Catalog catalog)
            throws IOException {
        return start(options, keys, catalog, (_, _, _) -> {});
    }

    /** The same, with somebody who hears of every call. */
    public static TrackerServer start(TrackerOptions options, SiteKeys keys, Catalog catalog,
            CallListener listener) throws IOException {
        return start(options, keys, catalog, listener, InstantSource.system(),
                TrackerLimits.USUAL);
    }

    static TrackerServer start(TrackerOptions options, SiteKeys keys, Catalog catalog,
            CallListener listener, InstantSource clock, TrackerLimits limits)
            throws IOException {
        var server = TlsListener.server();
        ServerConnector connector = TlsListener.connector(server, options, keys, limits);
        connector.open();
        URI trackerUrl = reachable(options.trackerUrl(), connector.getLocalPort());
        var closing = new AtomicBoolean();
        var admission = new Admission(keys.authority(), catalog, clock);
        var workload = new Workload(limits);
        var soap = SoapService.of(
                new TrackerEndpoint(keys, catalog, admission, clock, closing::get,
                        options.open(), workload),
                trackerUrl.resolve("/tracker/1").toString(), listener, workload);
        // Lets a request under way, such as a long poll just given up, have its answer.
        server.setHandler(new GracefulHandler(
                context(options, keys, catalog,
                        new CallFilter(admission, new LongBodies(limits.longBodies())), soap,
                        trackerUrl)));
        var tracker = new TrackerServer(server, connector, soap, catalog, closing);
        tracker.run();
        return tracker;
    }

    /** The port that was bound. */
    public int port() {
        return connector.getLocalPort();
    }

    /** End of the certificate that machines see. It is issued at the start. */
    public Instant certificateEnd() {
        return TlsListener.certificateEnd(connector);
    }

    /** Ends the long polls and stops; requests under way are finished first. */
    @Override
    public void close() {
        closing.set(true);
        catalog.wakeWaiters();
        housekeeping.close();
        keeper.close();
        stop();
    }

    private void run() throws IOException {
        try {
            server.start();
        } catch (Exception e) { // Jetty's start declares no less
            stop();
            throw new IOException("the tracker cannot start: " + e.getMessage(), e);
        }
        housekeeping
                .every(Swarms.INTERVAL, "purge-announces", "expired announces are not dropped",
                        catalog.sharing().swarms()::purgeExpired)
                .every(Swarms.INTERVAL, "mark-silent", "tasks of silent devices are not marked",
                        catalog.work().assignments()::noteSilent)
                .every(Duration.ofSeconds(1), "hand-out", "tasks are not handed out again",
                        catalog.work().assignments()::handOutDue);
        keeper.start();
        LOG.info("tracker listens on port {}", port());
    }

    private void stop() {
        try {
            server.stop();
        } catch (Exception e) { // Jetty's stop declares no less
            LOG.warn("the tracker did not stop cleanly", e);
        }
        soap.close();
    }

    private static ServletContextHandler context(TrackerOptions options, SiteKeys keys,
            Catalog catalog, CallFilter calls, SoapService soap, URI trackerUrl) {
        var context = new ServletContextHandler("/");
        context.addFilter(new FilterHolder(calls), "/tracker/*",
                EnumSet.of(DispatcherType.REQUEST));
        var servlet = new ServletHolder("soap", soap.servlet());
        servlet.setInitOrder(1); // its mistakes show at the start, not at the first call
        servlet.setInitParameter("hide-service-list-page", "true");
        context.addServlet(servlet, "/tracker/*");
        context.addServlet(new ServletHolder("discovery", new DiscoveryServlet(options.siteName(),
                options.pagesUrl().toString(), trackerUrl.toString(),
                Pem.encode(keys.caCertificate()))), DiscoveryServlet.PATH);
        context.addServlet(new ServletHolder("health", new HealthServlet(catalog)), "/health");
        context.addServlet(new ServletHolder("ready", new ReadyServlet(catalog)), "/ready");
        context.setErrorHandler(new PlainErrors());
        return context;
    }

    private static URI reachable(URI configured, int port) {
        try {
            int reached = configured.getPort() == 0 ? port : configured.getPort();
            return new URI("https", null, configured.getHost(), reached, null, null, null);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("not a tracker's address: " + configured, e);
        }
    }

    /** The names and addresses that the server's certificate is made for. */
    static List<String> hosts(TrackerOptions options) {
        String bound = options.bindHost();
        boolean anywhere = bound.isEmpty() || bound.equals("0.0.0.0") || bound.equals("::");
        return List.of(options.trackerUrl().getHost(), anywhere ? "localhost" : bound, "localhost",
                "127.0.0.1", "::1");
    }
}
