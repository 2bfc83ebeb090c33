package org.gridtorrent.client.torrent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;
import org.gridtorrent.client.config.Home;
import org.gridtorrent.client.config.HostPort;
import org.gridtorrent.client.config.TransportChoice;
import org.gridtorrent.engine.Engine;
import org.gridtorrent.engine.limit.Rates;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.engine.transport.TcpTransport;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.MagnetLink;
import org.gridtorrent.metainfo.Metainfo;

/**
 * An engine for {@code torrent seed} and {@code torrent get}: open to every BitTorrent client.
 * Interrupted (Ctrl-C, SIGTERM), it makes what came durable before the program ends, and the program
 * ends with the status that the signal stands for.
 */
final class PlainSharing implements AutoCloseable {
    private final Engine engine;
    private final Path state;
    private final Thread atExit = new Thread(this::closeEngine, "close-engine");

    PlainSharing(HostPort listen, TransportChoice transport, Rates limits, Home home)
            throws IOException {
        engine = Engine.open(listen.resolve(), new OpenGate(),
                List.of(new TcpTransport(), transport.ptcp()), System::nanoTime,
                new SecureRandom());
        engine.limits().set(limits);
        state = home.state().resolve("torrents");
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** The address that others may connect to. */
    String listening() {
        return HostPort.words(engine.listenAddress());
    }

    Swarm add(Metainfo metainfo, Path directory, SwarmOptions options) {
        return engine.add(metainfo, directory, stateOf(metainfo.infoHash(), directory), options);
    }

    Swarm add(MagnetLink link, Path directory, SwarmOptions options) {
        return engine.add(link, directory, stateOf(link.infoHash(), directory), options);
    }

    /** The same content may lie in several folders, each with a journal of its own. */
    private Path stateOf(InfoHash infoHash, Path directory) {
        CRC32 place = new CRC32();
        place.update(directory.toAbsolutePath().normalize().toString()
                .getBytes(StandardCharsets.UTF_8));
        return state.resolve(infoHash.hex() + "-"
                + HexFormat.of().toHexDigits((int) place.getValue()));
    }

    private void closeEngine() {
        engine.close();
    }

    @Override
    public void close() {
        engine.close();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            return; // the program is ending, and the hook runs: closing twice does no harm
        }
    }
}
