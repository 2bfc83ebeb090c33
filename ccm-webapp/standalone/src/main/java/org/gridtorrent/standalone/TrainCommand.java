package org.gridtorrent.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.gridtorrent.catalog.device.CopyWaits;
import org.gridtorrent.standalone.cli.Invocation;
import org.gridtorrent.standalone.home.HostPort;
import org.gridtorrent.standalone.home.SiteHome;
import org.gridtorrent.standalone.site.PublicAddresses;
import org.gridtorrent.standalone.site.Site;
import org.gridtorrent.standalone.site.SitePlan;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code train}: a site that starts, answers and ends within this process, so that the virtual machine learns
 * it while the program is built or installed (JEP 515). The launcher hands on what it learnt.
 */
@Command(name = "train", hidden = true, description = "Runs a site for a moment, for the build.")
final class TrainCommand implements Callable<Integer> {
    private static final HostPort ANY = new HostPort("127.0.0.1", 0);
    private static final List<String> PAGES = List.of("/", "/login", "/ready", "/health",
            "/.well-known/gridtorrent", "/api/v1/openapi.json", "/static/ccm.css");
    private static final int ROUNDS = 20;

    @Parameters(index = "0", paramLabel = "USE", description = "${COMPLETION-CANDIDATES}")
    @SuppressWarnings("NullAway.Init") // picocli refuses a command line without it
    private Use use;

    @Parameters(index = "1", paramLabel = "DIR", description = "A new folder for all of it; it is deleted in the end.")
    private Path folder = Path.of("");

    @Option(names = "--brief", description = "Ask for each page once.")
    private boolean brief;

    /** Use of the program with a start-up cache of its own. The site and the commands at it share one. */
    enum Use {
        ALL
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path home = Files.createDirectory(folder).resolve("home");
        try (Site site = Site.start(new SiteHome(home), new SitePlan(ANY, ANY, null,
                PublicAddresses.AS_LISTENING, null, use.name().toLowerCase(Locale.ROOT),
                CopyWaits.USUAL,
                Optional.empty(), true))) {
            ask(site.settings().pages());
            command(home, "user", "list");
            command(home, "check");
        } finally {
            delete(folder);
        }
        return ExitStatus.DONE;
    }

    private void ask(URI pages) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            for (int round = 0; round < (brief ? 1 : ROUNDS); round++) {
                for (String page : PAGES) {
                    var _ = http.send(HttpRequest.newBuilder(pages.resolve(page)).build(),
                            HttpResponse.BodyHandlers.discarding());
                }
            }
        }
    }

    private static void command(Path home, String... words) {
        Output silent = new Output(OutputStream.nullOutputStream(),
                new PrintStream(OutputStream.nullOutputStream(), false, UTF_8), false);
        var _ = Main.run(new Invocation(Map.of(), InputStream.nullInputStream(), silent),
                Stream.concat(Stream.of(words), Stream.of("--home", home.toString()))
                        .toArray(String[]::new));
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
