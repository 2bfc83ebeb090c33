package org.gridtorrent.client.fetch;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.cli.NamedFolder;
import org.gridtorrent.client.web.WebClients;
import org.gridtorrent.mdtp.FetchOptions;
import org.gridtorrent.mdtp.checksum.Checksum;
import org.gridtorrent.mdtp.checksum.HashType;
import org.gridtorrent.mdtp.http.AddressPolicy;
import org.gridtorrent.mdtp.http.Replica;
import org.gridtorrent.mdtp.http.ReplicaClient;
import org.gridtorrent.mdtp.http.ReplicaUri;
import org.gridtorrent.mdtp.schedule.AdaptiveScheduler;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Failures;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gridtorrent fetch}: fetches a file from all replicas that are named, or the files of a Metalink. */
@Command(name = "fetch", description = "Download a file from several web servers at once, or all files of a Metalink. The "
        + "same command continues an interrupted download.")
public final class FetchCommand implements Callable<Integer> {
    private static final int MAX_CONNECTIONS = 16;

    private final Invocation invocation;

    @Parameters(arity = "1..*", paramLabel = "URL", description = "http or https addresses of the same file, or one Metalink (RFC 5854), as a file or "
            + "an address. Passwords are read from ~/.netrc, tokens from web-tokens in the "
            + "configuration folder.")
    List<String> addresses = new ArrayList<>();

    @Option(names = {"-o",
        "--output"}, paramLabel = "FILE|DIR", description = "File to write, or the folder for it: an existing folder, or a path that ends with a "
                + "slash. Missing folders are created. Default: the name in the first address or the "
                + "Metalink, in the current folder.")
    Optional<String> output = Optional.empty();

    @Option(names = "--checksum", paramLabel = "ALGORITHM=HEX", description = "Expected checksum of the file: sha-256=…, sha-512=… or sha-1=….")
    Optional<String> checksum = Optional.empty();

    @Option(names = "--max-connections", paramLabel = "N", defaultValue = "4", description = "Maximum number of connections to one server (default: ${DEFAULT-VALUE}).")
    int maxConnections = 4;

    @Option(names = "--timeout", paramLabel = "SECONDS", defaultValue = "60", description = "Stop if no server sends data for this time (default: ${DEFAULT-VALUE}).")
    long timeoutSeconds = 60;

    @Option(names = "--overwrite", description = "Replace an existing file, and discard a partial download of another file.")
    boolean overwrite;

