package org.gridtorrent.tracker.announce;

import java.io.IOException;
import java.time.Duration;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.gridtorrent.tracker.http.HttpConnectors;
import org.gridtorrent.tracker.limit.Descriptors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Jetty, for many short requests that are answered where they are read: few threads, small buffers,
 * no headers that clients do not read, and connections that say nothing soon closed.
 */
final class HttpListener implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpListener.class);
    private static final int THREADS = 8;
    private static final int SELECTORS = 2;
    /** An eighth of the descriptors: strangers come last. */
    private static final int DESCRIPTOR_PARTS = 8;
    /** The longest query, and what clients say of themselves. */
    private static final int HEADER_LENGTH = 8 * 1024;
    private static final int BUFFER_LENGTH = 2 * 1024;
    private static final Duration IDLE = Duration.ofSeconds(5);
    private static final int STOP_MS = 1_000;

    private final Server server;
    private final ServerConnector connector;

    private HttpListener(Server server, ServerConnector connector) {
        this.server = server;
        this.connector = connector;
    }

    /** Takes the port, 0 for any; nobody is answered before {@link #start}. */
    static HttpListener bind(String host, int port, HttpAnnounces openSwarms, AnnounceLimits limits)
            throws IOException {
        var threads = new QueuedThreadPool(THREADS);
        threads.setName("announce");
        threads.setDaemon(true);
        var server = new Server(threads);
        server.setStopTimeout(STOP_MS);
        server.setHandler(openSwarms);
        server.setErrorHandler((request, response, callback) -> {
            if (request.getAttribute(ErrorHandler.ERROR_EXCEPTION) instanceof Throwable refusal
                    && refusal.getCause() != null) {
                LOG.debug("a request that could not be read", refusal);
            }
            response.write(true, null, callback); // the status says it
            return true;
        });
        HttpConfiguration http = configuration();
        ServerConnector connector = HttpConnectors.connector(server, http, IDLE, IDLE, IDLE, 1,
                SELECTORS, new HttpConnectionFactory(http));
        connector.setHost(host);
        connector.setPort(port);
        server.addBean(new NetworkConnectionLimit(
                Descriptors.share(limits.mostConnections(), DESCRIPTOR_PARTS), server));
        connector.open();
        return new HttpListener(server, connector);
    }

    private static HttpConfiguration configuration() {
        HttpConfiguration http = HttpConnectors.configuration(HEADER_LENGTH);
        http.setSendDateHeader(false);
        http.setResponseHeaderSize(BUFFER_LENGTH);
        http.setOutputBufferSize(BUFFER_LENGTH);
        return http;
    }

    int port() {
        return connector.getLocalPort();
    }

    void start() throws IOException {
        try {
            server.start();
        } catch (Exception e) { // Jetty's start declares no less
            throw new IOException("the announce listener cannot start: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        try {
            connector.close();
            server.stop();
        } catch (Exception e) { // Jetty's stop declares no less
            LOG.warn("the announce listener did not stop cleanly", e);
        }
    }
}
