package org.gridtorrent.ccm;

import java.io.IOException;
import java.net.URI;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Jetty, within the test's process. */
final class JettyContainer implements Container {
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);

    JettyContainer(int port) throws IOException {
        connector.setHost("127.0.0.1");
        connector.setPort(port);
        connector.open();
        server.addConnector(connector);
    }

    @Override
    public URI url() {
        return URI.create("http://127.0.0.1:" + connector.getLocalPort());
    }

    @Override
    public void start(CcmApp ccm, String root) throws Exception {
        var context = new ServletContextHandler(root.isEmpty() ? "/" : root,
                ServletContextHandler.NO_SESSIONS);
        context.addServletContainerInitializer((_, starting) -> ccm.start(starting));
        server.setHandler(context);
        server.start();
    }

    @Override
    public void close() throws IOException {
        try {
            server.stop();
        } catch (Exception e) { // Jetty's stop declares no less
            throw new IOException(e);
        }
    }
}
