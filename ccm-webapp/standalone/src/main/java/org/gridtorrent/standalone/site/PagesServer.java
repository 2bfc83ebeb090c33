package org.gridtorrent.standalone.site;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.Set;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.ccm.CcmApp;
import org.gridtorrent.ccm.site.CcmOptions;
import org.gridtorrent.standalone.home.HostPort;
import org.gridtorrent.tracker.http.HttpConnectors;
import org.gridtorrent.tracker.limit.AddressShares;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP listener of the pages: bound first, so that its port is known, and started later. */
final class PagesServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PagesServer.class);
    private static final int SELECTOR_THREADS = 16;
    private static final int HEADER_LENGTH = 8 << 10;
    private static final int STOP_MS = 5_000;

    private final Server server;
    private final ServerConnector connector;

    private PagesServer(Server server, ServerConnector connector) {
        this.server = server;
        this.connector = connector;
    }

    /**
     * Takes the port; throws when another program has it.
     *
     * @param proxies who are believed whose requests they hand on
     */
    static PagesServer bind(HostPort address, Set<InetAddress> proxies, PagesLimits limits)
            throws IOException {
        QueuedThreadPool threads = new QueuedThreadPool(SELECTOR_THREADS);
        threads.setName("pages");
        threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("pages-"));
        Server server = new Server(threads);
        server.setStopTimeout(STOP_MS);
        server.setErrorHandler(new PlainErrors());
        HttpConfiguration http = HttpConnectors.configuration(HEADER_LENGTH);
        http.addCustomizer(new ForwardedAddresses(proxies));
        ServerConnector connector = HttpConnectors.connector(server, http, limits.idle(),
                limits.header(), limits.body(), -1, -1, new HttpConnectionFactory(http));
        connector.setHost(address.host());
        connector.setPort(address.port());
        // An eighth is left to proxies, and to those for whom others have to go.
        int counted = limits.connections() * 7 / 8;
        connector.addEventListener(
                new AddressShares(counted, limits.connectionsOfOne(), proxies));
        server.addBean(new NetworkConnectionLimit(limits.connections(), server));
        connector.open();
        return new PagesServer(server, connector);
    }

    /** The pages, which put themselves into Jetty as into any servlet container, at the path of their address. */
    static Handler context(CcmOptions options, Catalog catalog) {
        String root = options.root();
        var context = new ServletContextHandler(root.isEmpty() ? "/" : root,
                ServletContextHandler.NO_SESSIONS);
        context.setErrorHandler(new PlainErrors());
        context.addServletContainerInitializer(
                (_, starting) -> new CcmApp(options, catalog).start(starting));
        return root.isEmpty()
                ? context
                : new Handler.Sequence(context, new OutsidePages(options.pagesUrl()));
    }

    /** Tells whoever asks for an address outside the pages' path where they are; a proxy may have cut the path off. */
    private static final class OutsidePages extends Handler.Abstract {
        private final String text;

        OutsidePages(URI pages) {
            text = "The pages are at " + pages
                    + ". A web server before them has to pass the path on as it is.\n";
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            response.setStatus(404);
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
            Content.Sink.write(response, true, text, callback);
            return true;
        }
    }

    int port() {
        return connector.getLocalPort();
    }

    void start(Handler handler) throws IOException {
        server.setHandler(new GracefulHandler(handler));
        try {
            server.start();
        } catch (Exception e) { // Jetty's start declares no less
            throw new IOException("the pages cannot start: " + e.getMessage(), e);
        }
        LOG.info("Pages listen on port {}", port());
    }

    /** Finishes the requests in hand, for at most five seconds. */
    @Override
    public void close() {
        try {
            connector.close();
            server.stop();
        } catch (Exception e) { // Jetty's stop declares no less
            LOG.warn("The pages did not stop cleanly", e);
        }
    }
}
