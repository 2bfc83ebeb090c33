package org.gridtorrent.client.fetch;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
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
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gridtorrent fetch}: fetches one file from all replicas that are named, and verifies it. */
@Command(name = "fetch", description = "Fetch one file from several web servers at once, each at its own rate. Run again, it goes on where it stopped.")
public final class FetchCommand implements Callable<Integer> {
    private static final int MAX_CONNECTIONS = 16;

    private final Invocation invocation;

    @Parameters(arity = "1..*", paramLabel = "URL", description = "Web addresses of the same file, http or https. Passwords are read from ~/.netrc, tokens from web-tokens in the configuration folder.")
    List<String> addresses = new ArrayList<>();

    @Option(names = {"-o",
        "--output"}, paramLabel = "FILE", description = "Where to put the file (default: named as in the first address, in the current folder).")
    Optional<Path> output = Optional.empty();

    @Option(names = "--checksum", paramLabel = "ALGORITHM=HEX", description = "What the file's checksum must be: sha-256=…, sha-512=… or sha-1=….")
    Optional<String> checksum = Optional.empty();

    @Option(names = "--max-connections", paramLabel = "N", defaultValue = "4", description = "Connections to one server at most (default: ${DEFAULT-VALUE}).")
    int maxConnections = 4;

    @Option(names = "--timeout", paramLabel = "SECONDS", defaultValue = "60", description = "Give up when nothing came from any server for so long (default: ${DEFAULT-VALUE}).")
    long timeoutSeconds = 60;

    @Option(names = "--overwrite", description = "Replace the file if it exists, and begin anew if an earlier fetch left a part of another one.")
    boolean overwrite;

    public FetchCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<URI> uris = uris();
        FetchOptions options = options();
        Path target = output.orElseGet(() -> named(uris.getFirst()));
        WebClients clients = new WebClients(invocation.home(), invocation.environment());
        try (ReplicaClient client = clients.open()) {
            List<Replica> replicas = uris.stream()
                    .map(uri -> client.replica(uri, AddressPolicy.ANY)).toList();
            new FileFetch(invocation.output(), target, replicas, options,
                    new AdaptiveScheduler.Options(maxConnections), overwrite).run();
        }
        return ExitStatus.DONE;
    }

    private List<URI> uris() {
        LinkedHashSet<URI> uris = new LinkedHashSet<>();
        for (String address : addresses) {
            try {
                uris.add(ReplicaUri.parse(address));
            } catch (IllegalArgumentException e) {
                throw CommandFailure.wrongUsage(address + ": " + e.getMessage());
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
            throw CommandFailure.wrongUsage("the address names no file; choose one with -o");
        }
        return Path.of(name);
    }
}
