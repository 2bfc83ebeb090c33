package org.gridtorrent.tracker;

import java.security.KeyStore;
import java.security.cert.CRL;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import javax.net.ssl.TrustManager;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.tracker.admission.SiteTrust;
import org.gridtorrent.tracker.http.HttpConnectors;
import org.gridtorrent.tracker.limit.ConnectionGate;
import org.gridtorrent.tracker.limit.Descriptors;
import org.gridtorrent.tracker.limit.TrackerLimits;

/**
 * Jetty's side of the tracker: TLS 1.3 only, client certificates of the site's own authority asked
 * for but not needed (enrol has none yet), and a virtual thread for each request, so that long
 * polls hold no pooled thread.
 */
final class TlsListener {
    private static final int SELECTOR_THREADS = 16;
    private static final int HEADER_LENGTH = 8 * 1024;
    private static final Duration IDLE = Duration.ofSeconds(90); // longer than a long poll
    /** The longest of all, a great data set's registration, over a line of half a megabit. */
    private static final Duration BODY = Duration.ofMinutes(5);
    /** Half of the descriptors: the devices' connections come first. */
    private static final int DESCRIPTOR_PARTS = 2;

    static {
        // A resumed session would skip the check of the client's certificate. JSSE reads this once.
        System.setProperty("jdk.tls.server.newSessionTicketCount", "0");
    }

    private TlsListener() {}

    static Server server() {
        var threads = new QueuedThreadPool(SELECTOR_THREADS);
        threads.setName("tracker");
        threads.setDaemon(true);
        threads.setVirtualThreadsExecutor(
                VirtualThreads.getNamedVirtualThreadsExecutor("tracker-"));
        var server = new Server(threads);
        server.setStopTimeout(5_000);
        return server;
    }

    static ServerConnector connector(Server server, TrackerOptions options, SiteKeys keys,
            TrackerLimits limits) {
        HttpConfiguration http = HttpConnectors.configuration(HEADER_LENGTH);
        var customizer = new SecureRequestCustomizer();
        customizer.setSniHostCheck(false);
        http.addCustomizer(customizer);
        var tls = new SslConnectionFactory(tls(options, keys), "http/1.1");
        ServerConnector connector = HttpConnectors.connector(server, http, IDLE, IDLE, BODY, -1, -1,
                new BalancedConnections(options.balancers(), tls), tls,
                new HttpConnectionFactory(http));
        connector.setHost(options.bindHost());
        connector.setPort(options.port());
        var gate = new ConnectionGate(limits, connector.getScheduler());
        connector.addEventListener(gate);
        http.addCustomizer(gate);
        server.addBean(new NetworkConnectionLimit(
                Descriptors.share(limits.connections(), DESCRIPTOR_PARTS), server));
        return connector;
    }

    static Instant certificateEnd(ServerConnector connector) {
        SslContextFactory tls = connector.getConnectionFactory(SslConnectionFactory.class)
                .getSslContextFactory();
        return tls.getX509(SiteKeys.SERVER_ALIAS).getCertificate().getNotAfter().toInstant();
    }

    private static SslContextFactory.Server tls(TrackerOptions options, SiteKeys keys) {
        var tls = new SiteTls(keys.caCertificate());
        tls.setKeyStore(keys.serverKeyStore(TrackerServer.hosts(options)));
        tls.setKeyStorePassword(SiteKeys.KEY_STORE_PASSWORD);
        tls.setIncludeProtocols("TLSv1.3");
        tls.setWantClientAuth(true);
        tls.setSniRequired(false);
        return tls;
    }

    private static final class SiteTls extends SslContextFactory.Server {
        private final X509Certificate authority;

        SiteTls(X509Certificate authority) {
            this.authority = authority;
        }

        @Override
        protected TrustManager[] getTrustManagers(KeyStore trustStore,
                Collection<? extends CRL> revoked) {
            return new TrustManager[]{new SiteTrust(authority)};
        }
    }
}
