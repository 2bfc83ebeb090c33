package org.gridtorrent.engine;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Processes of other BitTorrent clients; ends all of them when closed. */
final class StockClients implements AutoCloseable {
    /** Poll interval; each poll reads the whole log. */
    static final Duration LOG_READ_AGAIN = Duration.ofMillis(50);

    private static final AtomicInteger NEXT_PORT = new AtomicInteger(
            10_000 + (int) (ProcessHandle.current().pid() % 200) * 100);

    private final Path temp;
    private final List<Process> processes = new ArrayList<>();

    StockClients(Path temp) {
        this.temp = temp;
    }

    /** Running client, and the folder of its log. */
    record Running(Process process, Path home) {
        String log() throws IOException {
            return Files.readString(home.resolve("log"), StandardCharsets.ISO_8859_1);
        }

        /** The end of the log. */
        String logTail() {
            try {
                String log = log();
                return log.substring(Math.max(0, log.length() - 500));
            } catch (IOException e) {
                return e.toString();
            }
        }

        /** For aria2 and Transmission, which run a script on completion. */
        boolean hasEverything() {
            return Files.exists(home.resolve("finished"));
        }
    }

    /**
     * A free address for a client to listen on. Ports are below those of outgoing connections, which could be
     * taken before the client listens; no port is returned twice, and each process starts at another one.
     */
    static InetSocketAddress freeAddress(InetAddress host) throws IOException {
        while (true) {
            int port = NEXT_PORT.getAndIncrement();
            try (ServerSocket socket = new ServerSocket(port, 1, host)) {
                return new InetSocketAddress(host, socket.getLocalPort());
            } catch (BindException e) {
                // another one
            }
        }
    }

    Running run(String... command) throws IOException {
        return run(home(), List.of(command));
    }

    private Path home() throws IOException {
        return Files.createDirectories(temp.resolve("client" + processes.size()));
    }

    private Running run(Path home, List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(home.resolve("log").toFile()).start();
        processes.add(process);
        return new Running(process, home);
    }

    private static Path finisher(Path home) throws IOException {
        Path script = Files.writeString(home.resolve("finished.sh"),
                "#!/bin/sh\ntouch '" + home.resolve("finished") + "'\n");
        if (!script.toFile().setExecutable(true)) {
            throw new IOException(script + " cannot be made executable");
        }
        return script;
    }

    /** @param source a .torrent file or a magnet link */
    Running aria2(InetSocketAddress at, String source, Path directory, String... more)
            throws Exception {
        Programs.assumeRuns("aria2", "aria2c", "--version");
        Path home = home();
        List<String> command = new ArrayList<>(List.of("aria2c", "--no-conf",
                "--enable-dht=false", "--bt-enable-lpd=false",
                "--interface=" + at.getAddress().getHostAddress(), "--listen-port=" + at.getPort(),
                "--check-integrity=true", "--file-allocation=none",
                "--on-bt-download-complete=" + finisher(home), "--dir=" + directory));
        command.addAll(Arrays.asList(more));
        command.add(source);
        return run(home, command);
    }

    /**
     * Returns when Transmission has checked its files; before, it closes connections. Seeds when complete.
     *
     * @param source a .torrent file or a magnet link
     */
    Running transmission(InetSocketAddress at, String source, Path directory, String... more)
            throws Exception {
        Programs.assumeRuns("transmission-cli", "transmission-cli", "--version");
        Path home = home();
        Files.writeString(home.resolve("settings.json"), """
                {"bind-address-ipv4": "%s", "dht-enabled": false, "lpd-enabled": false,
                 "pex-enabled": true, "utp-enabled": false, "rpc-enabled": false}
                """.formatted(at.getAddress().getHostAddress()));
        // Unbuffered, so that its log tells when it has checked its files.
        List<String> command = new ArrayList<>(List.of("stdbuf", "-o0", "transmission-cli",
                "--config-dir", home.toString(), "--no-portmap", "--verify", "--port",
                Integer.toString(at.getPort()), "--download-dir",
                Files.createDirectories(directory).toString(), "--finish",
                finisher(home).toString()));
        command.addAll(Arrays.asList(more));
        command.add(source);
        return started(home, command, 3);
    }

    /** Retries: rarely Transmission ends at once, taking a torrent that has not started for stopped. */
    private Running started(Path home, List<String> command, int tries) throws IOException {
        Running running = run(home, command);
        await().atMost(60, TimeUnit.SECONDS).pollInterval(LOG_READ_AGAIN)
                .until(() -> shares(running) || !running.process().isAlive());
        if (shares(running)) {
            return running;
        }
        if (tries == 1) {
            throw new IOException("transmission-cli ended at its start: " + running.log());
        }
        return started(home, command, tries - 1);
    }

    private static boolean shares(Running running) throws IOException {
        String log = running.log();
        return log.contains("Seeding") || log.contains("Progress");
    }

    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
    }
}
