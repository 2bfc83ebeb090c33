package org.gridtorrent.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.gridtorrent.bench.endpoint.TransferEndpoint;
import org.gridtorrent.bench.mdtp.ScheduledFetch;
import org.gridtorrent.bench.peer.EnginePeer;
import org.gridtorrent.bench.testbed.SharedFolder;
import org.gridtorrent.bench.tracker.ClientStartup;
import org.gridtorrent.bench.tracker.TrackerWorker;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.identity.IdentityException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Hidden commands: the processes that experiments start, which carry out orders until their input ends. */
final class WorkerCommands {
    private WorkerCommands() {}

    private static BufferedReader orders() {
        return new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    }

    @Command(name = "endpoint", hidden = true, description = "Sends and receives as its input says, one JSON order a line.")
    static final class Endpoint implements Callable<Integer> {
        @Override
        public Integer call() throws IOException {
            new TransferEndpoint().run(orders(), System.out);
            return 0;
        }
    }

    /** A folder on this machine for experiments of another. */
    @Command(name = "folder", hidden = true, description = "Makes a folder, and deletes it at its input's end.")
    static final class Folder implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "DIR", description = "Which is made.")
        private Path folder = Path.of("");

        @Override
        public Integer call() throws IOException {
            SharedFolder.keep(folder, orders(), System.out);
            return 0;
        }
    }

    @Command(name = "peer", hidden = true, description = "Seeds and fetches as its input says, one JSON order a line.")
    static final class Peer implements Callable<Integer> {
        @Parameters(paramLabel = "DIR", description = "An empty folder for its journals.")
        private Path states = Path.of("");
        @Option(names = "--listen", required = true, paramLabel = "ADDRESS")
        private InetAddress listen = InetAddress.getLoopbackAddress();
        @Option(names = "--upload-limit", paramLabel = "BYTES", description = "A second; 0 for no limit.")
        private long uploadLimit;

        @Override
        public Integer call() throws IOException {
            new EnginePeer(states, listen, uploadLimit).run(orders(), System.out);
            return 0;
        }
    }

    @Command(name = "replica-fetch", hidden = true, description = "Fetches a file from several web servers at once.")
    static final class ReplicaFetch implements Callable<Integer> {
        @Parameters(arity = "1..*", paramLabel = "URL")
        private List<URI> urls = List.of();
        @Option(names = "--output", required = true, paramLabel = "FILE")
        private Path target = Path.of("");
        @Option(names = "--chunk", paramLabel = "BYTES", description = "Of each chunk; or, by the MDTP paper's algorithm, of the fastest server's.")
        private long chunkLength;
        @Option(names = "--initial-chunk", paramLabel = "BYTES", description = "Of each server's first chunk: by the MDTP paper's algorithm.")
        private long initialLength;

        @Override
        public Integer call() throws IOException, InterruptedException {
            ScheduledFetch fetch = initialLength == 0
                    ? ScheduledFetch.staticChunks(chunkLength)
                    : ScheduledFetch.paper(initialLength, chunkLength);
            fetch.run(urls, target);
            return 0;
        }
    }

    /** A site's tracker. */
    @Command(name = "tracker-host", hidden = true, description = "A tracker on an empty database, obeying its input, one JSON order a line.")
    static final class Tracker implements Callable<Integer> {
        @Parameters(paramLabel = "DIR", description = "An empty folder for its keys.")
        private Path folder = Path.of("");
        @Option(names = "--database", required = true, paramLabel = "JDBC-URL")
        private String database = "";
        @Option(names = "--user", paramLabel = "NAME")
        private String user = "";

        @Override
        public Integer call() throws IOException, IdentityException {
            TrackerWorker.run(folder, new DatabaseLogin(database, user, ""), orders(), System.out);
            return 0;
        }
    }

    /** A workstation's start with its tracker. */
    @Command(name = "tracker-start", hidden = true, description = "Prints how many milliseconds a workstation's start with its tracker takes.")
    static final class TrackerStart implements Callable<Integer> {
        @Parameters(paramLabel = "DIR", description = "With the workstation's key and certificates.")
        private Path folder = Path.of("");
        @Option(names = "--tracker", required = true, paramLabel = "URL")
        private URI tracker = URI.create("");
        @Option(names = "--content", required = true, paramLabel = "INFO-HASH")
        private String content = "";
        @Option(names = "--times", required = true, paramLabel = "N")
        private int times;

        @Override
        public Integer call() throws IOException, IdentityException {
            ClientStartup.run(folder, tracker, content, times, System.out);
            return 0;
        }
    }
}
