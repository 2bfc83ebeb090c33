package org.gridtorrent.war;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.apache.catalina.startup.Tomcat;
import org.eclipse.jetty.ee.webapp.WebAppClassLoader;
import org.eclipse.jetty.ee11.webapp.WebAppContext;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Containers that unpack and start the WAR as they do when it lies in their folder. */
enum StockContainer {
    TOMCAT {
        @Override
        Running start(Path war, Path folder, int port, Map<String, String> parameters)
                throws Exception {
            var tomcat = new Tomcat();
            tomcat.setBaseDir(folder.toString());
            tomcat.getHost().setAppBase(folder.toString());
            tomcat.setPort(port);
            tomcat.getConnector().setProperty("address", "127.0.0.1");
            var context = tomcat.addWebapp("", war.toString());
            context.setParentClassLoader(new ContainerClasses());
            parameters.forEach(context::addParameter);
            tomcat.start();
            return new Running(url(port), context.getState().isAvailable(), () -> {
                tomcat.stop();
                tomcat.destroy();
            });
        }
    },
    JETTY {
        @Override
        Running start(Path war, Path folder, int port, Map<String, String> parameters)
                throws Exception {
            var server = new Server();
            var connector = new ServerConnector(server);
            connector.setHost("127.0.0.1");
            connector.setPort(port);
            server.addConnector(connector);
            var context = new WebAppContext(war.toString(), "/");
            context.setTempDirectory(folder.toFile());
            context.setClassLoader(new WebAppClassLoader(new ContainerClasses(), context));
            parameters.forEach(context::setInitParameter);
            server.setHandler(context);
            server.start();
            return new Running(url(port), context.isAvailable(), server::stop);
        }
    };

    /** Ends what was started. */
    @FunctionalInterface
    interface End {
        void end() throws Exception;
    }

    record Running(URI url, boolean serves, End end) {}

    abstract Running start(Path war, Path folder, int port, Map<String, String> parameters)
            throws Exception;

    private static URI url(int port) {
        return URI.create("http://127.0.0.1:" + port);
    }
}
