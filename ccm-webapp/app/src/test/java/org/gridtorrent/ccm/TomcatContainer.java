package org.gridtorrent.ccm;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.ExpandWar;
import org.apache.catalina.startup.Tomcat;

/** Tomcat, within the test's process. */
final class TomcatContainer implements Container {
    private final Tomcat tomcat = new Tomcat();
    private final Path folder;

    TomcatContainer(int port) throws Exception {
        folder = Files.createTempDirectory("tomcat");
        tomcat.setBaseDir(folder.toString());
        tomcat.setPort(port);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        tomcat.init(); // binds the port
    }

    @Override
    public URI url() {
        return URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort());
    }

    @Override
    public void start(CcmApp ccm, String root) throws LifecycleException {
        tomcat.addContext(root, folder.toString()).addServletContainerInitializer(
                (_, starting) -> ccm.start(starting), Set.of());
        tomcat.start();
    }

    @Override
    public void close() throws IOException {
        try {
            tomcat.stop();
            tomcat.destroy();
        } catch (LifecycleException e) {
            throw new IOException(e);
        }
        ExpandWar.delete(folder.toFile());
    }
}
