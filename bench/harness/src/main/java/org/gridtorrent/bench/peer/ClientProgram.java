package org.gridtorrent.bench.peer;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.bench.process.ChildJvm;
import org.gridtorrent.bench.process.ChildJvm.Heap;
import org.gridtorrent.bench.process.Tool;

/** BitTorrent client program that can be measured. */
public enum ClientProgram {
    GRIDTORRENT("GridTorrent") {
        @Override
        public Optional<String> missing() {
            return Optional.empty();
        }

        @Override
        public PeerProcess start(PeerSettings settings) throws IOException {
            return startEngine(settings, Heap.AS_STARTED);
        }
    },
    LIBTORRENT("libtorrent") {
        @Override
        public Optional<String> missing() {
            return Binding.MISSING;
        }

        @Override
        public PeerProcess start(PeerSettings settings) throws IOException {
            return startScript(settings, "libtorrent_peer.py", settings.address(),
                    Long.toString(settings.uploadLimit()));
        }
    },
    ARIA2("aria2") {
        @Override
        public Optional<String> missing() {
            return Tool.missing("aria2c", "aria2");
        }

        @Override
        public PeerProcess start(PeerSettings settings) throws IOException {
            settings.put(RPC_DAEMON);
            return startScript(settings, "aria2_peer.py", settings.address(),
                    Long.toString(settings.uploadLimit()));
        }
    },
    TRANSMISSION("Transmission") {
        @Override
        public Optional<String> missing() {
            return Tool.missing("transmission-daemon", "transmission-daemon")
                    .or(() -> Tool.missing("setpriv", "util-linux"));
        }

        @Override
        public Optional<String> missingOverLoopback() {
            return missing().or(() -> Optional
                    .of("it makes no connection to a peer at a loopback address"));
        }

        @Override
        public PeerProcess start(PeerSettings settings) throws IOException {
            settings.put(RPC_DAEMON);
            return startScript(settings, "transmission_peer.py", settings.folder().toString(),
                    settings.address(), Long.toString(settings.uploadLimit()));
        }
    };

    /** Reason why libtorrent is missing; looked for once. */
    private static final class Binding {
        private static final Optional<String> MISSING = Tool
                .fails(List.of(PYTHON, "-c", "import libtorrent"))
                        ? Optional.of("libtorrent's Python binding is not installed"
                                + " (Debian: apt install python3-libtorrent)")
                        : Optional.empty();
    }

    private static final String PYTHON = "/usr/bin/python3";
    private static final String RPC_DAEMON = "rpc_daemon.py";

    private final String title;

    ClientProgram(String title) {
        this.title = title;
    }

    /** Name, as users know it. */
    public String title() {
        return title;
    }

    /** Clients of others. */
    public static List<ClientProgram> thirdParty() {
        return Arrays.stream(values()).filter(client -> client != GRIDTORRENT).toList();
    }

    /** Why it cannot be run; empty when it can. */
    public abstract Optional<String> missing();

    /** The same, of peers that share this machine's loopback interface. */
    public Optional<String> missingOverLoopback() {
        return missing();
    }

    /** Starts one, and returns when it listens. */
    public abstract PeerProcess start(PeerSettings settings) throws IOException;

    static PeerProcess startEngine(PeerSettings settings, Heap heap) throws IOException {
        return PeerProcess.start(settings, ChildJvm.transferring(heap,
                List.of("peer", settings.folder().toString(), "--listen", settings.address(),
                        "--upload-limit", Long.toString(settings.uploadLimit()))));
    }

    private static PeerProcess startScript(PeerSettings settings, String script,
            String... arguments) throws IOException {
        return PeerProcess.start(settings, Tool.concat(
                List.of(PYTHON, settings.put(script).toString()), List.of(arguments)));
    }
}
