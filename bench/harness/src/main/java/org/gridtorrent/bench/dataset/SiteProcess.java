package org.gridtorrent.bench.dataset;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.terminal.Json;

/** Site of one {@code gridtorrent-server} process. Not thread-safe. */
public final class SiteProcess implements AutoCloseable {
    private static final int PAGES_PORT = 8480;
    private static final int TRACKER_PORT = 8481;

    private final Host host;
    private final Path launcher;
    private final Path home;
    private final URI pages;
    private final Process process;

    private SiteProcess(Host host, Path launcher, Path home, URI pages, Process process) {
        this.host = host;
        this.launcher = launcher;
        this.home = home;
        this.pages = pages;
        this.process = process;
    }

    /** On the loopback interface, open to the world. Returns when its pages and its tracker answer. */
    static SiteProcess start(SitePrograms programs, Path home) throws IOException {
        return start(programs, Host.HERE, home, freeAddress(),
                List.of("--tracker", freeAddress(), "--announce", freeAddress()));
    }

    /** On a host of a line, reached by its address. Returns when its pages and its tracker answer. */
    public static SiteProcess start(SitePrograms programs, Host host, Path home)
            throws IOException {
        return start(programs, host, home, host.address() + ":" + PAGES_PORT,
                List.of("--tracker", host.address() + ":" + TRACKER_PORT, "--host",
                        host.address()));
    }

    private static SiteProcess start(SitePrograms programs, Host host, Path home, String pages,
            List<String> options) throws IOException {
        Process process = host.startTied(SitePrograms.command(programs.server(),
                Tool.concat(List.of("run", "--home", home.toString(), "--site", "bench", "--http",
                        pages), options)));
        Tool.awaitLine(process, "is up.");
        Tool.discardOutput(process);
        return new SiteProcess(host, programs.server(), home, URI.create("http://" + pages),
                process);
    }

    static String freeAddress() throws IOException {
        return Host.HERE.address() + ":" + Host.freePort();
    }

    Process process() {
        return process;
    }

    public URI pages() {
        return pages;
    }

    /** Makes an account. */
    public void addUser(String name) throws IOException, InterruptedException {
        var _ = command("user", "add", name);
    }

    /** Makes a code by which one machine of a user can join. */
    public String enrolmentCode(String user) throws IOException, InterruptedException {
        return Json.MAPPER.readTree(command("enrol-code", user, "--json")).path("code").asText();
    }

    private String command(String... words) throws IOException, InterruptedException {
        return Tool.run(host.commandOn(SitePrograms.command(launcher,
                Tool.concat(List.of(words), List.of("--home", home.toString())))));
    }

    /** The .torrent file of a public data set, as strangers get it. */
    void writeTorrent(String datasetId, Path file) throws IOException, InterruptedException {
        URI address = pages.resolve("/datasets/" + datasetId + "/torrent");
        try (HttpClient http = HttpClient.newHttpClient()) {
            int status = http.send(HttpRequest.newBuilder(address).build(),
                    HttpResponse.BodyHandlers.ofFile(file)).statusCode();
            if (status != 200) {
                throw new IOException(address + " answered " + status);
            }
        }
    }

    @Override
    public void close() {
        Tool.end(process);
    }
}
