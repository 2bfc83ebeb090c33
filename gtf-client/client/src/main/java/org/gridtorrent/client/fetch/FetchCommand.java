package org.gridtorrent.client.fetch;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.fetch.FetchReport.Event;
import org.gridtorrent.client.status.ReplicaMessages;
import org.gridtorrent.mdtp.FetchException;
import org.gridtorrent.mdtp.FetchOptions;
import org.gridtorrent.mdtp.FetchOptions.Checksum;
import org.gridtorrent.mdtp.FetchResult;
import org.gridtorrent.mdtp.FetchStatus;
import org.gridtorrent.mdtp.ReplicaFetch;
import org.gridtorrent.mdtp.ReplicaStatus;
import org.gridtorrent.mdtp.file.PartialFile;
import org.gridtorrent.mdtp.http.AddressPolicy;
import org.gridtorrent.mdtp.http.Credentials;
import org.gridtorrent.mdtp.http.Replica;
import org.gridtorrent.mdtp.http.ReplicaClient;
import org.gridtorrent.mdtp.http.ReplicaUri;
import org.gridtorrent.mdtp.schedule.AdaptiveScheduler;
import org.gridtorrent.terminal.ByteSize;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Progress;
import org.gridtorrent.terminal.UserFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gridtorrent fetch}: fetches one file from all replicas that are named, and verifies it. */
@Command(name = "fetch", description = "Fetch one file from several web servers at once, each at its own rate. Run again, it goes on where it stopped.")
public final class FetchCommand implements Callable<Integer> {
    private static final long LOOK_MS = 100;
    private static final int MAX_CONNECTIONS = 16;
    private static final Map<String, String> ALGORITHMS = Map.of("sha-256", "SHA-256", "sha-512",
            "SHA-512", "sha-1", "SHA-1");

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

    @Option(names = "--overwrite", description = "Replace the file if it exists. What an earlier fetch left is deleted first.")
    boolean overwrite;

    public FetchCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<URI> uris = uris();
        FetchOptions options = options();
        Path target = output.orElseGet(() -> named(uris.getFirst()));
        if (!overwrite && Files.exists(target)) {
            throw CommandFailure.failed(target
                    + " exists already; choose another file with -o, or replace it with --overwrite");
        }
        FetchReport report = new FetchReport(invocation.output(), target);
        try (ReplicaClient client = client(); PartialFile file = open(target)) {
            List<Replica> replicas = uris.stream()
                    .map(uri -> client.replica(uri, AddressPolicy.ANY)).toList();
            var scheduling = new AdaptiveScheduler.Options(maxConnections);
            ReplicaFetch fetch = new ReplicaFetch(replicas, file,
                    (count, length, present) -> new AdaptiveScheduler(count, length, present,
                            scheduling),
                    options);
            run(fetch, target, report);
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
        String name = text.substring(0, Math.max(0, equals)).toLowerCase(Locale.ROOT);
        String hex = text.substring(equals + 1).toLowerCase(Locale.ROOT);
        String algorithm = ALGORITHMS.get(name);
        if (algorithm == null || !hex.matches("[0-9a-f]+")
                || hex.length() != hexLength(algorithm)) {
            throw CommandFailure.wrongUsage("--checksum " + text
                    + ": not sha-256=, sha-512= or sha-1= and that many hexadecimal digits");
        }
        return new Checksum(algorithm, hex);
    }

