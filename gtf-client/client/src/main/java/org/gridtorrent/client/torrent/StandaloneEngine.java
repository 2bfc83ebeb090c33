package org.gridtorrent.client.torrent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.gridtorrent.client.config.Home;
import org.gridtorrent.client.config.HostPort;
import org.gridtorrent.client.config.TransportChoice;
import org.gridtorrent.client.disk.ProcessLock;
import org.gridtorrent.client.web.WebClients;
import org.gridtorrent.engine.Engine;
import org.gridtorrent.engine.limit.RateSchedules;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.engine.transport.TcpTransport;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.MagnetLink;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.terminal.CommandFailure;

/**
 * An engine for {@code torrent seed} and {@code torrent get}: open to every BitTorrent client.
 * Interrupted (Ctrl-C, SIGTERM), it makes what came durable before the program ends, and the program
 * ends with the status that the signal stands for. For one thread.
 */
final class StandaloneEngine implements AutoCloseable {
    private final Engine engine;
    private final Path state;
    private final DownloadLocks places;
    private final List<ProcessLock> locks = new ArrayList<>();
    private volatile Runnable beforeExit = () -> {};
    private final Thread atExit = new Thread(this::closeEngine, "close-engine");

    StandaloneEngine(HostPort listen, TransportChoice transport, RateSchedules limits, Home home,
            Map<String, String> environment)
            throws IOException {
        engine = Engine.open(listen.resolve(), new OpenGate(),
                List.of(new TcpTransport(), transport.ptcp()), System::nanoTime,
                new SecureRandom());
        engine.limits().set(limits);
        engine.setReplicaClient(new WebClients(home, environment)::open);
        state = home.state().resolve("torrents");
        places = new DownloadLocks(state.resolve("places"));
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** The address that others may connect to. */
    String listening() {
        return HostPort.words(engine.listenAddress());
    }

    /** The addresses that a link names and that are not called on. */
    List<String> passedOver(MagnetLink link) {
        return engine.ignoredPeers(link).stream().map(HostPort::words).toList();
    }

    /** Serves what lies there. Fails when the content is fetched into that folder, or served from there. */
    Swarm seed(Metainfo metainfo, Path directory) throws IOException {
        Path own = take(metainfo.infoHash(), metainfo.name(), directory);
        return engine.add(metainfo, directory, own,
                SwarmOptions.seedingInPlace().withRateBasedChoking());
    }

    /**
     * Fails also when another content is being fetched to the same place.
     *
     * @param overwrite whatever lies there
     */
    Swarm fetch(Metainfo metainfo, Path directory, boolean overwrite) throws IOException {
        Path own = take(metainfo.infoHash(), metainfo.name(), directory);
        places.take(metainfo, directory);
        claim(own, overwrite);
        return engine.add(metainfo, directory, own,
                SwarmOptions.downloading().withRateBasedChoking());
    }

    /** The same for a content of which only a link is known: the swarm fails when it knows the place. */
    Swarm fetch(MagnetLink link, Path directory, boolean overwrite) throws IOException {
        Path own = take(link.infoHash(), link.name().orElse(link.infoHash().hex()), directory);
        return engine.add(link, directory, own, SwarmOptions.downloading().withRateBasedChoking(),
                metainfo -> {
                    places.take(metainfo, directory);
                    claim(own, overwrite);
                });
    }

    private static void claim(Path own, boolean overwrite) throws IOException {
        if (overwrite) {
            Engine.allowOverwrite(own);
        }
    }

    /** The folder of the content's journal: two who write it would undo each other's work. */
    private Path take(InfoHash infoHash, String name, Path directory) throws IOException {
        Path own = stateOf(infoHash, directory.toRealPath());
        locks.add(ProcessLock.take(own.resolve("lock"))
                .orElseThrow(() -> CommandFailure.failed(name + ": it is being fetched into "
                        + directory + ", or served from there, by another 'torrent get' or"
                        + " 'torrent seed'; wait for that one or end it, or choose another --dir")));
        return own;
    }

    /** The same content may lie in several folders, each with a journal of its own. */
    private Path stateOf(InfoHash infoHash, Path folder) {
        CRC32 place = new CRC32();
        place.update(folder.toString().getBytes(StandardCharsets.UTF_8));
        return state.resolve(infoHash.hex() + "-"
                + HexFormat.of().toHexDigits((int) place.getValue()));
    }

    /** What is to be done first when the program is ended from outside. */
    void beforeExit(Runnable last) {
        beforeExit = last;
    }

    private void closeEngine() {
        beforeExit.run();
        engine.close();
    }

    @Override
    public void close() throws IOException {
        engine.close();
        places.close();
        for (ProcessLock lock : locks) {
            lock.close();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            return; // the program is ending, and the hook runs: closing twice does no harm
        }
    }
}
