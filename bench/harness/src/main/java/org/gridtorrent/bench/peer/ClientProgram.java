package org.gridtorrent.bench.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.bench.process.ChildJvm;
import org.gridtorrent.bench.process.ChildJvm.Heap;
import org.gridtorrent.bench.process.Tool;

/** A BitTorrent client that can be measured. */
public enum ClientProgram {
    GRIDTORRENT("GridTorrent") {
        @Override
        public Optional<String> missing() {
            return Optional.empty();
        }

        @Override
        public Peer start(PeerSettings place) throws IOException {
            return PeerProcess.start(place, ChildJvm.transferring(Heap.AS_STARTED,
                    List.of("peer", place.folder().toString(), "--listen", place.address(),
                            "--upload-limit", Long.toString(place.uploadLimit()))));
        }
    },
    LIBTORRENT("libtorrent") {
        @Override
        public Optional<String> missing() {
            return Binding.MISSING;
        }

        @Override
        public Peer start(PeerSettings place) throws IOException {
            Path script = place.put("libtorrent_peer.py");
            return PeerProcess.start(place, List.of(PYTHON, script.toString(), place.address(),
                    Long.toString(place.uploadLimit())));
        }
    },
    ARIA2("aria2") {
        @Override
        public Optional<String> missing() {
            return Tool.missing("aria2c", "aria2");
        }

        @Override
        public Peer start(PeerSettings place) throws IOException {
            place.put(RPC_DAEMON);
            Path script = place.put("aria2_peer.py");
            return PeerProcess.start(place, List.of(PYTHON, script.toString(), place.address(),
                    Long.toString(place.uploadLimit())));
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
        public Peer start(PeerSettings place) throws IOException {
            place.put(RPC_DAEMON);
            Path script = place.put("transmission_peer.py");
            return PeerProcess.start(place,
                    List.of(PYTHON, script.toString(), place.folder().toString(), place.address(),
                            Long.toString(place.uploadLimit())));
        }
    };

    /** Reason why libtorrent is missing; looked for once. */
    private static final class Binding {
        private static final Optional<String> MISSING = Tool
                .fails(List.of(PYTHON, "-c", "import libtorrent"))
                        ? Optional.of(
                                "libtorrent's Python binding is not installed (Debian: apt install python3-libtorrent)")
                        : Optional.empty();
    }

    private static final String PYTHON = "/usr/bin/python3";
    private static final String RPC_DAEMON = "rpc_daemon.py";

    private final String title;

    ClientProgram(String title) {
        this.title = title;
    }

    /** As people call it. */
    public String title() {
        return title;
    }

    /** Why it cannot be run, in words; empty when it can. */
    public abstract Optional<String> missing();

    /** The same, of peers that share this machine's loopback interface. */
    public Optional<String> missingOverLoopback() {
        return missing();
    }

    /** Starts one, and returns when it listens. */
    public abstract Peer start(PeerSettings place) throws IOException;
}