    private static int hexLength(String algorithm) {
        try {
            return 2 * MessageDigest.getInstance(algorithm).getDigestLength();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
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

    private ReplicaClient client() throws IOException {
        Map<String, String> environment = invocation.environment();
        Path netrc = invocation.environment("NETRC").map(Path::of)
                .or(() -> UserFolder.find(environment).map(folder -> folder.resolve(".netrc")))
                .orElse(Path.of("/dev/null"));
        Credentials credentials = Credentials.load(netrc,
                invocation.home().webTokens());
        try {
            return new ReplicaClient(SSLContext.getDefault(), credentials, environment);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has TLS", e);
        }
    }

    private PartialFile open(Path target) throws IOException {
        try (Progress progress = new Progress(invocation.output())) {
            Path part = PartialFile.partOf(target);
            long length = Files.exists(part) ? Files.size(part) : 0;
            PartialFile file = PartialFile.open(target, done -> progress.update(
                    Progress.Sample.of("checking what an earlier fetch left", done, length)));
            if (overwrite) {
                file.clear();
            }
            return file;
        }
    }

    private void run(ReplicaFetch fetch, Path target, FetchReport report)
            throws IOException, InterruptedException {
        FutureTask<FetchResult> task = new FutureTask<>(fetch::run);
        CountDownLatch safe = new CountDownLatch(1);
        Thread thread = Thread.ofPlatform().name("fetch").daemon().unstarted(() -> {
            task.run();
            safe.countDown();
        });
        Thread atExit = new Thread(() -> interrupt(fetch, safe, target, report));
        Runtime.getRuntime().addShutdownHook(atExit);
        thread.start();
        try {
            FetchResult result = await(task, fetch, target, report);
            report.end(Event.DONE, fetch.status(), result.isVerified(), "",
                    List.of(words(target, result)));
        } catch (ExecutionException e) {
            throw failure(fetch, target, report, Objects.requireNonNull(e.getCause()));
        } finally {
            remove(atExit);
        }
    }

    private static void remove(Thread atExit) {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // the program is ending
        }
    }

    /** Makes safe what came, and says how to go on. */
    private void interrupt(ReplicaFetch fetch, CountDownLatch safe, Path target,
            FetchReport report) {
        fetch.stop();
        try {
            safe.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        report.end(Event.INTERRUPTED, fetch.status(), false, "", List.of());
        invocation.output().say("Interrupted; run the same command again to go on with " + target);
    }

    private FetchResult await(FutureTask<FetchResult> task, ReplicaFetch fetch, Path target,
            FetchReport report) throws InterruptedException, ExecutionException {
        try (Progress progress = new Progress(invocation.output())) {
            while (true) {
                try {
                    return task.get(LOOK_MS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    FetchStatus status = fetch.status();
                    report.update(status);
                    progress.update(sample(target, status), status.replicas().stream()
                            .map(replica -> ReplicaMessages.line(replica, status)).toList());
                }
            }
        }
    }

    private static Progress.Sample sample(Path target, FetchStatus status) {
        String what = switch (status.phase()) {
            case FETCHING -> status.isDiskFull()
                    ? target + " (the disk is full; it goes on when there is room)"
                    : target.toString();
            case VERIFYING -> "verifying " + target;
            case DONE -> target + " is complete";
        };
        return new Progress.Sample(what, status.bytesPresent(), status.fileLength().orElse(0),
                status.bytesPerSecond(), -1);
    }

    private static String words(Path target, FetchResult result) {
        return "%s: %s %s; %s from %d of %d servers in %.1f s, %s/s".formatted(target,
                ByteSize.words(result.fileLength()),
                result.isVerified()
                        ? "complete and verified"
                        : "complete; no checksum is known, so it was not verified",
                ByteSize.words(result.bytesReceived()),
                result.replicas().stream().filter(replica -> replica.bytes() > 0).count(),
                result.replicas().size(), result.seconds(),
                ByteSize.words((long) (result.bytesReceived() / result.seconds())));
    }

    private CommandFailure failure(ReplicaFetch fetch, Path target, FetchReport report,
            Throwable cause) throws IOException, InterruptedException {
        FetchStatus status = fetch.status();
        CommandFailure failure = switch (cause) {
            case FetchException e -> failure(e, target);
            case IOException e -> {
                report.end(Event.FAILED, status, false, String.valueOf(e.getMessage()), List.of());
                throw e;
            }
            case InterruptedException e -> throw e;
            case RuntimeException e -> throw e;
            default -> throw new IllegalStateException(cause);
        };
        report.end(Event.FAILED, status, false, failure.line(), List.of());
        return failure;
    }

    private CommandFailure failure(FetchException e, Path target) {
        String servers = e.replicas().stream()
                .map(replica -> replica.name() + ": " + ReplicaMessages.describe(replica))
                .collect(Collectors.joining("; "));
        return switch (e.reason()) {
            case NO_REPLICA -> CommandFailure.noAnswer("no server serves the file: " + servers);
            case NO_PROGRESS -> CommandFailure.noAnswer("nothing came from any server for "
                    + timeoutSeconds + " s; what came is kept, run it again to go on: " + servers);
            case LENGTHS_DIFFER -> CommandFailure.failed("the servers have files of different"
                    + " length; name the right ones only, or give --checksum: "
                    + lengths(e.replicas()));
            case CHECKSUM_DIFFERS -> CommandFailure.badInput(target
                    + ": its checksum differs from the expected one; what came was deleted");
            case OTHER_FILE_PRESENT -> CommandFailure.failed(PartialFile.partOf(target)
                    + " is part of another file, or the file changed at the server; begin anew with"
                    + " --overwrite");
        };
    }

    private static String lengths(List<ReplicaStatus> replicas) {
        return replicas.stream().filter(replica -> replica.fileLength().isPresent())
                .map(replica -> "%s: %,d bytes".formatted(replica.name(),
                        replica.fileLength().getAsLong()))
                .collect(Collectors.joining("; "));
    }
}