    public FetchCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        FetchReport report = new FetchReport(invocation.output());
        try {
            fetch(report);
            return ExitStatus.DONE;
        } catch (IOException | RuntimeException e) {
            report.failed(Failures.describe(e));
            throw e;
        }
    }

    private void fetch(FetchReport report) throws IOException, InterruptedException {
        FetchOptions options = options();
        boolean isMetalink = addresses.stream().anyMatch(MetalinkDocument::isNamedSo);
        WebClients clients = new WebClients(invocation.home(), invocation.environment());
        try (ReplicaClient client = clients.open()) {
            if (isMetalink) {
                fetchMetalink(client, options, report);
            } else {
                fetchFile(client, options, report);
            }
        }
    }

    private void fetchFile(ReplicaClient client, FetchOptions options, FetchReport report)
            throws IOException, InterruptedException {
        List<URI> uris = uris();
        Path target = target(uris.getFirst());
        if (!overwrite && isThere(target, options)) {
            report.present(target, true, OptionalLong.of(Files.size(target)));
            return;
        }
        List<Replica> replicas = uris.stream()
                .map(uri -> client.replica(uri, AddressPolicy.ANY)).toList();
        FileFetch fetch = new FileFetch(report, target, replicas, options, scheduling(),
                overwrite);
        if (fetch.run() == FileFetch.End.IS_METALINK) {
            fetchMetalink(client, options, report);
        }
    }

    private Path target(URI address) throws IOException {
        Path place = place();
        if (!Files.isDirectory(place) && !output.orElse("").endsWith("/")) {
            return place;
        }
        Path name = named(address);
        makeFolder(place);
        return place.resolve(name);
    }

    /** File or folder of {@code -o}; the current folder without it. */
    private Path place() {
        try {
            return Path.of(output.orElse(""));
        } catch (InvalidPathException e) {
            throw CommandFailure.wrongUsage("-o: no file can have this name: " + e.getReason());
        }
    }

    private static void makeFolder(Path folder) throws IOException {
        NamedFolder.mayBeMade(folder, "-o");
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder);
        }
    }

    private static boolean isThere(Path target, FetchOptions options) throws IOException {
        return options.checksum().isPresent()
                && PresentFile.hasChecksum(target, options.checksum().get());
    }

    private void fetchMetalink(ReplicaClient client, FetchOptions options, FetchReport report)
            throws IOException, InterruptedException {
        String address = addresses.getFirst();
        if (addresses.size() > 1) {
            throw CommandFailure
                    .wrongUsage("a Metalink has its files' addresses; name no other beside it");
        }
        if (options.checksum().isPresent()) {
            throw CommandFailure
                    .wrongUsage("--checksum is of a single file; a Metalink has its own checksums");
        }
        Path folder = place();
        NamedFolder.mayBeMade(folder, "-o");
        MetalinkDocument document = address.contains("://")
                ? MetalinkDocument
                        .read(client.replica(uris().getFirst(), AddressPolicy.ANY))
                : MetalinkDocument.read(Path.of(address));
        makeFolder(folder);
        new MetalinkFetch(report, client, options, scheduling(), overwrite)
                .run(document, folder);
    }

    private AdaptiveScheduler.Options scheduling() {
        return new AdaptiveScheduler.Options(maxConnections);
    }

    private List<URI> uris() {
        LinkedHashSet<URI> uris = new LinkedHashSet<>();
        for (String address : addresses) {
            try {
                uris.add(ReplicaUri.parse(address));
            } catch (IllegalArgumentException e) {
                throw CommandFailure
                        .wrongUsage(ReplicaUri.withoutSecrets(address) + ": " + e.getMessage());
            }
        }
        return List.copyOf(uris);
    }

    private FetchOptions options() {
        if (maxConnections < 1 || maxConnections > MAX_CONNECTIONS) {
            throw CommandFailure.wrongUsage("--max-connections " + maxConnections
                    + ": 1 to " + MAX_CONNECTIONS + " are possible");
        }
        if (timeoutSeconds < 1) {
            throw CommandFailure.wrongUsage("--timeout " + timeoutSeconds
                    + ": at least a second is needed");
        }
        FetchOptions options = FetchOptions.DEFAULTS
                .withPatience(Duration.ofSeconds(timeoutSeconds));
        return checksum.map(FetchCommand::parseChecksum).map(options::withChecksum)
                .orElse(options);
    }

    private static Checksum parseChecksum(String text) {
        int equals = text.indexOf('=');
        try {
            HashType type = HashType.named(text.substring(0, Math.max(0, equals)))
                    .orElseThrow(IllegalArgumentException::new);
            return Checksum.ofHex(type, text.substring(equals + 1));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUsage("--checksum " + text
                    + ": not sha-256=, sha-512= or sha-1= and that many hexadecimal digits");
        }
    }

    private static Path named(URI uri) {
        String path = uri.getPath() == null ? "" : uri.getPath();
        String name = path.substring(path.lastIndexOf('/') + 1);
        if (name.isEmpty() || name.equals(".") || name.equals("..")
                || name.chars().anyMatch(Character::isISOControl)) {
            throw CommandFailure.wrongUsage(ReplicaUri.withoutSecrets(uri.toString())
                    + " names no file; choose one with -o");
        }
        return Path.of(name);
    }
}
