package org.gridtorrent.bench.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.bench.process.OwnProgram;
import org.gridtorrent.bench.process.Tool;

/** A BitTorrent client that can be measured. */
public enum Client {
    GRIDTORRENT("GridTorrent") {
        @Override
        public Optional<String> missing() {
            return Optional.empty();
        }

        @Override
        public Peer start(Path folder) throws IOException {
            return new OrderedPeer(OwnProgram.command(List.of("-Xmx512m"),
                    List.of("peer", folder.toString())));
        }
    },
    LIBTORRENT("libtorrent") {
        @Override
        public Optional<String> missing() {
            return Tool.fails(List.of(PYTHON, "-c", "import libtorrent"))
                    ? Optional.of(
                            "libtorrent's Python binding is not installed (Debian: apt install python3-libtorrent)")
                    : Optional.empty();
        }

        @Override
        public Peer start(Path folder) throws IOException {
            Path script = Tool.unpack(Client.class, "libtorrent_peer.py", folder);
            return new OrderedPeer(List.of(PYTHON, script.toString()));
        }
    },
    ARIA2("aria2") {
        @Override
        public Optional<String> missing() {
            return Tool.missing("aria2c", "aria2");
        }

        @Override
        public Peer start(Path folder) throws IOException {
            return Aria2Peer.start();
        }
    };

    private static final String PYTHON = "/usr/bin/python3";

    private final String title;

    Client(String title) {
        this.title = title;
    }

    /** As people call it. */
    public String title() {
        return title;
    }

    /** Why it cannot be run, in words; empty when it can. */
    public abstract Optional<String> missing();

    /** Starts one; what it keeps for itself goes into the folder, which is empty. */
    public abstract Peer start(Path folder) throws IOException;
}
