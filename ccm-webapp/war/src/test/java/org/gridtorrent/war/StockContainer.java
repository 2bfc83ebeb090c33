package org.gridtorrent.war;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Containers as their makers distribute them, the WAR deployed as docs/OPERATOR-GUIDE.md shows it. */
enum StockContainer {
    TOMCAT("Server startup in") {
        @Override
        ProcessBuilder prepare(Path war, Path base, int port, String path,
                Map<String, String> parameters)
                throws IOException {
            Path home = Path.of(System.getProperty("tomcat"));
            copy(home.resolve("conf"), base.resolve("conf"));
            for (String folder : List.of("logs", "temp", "webapps", "work")) {
                Files.createDirectory(base.resolve(folder));
            }
            Path server = base.resolve("conf/server.xml");
            Files.writeString(server, Files.readString(server).replace("port=\"8005\"",
                    "port=\"-1\"").replace("<Connector port=\"8080\"",
                            "<Connector address=\"127.0.0.1\" port=\"" + port + '"'));
            Path context = Files.createDirectories(base.resolve("conf/Catalina/localhost"));
            Files.writeString(context.resolve(file(path)), """
                    <Context docBase="%s">
                    %s
                    </Context>
                    """.formatted(war, lines(parameters,
                    "  <Parameter name=\"%s\" value=\"%s\" override=\"false\"/>")));
            var start = new ProcessBuilder("sh", home.resolve("bin/catalina.sh").toString(), "run");
            start.environment().put("CATALINA_BASE", base.toString());
            return start;
        }
    },
    JETTY("Started oejs.Server") {
        @Override
        ProcessBuilder prepare(Path war, Path base, int port, String path,
                Map<String, String> parameters)
                throws IOException, InterruptedException {
            String starter = Path.of(System.getProperty("jetty"), "start.jar").toString();
            Process modules = begun(new ProcessBuilder(JAVA, "-jar", starter,
                    "--add-modules=http,ee11-deploy").directory(base.toFile()));
            String said = modules.inputReader().readAllAsString();
            if (modules.waitFor() != 0) {
                throw new IOException(said);
            }
            Files.writeString(base.resolve("webapps").resolve(file(path)),
                    """
                            <?xml version="1.0"?>
                            <!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN"
                              "https://jetty.org/configure_10_0.dtd">
                            <Configure class="org.eclipse.jetty.ee11.webapp.WebAppContext">
                              <Set name="contextPath">%s</Set>
                              <Set name="war">%s</Set>
                            %s
                            </Configure>
                            """.formatted(path.isEmpty() ? "/" : path, war,
                            lines(parameters, "  <Call name=\"setInitParameter\">"
                                    + "<Arg>%s</Arg><Arg>%s</Arg></Call>")));
            return new ProcessBuilder(JAVA, "-jar", starter, "jetty.http.host=127.0.0.1",
                    "jetty.http.port=" + port).directory(base.toFile());
        }
    };

    private static final String JAVA_HOME = System.getProperty("java.home");
    private static final String JAVA = JAVA_HOME + "/bin/java";

    private final String started;

    /** Says in a line of its log, which has these words, that it serves what was deployed. */
    StockContainer(String started) {
        this.started = started;
    }

    abstract ProcessBuilder prepare(Path war, Path base, int port, String path,
            Map<String, String> parameters)
            throws IOException, InterruptedException;

    /** Address of the application at this path, which is empty for the root. */
    private static String file(String path) {
        return (path.isEmpty() ? "ROOT" : path.substring(1)) + ".xml";
    }

    /** Returns when it has deployed what it can at the path, as of {@link #file}; ended when closed. */
    Running start(Path war, Path base, int port, String path, Map<String, String> parameters)
            throws IOException, InterruptedException {
        Process process = begun(prepare(war, base, port, path, parameters));
        var log = process.inputReader();
        var said = new StringBuilder();
        String line;
        do {
            line = log.readLine();
            if (line == null) {
                throw new IOException("it ended: " + said);
            }
            said.append(line).append('\n');
        } while (!line.contains(started));
        Thread.ofVirtual().name("container's log").start(() -> log.lines().forEach(_ -> {}));
        return new Running(process);
    }

    private static Process begun(ProcessBuilder builder) throws IOException {
        builder.environment().put("JAVA_HOME", JAVA_HOME);
        builder.environment().put("JDK_JAVA_OPTIONS", "-XX:+UseSerialGC -XX:TieredStopAtLevel=1");
        return builder.redirectErrorStream(true).start();
    }

    record Running(Process process) implements AutoCloseable {
        @Override
        public void close() {
            process.destroy();
            process.onExit().join();
        }
    }

    private static String lines(Map<String, String> parameters, String form) {
        return parameters.entrySet().stream().sorted(Entry.comparingByKey())
                .map(one -> form.formatted(one.getKey(), one.getValue()))
                .collect(Collectors.joining("\n"));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path one : all.toList()) {
                Files.copy(one, to.resolve(from.relativize(one)));
            }
        }
    }
}
