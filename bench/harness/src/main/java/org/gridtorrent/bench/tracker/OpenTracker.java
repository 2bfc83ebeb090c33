package org.gridtorrent.bench.tracker;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.Tool;

/** Process of Debian's opentracker, for given contents. It ends with this one at the latest. */
public final class OpenTracker implements AutoCloseable {
    public static final String NAME = "opentracker";
    private static final String ALLOWED = "allowed.txt";
    private static final int TRIES = 100;

    private final Process process;
    private final InetSocketAddress address;

    private OpenTracker(Process process, InetSocketAddress address) {
        this.process = process;
        this.address = address;
    }

    /** Why it cannot be run; empty when it can. */
    public static Optional<String> missing() {
        return Tool.missing(NAME, NAME);
    }

    /** Returns when it answers; the folder is an empty one, of which it makes its root. */
    public static OpenTracker start(Path folder, List<String> infoHashes)
            throws IOException, InterruptedException {
        Files.write(folder.resolve(ALLOWED), infoHashes);
        // As root it goes on as nobody.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Host.freePort());
        String port = Integer.toString(address.getPort());
        Process process = new ProcessBuilder(Tool.tied(List.of(NAME,
                "-i", address.getAddress().getHostAddress(), "-p", port, "-P", port,
                "-d", folder.toString(), "-w", ALLOWED)))
                .redirectErrorStream(true).redirectOutput(Redirect.DISCARD).start();
        var tracker = new OpenTracker(process, address);
        try {
            tracker.awaitListening();
            return tracker;
        } catch (IOException | InterruptedException e) {
            tracker.close();
            throw e;
        }
    }

    private void awaitListening() throws IOException, InterruptedException {
        for (int i = 0; i < TRIES && process.isAlive(); i++) {
            try (Socket _ = new Socket(address.getAddress(), address.getPort())) {
                return;
            } catch (IOException e) {
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
        throw new IOException(NAME + " does not listen");
    }

    public InetSocketAddress address() {
        return address;
    }

    /** Processor time since its start; the script that ties it takes next to nothing. */
    public Duration cpu() {
        return process.descendants().flatMap(one -> one.info().totalCpuDuration().stream())
                .reduce(Duration.ZERO, Duration::plus);
    }

    @Override
    public void close() {
        Tool.end(process);
    }
}
