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

/** Site of one {@code gridtorrent-server} process on the loopback interface, open to the world. Not thread-safe. */
final class SiteProcess implements AutoCloseable {
    private final Path launcher;
    private final Path home;
    private final URI pages;
    private final Process process;

    private SiteProcess(Path launcher, Path home, URI pages, Process process) {
        this.launcher = launcher;
        this.home = home;
        this.pages = pages;
        this.process = process;
    }

    /** Returns when its pages and its tracker answer. */
    static SiteProcess start(SitePrograms programs, Path home) throws IOException {
        String pages = freeAddress();
        Process process = Tool.startTied(List.of(), SitePrograms.command(programs.server(),
                List.of("run", "--home", home.toString(), "--site", "bench", "--http", pages,
                        "--tracker", freeAddress(), "--announce", freeAddress())));
        Tool.awaitLine(process, "is up.");
        Tool.discardOutput(process);
        return new SiteProcess(programs.server(), home, URI.create("http://" + pages), process);
    }

    static String freeAddress() throws IOException {
        return Host.HERE.address() + ":" + Host.freePort();
    }

    Process process() {
        return process;
    }

    URI pages() {
        return pages;
    }

    /** Makes an account. */
    void addUser(String name) throws IOException, InterruptedException {
        var _ = command("user", "add", name);
    }

    /** Makes a code by which one machine of a user can join. */
    String enrolmentCode(String user) throws IOException, InterruptedException {
        return Json.MAPPER.readTree(command("enrol-code", user, "--json")).path("code").asText();
    }

    private String command(String... words) throws IOException, InterruptedException {
        return Tool.run(SitePrograms.command(launcher, Tool.concat(List.of(words),
                List.of("--home", home.toString()))));
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
