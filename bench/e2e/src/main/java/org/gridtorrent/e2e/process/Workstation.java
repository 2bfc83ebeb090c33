package org.gridtorrent.e2e.process;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One machine of a user: a client's home, its commands, and its daemon while it runs. */
public final class Workstation implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(15);
    /** What the shell, and Java, make of a program that ended because it was asked to by signal 15. */
    private static final int ENDED_BY_SIGTERM = 143;
    /** The daemon's words when it can be asked and served. */
    private static final String READY = "daemon ready";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path launcher;
    private final CommandRunner processes;
    private final CommandRunner calls;
    private final String name;
    private final Path home;
    private final InetSocketAddress listening;
    private @Nullable Running daemon;

    /**
     * A machine that is not enrolled yet. Its daemon will listen at this address, such as
     * {@code 127.0.0.1}, and a port of its own.
     *
     * @param calls runs the commands that prepare the machine or ask it something
     */
    public Workstation(Programs programs, String name, Path home, InetAddress listens,
            CommandRunner calls) {
        this.launcher = programs.client();
        this.processes = CommandRunner.processes(programs);
        this.calls = calls;
        this.name = name;
        this.home = home;
        this.listening = new InetSocketAddress(listens, Ports.free(1)[0]);
    }

    public Path home() {
        return home;
    }

    /** The file of its user's passwords for web servers. */
    public Path netrc() {
        return home.resolve("netrc");
    }

    /** Where the daemon listens for peers. */
    public InetSocketAddress address() {
        return listening;
    }

    /** The same, as options and reports write it. */
    public String listenAddress() {
        String host = listening.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + listening.getPort();
    }

    /** Joins the site with the code from its machines page. */
    public void enrol(URI site, String code) {
        call("enrol", site.toString(), code, "--name", name).expect(0);
    }

    /** The id under which the site knows this machine. */
    public String deviceId() {
        try {
            return JSON.readTree(home.resolve("identity/enrolment.json").toFile())
                    .path("deviceId").asText();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes one line of the machine's configuration; in force from the daemon's next start. */
    public void set(String key, String value) {
        try {
            Files.createDirectories(home);
            Files.writeString(home.resolve("config.toml"), "%s = \"%s\"%n".formatted(key, value),
                    StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lets the site's pages publish from {@code folder}. */
    public void open(Path folder) {
        call("folder", "open", folder.toString()).expect(0);
    }

    /** Runs one command of {@code gridtorrent} in this machine's home, as a process of its own. */
    public Outcome command(String... words) {
        return processes.run(inHome(words));
    }

    /** Runs one command in this machine's home, by the runner for preparations and questions. */
    public Outcome call(String... words) {
        return calls.run(inHome(words));
    }

    /** The answer of {@link #command} with {@code --json}. */
    public JsonNode ask(String... words) {
        return json(command(withJson(words)));
    }

    /** The answer of {@link #call} with {@code --json}. */
    public JsonNode query(String... words) {
        return json(call(withJson(words)));
    }

    private static String[] withJson(String... words) {
        return Stream.concat(Stream.of(words), Stream.of("--json")).toArray(String[]::new);
    }

    private static JsonNode json(Outcome outcome) {
        outcome.expect(0);
        try {
            return JSON.readTree(outcome.out());
        } catch (JsonProcessingException e) {
            throw new CheckFailure(
                    "%s answered no JSON: %s".formatted(outcome.command(), outcome.out()),
                    e);
        }
    }

    private List<String> inHome(String... words) {
        return Stream.concat(Stream.of(words), Stream.of("--home", home.toString())).toList();
    }

    /** The running daemon's description of itself. */
    public JsonNode status() {
        return query("daemon", "status");
    }

    /** How many bytes of a content this machine has sent to others since its daemon started. */
    public long uploaded(String infoHash) {
        return content(infoHash).path("uploaded").asLong();
    }

    /** How many peers this machine exchanges a content with. */
    public int peers(String infoHash) {
        return content(infoHash).path("peers").asInt();
    }

    private JsonNode content(String infoHash) {
        for (var content : status().path("contents")) {
            if (content.path("infoHash").asText().equals(infoHash)) {
                return content;
            }
        }
        return MissingNode.getInstance();
    }

    /** Starts the daemon and waits until it answers. */
    public void startDaemon() {
        long said = Running.count(log(), READY);
        var started = launchDaemon();
        Polling.answered(name + "'s daemon", START_LIMIT, () -> {
            if (!started.alive()) {
                throw started.ended();
            }
            return Running.count(log(), READY) > said ? Optional.of(true) : Optional.empty();
        });
    }

    /** Starts the daemon, which does not answer yet. */
    public Running launchDaemon() {
        var line = new ArrayList<>(List.of("env", "NETRC=" + netrc(), launcher.toString()));
        line.addAll(inHome("daemon", "run", "--listen", listenAddress()));
        var started = Running.start(name + "'s daemon", line, log());
        daemon = started;
        return started;
    }

    /** What the daemon writes, of all its starts. */
    private Path log() {
        return home.resolveSibling(home.getFileName() + ".log");
    }

    /** The daemon's process. */
    public Running daemon() {
        var running = daemon;
        if (running == null) {
            throw new CheckFailure(name + "'s daemon was not started");
        }
        return running;
    }

    /** Kills the daemon where it stands and starts it again. */
    public void killAndRestart() {
        daemon().kill();
        startDaemon();
    }

    /** Ends the daemon in good order. */
    @Override
    public void close() {
        var running = daemon;
        if (running != null && running.alive()) {
            int status = running.stop(STOP_LIMIT);
            if (status != 0 && status != ENDED_BY_SIGTERM) {
                throw new CheckFailure(
                        "%s's daemon ended with %d when asked to stop".formatted(name, status));
            }
        }
    }
}
