package org.gridtorrent.engine;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.Gate;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.Metainfo;

/** Listens on one port for all transports, and holds the swarms by info-hash. Thread-safe. */
@SuppressWarnings("DoNotCallSuggester") // the shape, until the swarm stands behind it
public final class Engine implements AutoCloseable {

    private Engine() {}

    /** Listens at the address (port 0: any) and lets in whom the gate admits. */
    public static Engine open(InetSocketAddress listen, Gate gate) throws IOException {
        throw new UnsupportedOperationException(listen + " " + gate);
    }

    /** Where it listens. */
    public InetSocketAddress listenAddress() {
        throw new UnsupportedOperationException("address");
    }

    /**
     * Begins to share a content and returns at once: existing data is checked in the background.
     *
     * @param directory where the content's files are or will be
     * @param stateDirectory the journal's place, made when missing; this content's alone
     * @throws IllegalArgumentException when the content is shared already
     */
    public Swarm add(Metainfo metainfo, Path directory, Path stateDirectory,
            SwarmOptions options) {
        throw new UnsupportedOperationException(metainfo.name());
    }

    public Optional<Swarm> swarm(InfoHash infoHash) {
        throw new UnsupportedOperationException(infoHash.hex());
    }

    /** Stops all swarms, then listening. */
    @Override
    public void close() {
        throw new UnsupportedOperationException("close");
    }
}
