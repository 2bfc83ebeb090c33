package org.gridtorrent.tracker.announce;

import java.io.IOException;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
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
    private static final int BACKLOG = 1024;
    /** The longest query, and what clients say of themselves. */
    private static final int HEADER_LENGTH = 8 * 1024;
    private static final int BUFFER_LENGTH = 2 * 1024;
    private static final int IDLE_MS = 5_000;
    private static final int STOP_MS = 1_000;

    private final Server server;
    private final ServerConnector connector;

    private HttpListener(Server server, ServerConnector connector) {
        this.server = server;
        this.connector = connector;
    }

    /** Takes the port, 0 for any; nobody is answered before {@link #start}. */
    static HttpListener bind(String host, int port, HttpDesk desk, AnnounceLimits limits)
            throws IOException {
        var threads = new QueuedThreadPool(THREADS);
        threads.setName("announce");
        threads.setDaemon(true);
        var server = new Server(threads);
        server.setStopTimeout(STOP_MS);
        server.setHandler(desk);
        server.setErrorHandler((request, response, callback) -> {
            if (request.getAttribute(ErrorHandler.ERROR_EXCEPTION) instanceof Throwable refusal
                    && refusal.getCause() != null) {
                LOG.debug("a request that could not be read", refusal);
            }
            response.write(true, null, callback); // the status says it
            return true;
        });
        // Jetty 12.1.14 answers a malformed request on a second thread, and a third reads on, sometimes into a
        // buffer that the first has released. From a pool, it would hold another peer's request by then.
        var connector = new ServerConnector(server, null, null, new ByteBufferPool.NonPooling(), 1,
                SELECTORS, new HttpConnectionFactory(configuration()));
        connector.setHost(host);
        connector.setPort(port);
        connector.setIdleTimeout(IDLE_MS);
        connector.setAcceptQueueSize(BACKLOG);
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(limits.mostConnections(), server));
        connector.open();
        return new HttpListener(server, connector);
    }

    private static HttpConfiguration configuration() {
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        http.setRequestHeaderSize(HEADER_LENGTH);
        http.setResponseHeaderSize(BUFFER_LENGTH);
        http.setOutputBufferSize(BUFFER_LENGTH);
        http.setUseInputDirectByteBuffers(false);
        http.setUseOutputDirectByteBuffers(false);
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
