package org.gridtorrent.bench.gridjet;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.bench.dataset.SiteProcess;
import org.gridtorrent.bench.dataset.SitePrograms;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.terminal.Json;
import org.jspecify.annotations.Nullable;

/** Machine at a site, on a host of a line: its daemon, and commands as processes there. Not thread-safe. */
final class Workstation implements AutoCloseable {
    /** The transport that the daemon uses when nothing is set. */
    static final String DEFAULT_TRANSPORT = "default";
    private static final int PEER_PORT = 6881;
    /** Runs a command whose errors go to a file, so that its output is the answer alone. */
    private static final List<String> ERRORS_TO_FILE = List.of("sh", "-c",
            "log=$0; \"$@\" 2> \"$log\" || { status=$?; cat \"$log\"; exit $status; }");

    private final SitePrograms programs;
    private final Host host;
    private final Path home;
    private @Nullable Process daemon;

    Workstation(SitePrograms programs, Host host, Path home) {
        this.programs = programs;
        this.host = host;
        this.home = home;
    }

    /** Makes an account, and this a machine of it. */
    void enrol(SiteProcess site, String user) throws IOException, InterruptedException {
        site.addUser(user);
        var _ = command("enrol", site.pages().toString(), site.enrolmentCode(user), "--name",
                user);
    }

    /**
     * Starts the daemon; returns when it can be asked.
     *
     * @param transport {@code tcp}, {@code ptcp}, {@code ptcp:N} or {@link #DEFAULT_TRANSPORT}
     */
    void start(String transport) throws IOException {
        List<String> options = new ArrayList<>(List.of("daemon", "run", "--home", home.toString(),
                "--listen", host.address() + ":" + PEER_PORT));
        if (!transport.equals(DEFAULT_TRANSPORT)) {
            options.addAll(List.of("--transport", transport));
        }
        Process started = host.startTied(SitePrograms.command(programs.client(), options));
        daemon = started;
        Tool.awaitLine(started, "daemon ready");
        Tool.discardOutput(started);
    }

    /** Runs a command of this machine to its end; its answer. {@link IOException} if it failed. */
    JsonNode command(String... words) throws IOException, InterruptedException {
        return Json.MAPPER.readTree(Tool.run(host.commandOn(Tool.concat(ERRORS_TO_FILE,
                List.of(home.resolveSibling(home.getFileName() + ".log").toString()),
                SitePrograms.command(programs.client(), List.of(words)),
                List.of("--json", "--home", home.toString())))));
    }

    /** Publishes a folder for a user; the data set's id. */
    String publish(Path folder, String reader) throws IOException, InterruptedException {
        return command("dataset", "publish", folder.toString(), "--title",
                folder.getFileName().toString(), "--user", reader).path("contentId").asText();
    }

    /** Stops the daemon. */
    @Override
    public void close() {
        if (daemon != null) {
            Tool.end(daemon);
            daemon = null;
        }
    }
}
