package org.gridtorrent.e2e.process;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A site of one {@code gridtorrent-server}, on free ports of the loopback interface. */
public final class Site implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(15);

    private final Path launcher;
    private final Path home;
    private final int pagesPort;
    private final int trackerPort;
    private final int announcePort;
    private final boolean open;
    private final Optional<URI> proxied;
    private Running server;

    private Site(Path launcher, Path home, int[] ports, boolean open,
            Optional<URI> proxied) {
        this.launcher = launcher;
        this.home = home;
        this.pagesPort = ports[0];
        this.trackerPort = ports[1];
        this.announcePort = ports[2];
        this.open = open;
        this.proxied = proxied;
        this.server = run();
    }

    /** Starts it and waits until its pages answer. */
    public static Site start(Programs programs, Path home) {
        return start(programs, home, Ports.free(3), false, Optional.empty());
    }

    /** The same, its public data sets open to the world. */
    public static Site startOpen(Programs programs, Path home) {
        return start(programs, home, Ports.free(3), true, Optional.empty());
    }

    /**
     * Starts it at a port of the loopback interface, for a web server that hands on requests to it.
     *
     * @param pages the pages' address at that web server, without a slash at its end
     */
    public static Site startBehind(Programs programs, Path home, int pagesPort, URI pages) {
        int[] others = Ports.free(2);
        return start(programs, home, new int[]{pagesPort, others[0], others[1]}, false,
                Optional.of(pages));
    }

    private static Site start(Programs programs, Path home, int[] ports, boolean open,
            Optional<URI> proxied) {
        var site = new Site(programs.server(), home, ports, open, proxied);
        try {
            site.awaitPages();
        } catch (CheckFailure late) {
            site.close();
            throw late;
        }
        return site;
    }

    private Running run() {
        var line = new ArrayList<>(List.of(launcher.toString(), "run", "--home", home.toString(),
                "--http", "127.0.0.1:" + pagesPort, "--tracker", "127.0.0.1:" + trackerPort,
                "--site", "demo"));
        if (open) {
            line.addAll(List.of("--announce", "127.0.0.1:" + announcePort));
        }
        proxied.ifPresent(pages -> line.addAll(List.of("--pages-url", pages.toString(),
                "--trusted-proxy", "127.0.0.1")));
        return Running.start("gridtorrent-server", line,
                home.resolveSibling(home.getFileName() + ".log"));
    }

    private void awaitPages() {
        try (var http = HttpClient.newHttpClient()) {
            Polling.answered("the site's pages", START_LIMIT,
                    () -> answers(http) ? Optional.of(true) : Optional.empty());
        }
    }

    private boolean answers(HttpClient http) {
        if (!server.alive()) {
            throw server.ended();
        }
        try {
            var request = HttpRequest.newBuilder(URI.create(pages() + "/.well-known/gridtorrent"))
                    .timeout(Duration.ofSeconds(5)).build();
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CheckFailure("interrupted");
        }
    }

    public URI pages() {
        return proxied.orElseGet(() -> URI.create("http://127.0.0.1:" + pagesPort));
    }

    public URI tracker() {
        return URI.create("https://127.0.0.1:" + trackerPort);
    }

    /** What stock clients know as their tracker, by {@code http} or {@code udp}. */
    public URI announce(String scheme) {
        return URI.create(scheme + "://127.0.0.1:" + announcePort + "/announce");
    }

    /** The server's own process, to look at its log or state. */
    public Running server() {
        return server;
    }

    /** One of the server's other commands, on this site's home. */
    public Outcome command(String... words) {
        return command("", words);
    }

    /** The same, with {@code input} on standard input. */
    public Outcome command(String input, List<String> words) {
        var command = new ArrayList<String>();
        command.add(launcher.toString());
        command.addAll(words);
        command.addAll(List.of("--home", home.toString()));
        return Running.run(command, input, Duration.ofSeconds(30));
    }

    private Outcome command(String input, String... words) {
        return command(input, List.of(words));
    }

    /** Kills it where it stands and starts it again, at the same addresses. */
    public void killAndRestart() {
        server.kill();
        server = run();
        awaitPages();
    }

    /** Ends it in good order. */
    @Override
    public void close() {
        if (server.alive()) {
            int status = server.stop(STOP_LIMIT);
            if (status != 0) {
                throw new CheckFailure(
                        "gridtorrent-server ended with " + status + " when asked to stop");
            }
        }
    }
}
