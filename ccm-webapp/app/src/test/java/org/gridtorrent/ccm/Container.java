package org.gridtorrent.ccm;

import java.io.IOException;
import java.net.URI;

/**
 * The servlet container that a test's pages run in: Jetty, as in the program, or with
 * {@code -Dpages.container=tomcat} Tomcat.
 */
interface Container extends AutoCloseable {
    /** The system property that names it. */
    String CHOICE = "pages.container";

    /** Takes a port of this machine, 0 for a free one. */
    static Container bind(int port) throws Exception {
        return "tomcat".equals(System.getProperty(CHOICE))
                ? new TomcatContainer(port)
                : new JettyContainer(port);
    }

    URI url();

    /**
     * Starts the pages.
     *
     * @param root the path at which they lie; empty, or with a slash in front and none at its end
     */
    void start(CcmApp ccm, String root) throws Exception;

    @Override
    void close() throws IOException;
}
