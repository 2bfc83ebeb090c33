package org.gridtorrent.bench.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.bench.process.OwnProgram;
import org.gridtorrent.bench.process.OwnProgram.Heap;
import org.gridtorrent.bench.process.Tool;

/** A BitTorrent client that can be measured. */
public enum Client {
    GRIDTORRENT("GridTorrent") {
        @Override
        public Optional<String> missing() {
            return Optional.empty();
        }

        @Override
        public Peer start(Place place) throws IOException {
            return OrderedPeer.start(place, OwnProgram.transferring(Heap.AS_STARTED,
                    List.of("peer", place.folder().toString(), "--listen", place.address(),
                            "--upload-limit", Long.toString(place.uploadLimit()))));
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
        public Peer start(Place place) throws IOException {
            Path script = Tool.unpack(Client.class, "libtorrent_peer.py", place.folder());
            return OrderedPeer.start(place, List.of(PYTHON, script.toString(), place.address(),
                    Long.toString(place.uploadLimit())));
        }
    },
    ARIA2("aria2") {
        @Override
        public Optional<String> missing() {
            return Tool.missing("aria2c", "aria2");
        }

        @Override
        public Peer start(Place place) throws IOException {
            return Aria2Peer.start(place);
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

    /** Starts one, and returns when it listens. */
    public abstract Peer start(Place place) throws IOException;
}
