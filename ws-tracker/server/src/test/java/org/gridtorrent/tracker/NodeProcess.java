package org.gridtorrent.tracker;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.gridtorrent.catalog.db.DatabaseLogin;

/** A running {@link TrackerNode}, to be killed. */
final class NodeProcess implements AutoCloseable {
    private final Process process;
    private final int port;

    private NodeProcess(Process process) throws IOException {
        this.process = process;
        this.port = Integer.parseInt(Objects.requireNonNull(process.inputReader().readLine(),
                "the node ended before it was up"));
    }

    /** Returns when it answers; port 0 is any free one. */
    static NodeProcess start(Path keys, DatabaseLogin login, int port, String... balancers)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1", "-Djdk.tls.server.newSessionTicketCount=0",
                TrackerNode.class.getName(), keys.toString(), Integer.toString(port)));
        command.addAll(List.of(balancers));
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put(TrackerNode.URL, login.url());
        builder.environment().put(TrackerNode.USER, login.user());
        builder.environment().put(TrackerNode.PASSWORD, login.password());
        return new NodeProcess(builder.start());
    }

    int port() {
        return port;
    }

    /** SIGKILL; returns when it is gone. */
    void kill() {
        process.toHandle().destroyForcibly();
        process.onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}
