package org.gridtorrent.tracker.http;

import java.time.Duration;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.gridtorrent.tracker.limit.RequestDeadlines;

/** Makes Jetty's connectors: strict HTTP, buffers that are never shared, and a time for each request. */
public final class HttpConnectors {
    /** Connections that the system keeps until they are accepted; it may have a limit of its own. */
    private static final int BACKLOG = 4096;

    private HttpConnectors() {}

    /** Lines end with CR LF alone: a proxy that sees other lines than this server sees other requests. */
    public static HttpConfiguration configuration(int headerLength) {
        var http = new HttpConfiguration();
        http.setHttpCompliance(HttpCompliance.STRICT);
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(headerLength);
        http.setUseInputDirectByteBuffers(false);
        http.setUseOutputDirectByteBuffers(false);
        return http;
    }

    /**
     * A connector of these protocols, which has no address yet. Jetty 12.1.14 answers a malformed request on a second
     * thread, and a third reads on, sometimes into a buffer that the first has released. From a pool, it
     * would hold another client's request by then.
     *
     * @param http of the protocol that reads requests
     * @param idle after which a silent connection is closed
     * @param header after which a connection is closed whose next request's header is not complete
     * @param body after which a connection is closed whose request's body is not complete
     * @param acceptors -1 for as many as Jetty likes, as for selectors
     */
    public static ServerConnector connector(Server server, HttpConfiguration http, Duration idle,
            Duration header, Duration body, int acceptors, int selectors,
            ConnectionFactory... protocols) {
        var connector = new ServerConnector(server, null, null, new ByteBufferPool.NonPooling(),
                acceptors, selectors, protocols);
        connector.setIdleTimeout(idle.toMillis());
        connector.setAcceptQueueSize(BACKLOG);
        var deadlines = new RequestDeadlines(connector.getScheduler(), header, body);
        connector.addEventListener(deadlines);
        http.addCustomizer(deadlines);
        server.addConnector(connector);
        return connector;
    }
}
