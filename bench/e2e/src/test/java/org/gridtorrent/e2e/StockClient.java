package org.gridtorrent.e2e;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.gridtorrent.e2e.process.CheckFailure;
import org.gridtorrent.e2e.process.Polling;
import org.gridtorrent.e2e.process.Ports;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;

/** A BitTorrent client of others, which is told a .torrent file or a magnet link and nothing else. */
enum StockClient {
    LIBTORRENT("python3-libtorrent", "/usr/bin/python3", "-c", "import libtorrent") {
        @Override
        List<String> line(String source, Path directory, Path home) {
            return List.of("/usr/bin/python3", "-c", SCRIPT, source,
                    directory.toString(), Integer.toString(Ports.free(1)[0]));
        }
    },
    ARIA2("aria2c", "aria2c", "--version") {
        @Override
        List<String> line(String source, Path directory, Path home) {
            int port = Ports.free(1)[0];
            // Without its DHT's socket it asks no tracker by UDP; nobody is named to it there.
            return List.of("aria2c", "--no-conf", "--dht-listen-port=" + port,
                    "--dht-file-path=" + home.resolve("dht"), "--bt-enable-lpd=false",
                    "--listen-port=" + port, "--file-allocation=none",
                    "--seed-ratio=0.0", "--on-bt-download-complete=" + finish(home),
                    "--dir=" + directory, source);
        }
    },
    /** It takes no address of its own machine from a tracker: here others have to find it. */
    TRANSMISSION("transmission-cli", "transmission-cli", "--version") {
        @Override
        List<String> line(String source, Path directory, Path home)
                throws IOException, MetainfoException {
            known(Path.of(source), home);
            Files.writeString(home.resolve("settings.json"), """
                    {"bind-address-ipv4": "127.0.0.1", "dht-enabled": false, "lpd-enabled": false,
                     "pex-enabled": false, "utp-enabled": false, "rpc-enabled": false}
                    """);
            return List.of("transmission-cli", "--config-dir", home.toString(), "--no-portmap",
                    "--port", Integer.toString(Ports.free(1)[0]), "--download-dir",
                    directory.toString(), "--finish", finish(home).toString(), source);
        }
    };

    /**
     * Says what its trackers say, when it has all of it, and then whether it takes it for private (BEP 27); it serves
     * on.
     */
    private static final String SCRIPT = """
            import libtorrent as lt, sys, time
            s = lt.session({'listen_interfaces': '127.0.0.1:' + sys.argv[3],
                'alert_mask': lt.alert.category_t.tracker_notification,
                'enable_dht': False, 'enable_lsd': False, 'enable_upnp': False,
                'enable_natpmp': False, 'allow_multiple_connections_per_ip': True})
            p = (lt.parse_magnet_uri(sys.argv[1]) if sys.argv[1].startswith('magnet:')
                else lt.load_torrent_file(sys.argv[1]))
            p.save_path = sys.argv[2]
            t = s.add_torrent(p)
            t.unset_flags(lt.torrent_flags.auto_managed)
            t.resume()
            end, done = time.time() + 120, False
            while time.time() < end:
                for a in s.pop_alerts():
                    print(a.message(), flush=True)
                if t.status().is_seeding and not done:
                    done = True
                    print('PRIVATE' if t.torrent_file().priv() else 'PUBLIC', flush=True)
                    print('FINISHED', flush=True)
                time.sleep(0.1)
            """;

    private static final int LAST_LINES = 5;

    private final String program;
    @SuppressWarnings("ImmutableEnumChecker") // a copy that nobody changes
    private final List<String> trial;

    StockClient(String program, String... trial) {
        this.program = program;
        this.trial = List.of(trial);
    }

    abstract List<String> line(String source, Path directory, Path home)
            throws IOException, MetainfoException;

    /** Skips the test by the program's name where it is not installed. */
    void assumeInstalled() throws InterruptedException {
        boolean there;
        try {
            there = new ProcessBuilder(trial).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (IOException e) {
            there = false;
        }
        assumeTrue(there, program + " is not installed");
    }

    private static Path finish(Path home) {
        return home.resolve("finish.sh");
    }

    /**
     * Puts the torrent where Transmission keeps those that it knows. A new one it stops for a moment, to
     * look for its data on the disk; and transmission-cli, which looks five times a second, ends when it
     * sees one that is stopped, on a slow disk before anything is announced.
     */
    private static void known(Path torrent, Path home) throws IOException, MetainfoException {
        String name = Metainfo.parse(Files.readAllBytes(torrent)).infoHash().hex();
        Path folder = Files.createDirectories(home.resolve("torrents"));
        Files.copy(torrent, folder.resolve(name + ".torrent"));
    }

    /** A client while it runs, with a folder of its own. */
    record Running(Process process, Path home, Path directory) implements AutoCloseable {
        private Path log() {
            return home.resolve("log");
        }

        /** Whether it says that it has all of it. */
        boolean finished() {
            return Files.exists(home.resolve("finished")) || says("FINISHED");
        }

        boolean says(String words) {
            return said().contains(words);
        }

        private String said() {
            try {
                return Files.readString(log(), StandardCharsets.ISO_8859_1);
            } catch (IOException e) {
                return "";
            }
        }

        /** Waits for what comes of it, and no longer than it runs; what it said last tells why. */
        void await(String what, Duration limit, BooleanSupplier condition) {
            await(what, limit, condition, () -> "");
        }

        /** @param seen what else tells why, asked when nothing came of it; goes on the message */
        void await(String what, Duration limit, BooleanSupplier condition,
                Supplier<String> seen) {
            try {
                Polling.answered(what, limit, () -> {
                    boolean runs = process.isAlive(); // asked first, since its last deed counts
                    boolean done = condition.getAsBoolean();
                    if (!done && !runs) {
                        throw new CheckFailure(what + ": the client ended before, with "
                                + process.exitValue());
                    }
                    return Optional.of(true).filter(_ -> done);
                });
            } catch (CheckFailure e) {
                throw new CheckFailure("%s%s; the client said last: %s".formatted(e.getMessage(),
                        seen.get(), lastSaid()), e);
            }
        }

        private String lastSaid() {
            List<String> lines = said().lines().map(String::strip)
                    .filter(line -> !line.isEmpty()).toList();
            return String.join(" | ",
                    lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    /**
     * @param source a file's path, or a link
     * @param directory where its data is, or will be
     */
    Running start(String source, Path home, Path directory)
            throws IOException, MetainfoException {
        Files.createDirectories(directory);
        Path finish = Files.writeString(finish(home),
                "#!/bin/sh\ntouch '" + home.resolve("finished") + "'\n");
        if (!finish.toFile().setExecutable(true)) {
            throw new IOException(finish + " cannot be made executable");
        }
        var process = new ProcessBuilder(line(source, directory, home)).redirectErrorStream(true)
                .redirectOutput(home.resolve("log").toFile()).start();
        return new Running(process, home, directory);
    }
}
