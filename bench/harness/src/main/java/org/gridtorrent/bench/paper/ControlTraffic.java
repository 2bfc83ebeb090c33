package org.gridtorrent.bench.paper;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.engine.Engine;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;

/**
 * Bytes beside the content while a leech fetches from seeders: handshakes, requests, message heads, HAVEs.
 *
 * <p>All peers are in this process, over the loopback interface.
 */
final class ControlTraffic {
    private ControlTraffic() {}

    /** All bytes that crossed the leech's sockets in both directions, without the blocks' content. */
    static long bytes(ContentFolder content, int seederCount)
            throws IOException, InterruptedException {
        List<Engine> engines = new ArrayList<>();
        try {
            Metainfo metainfo = Metainfo.parse(Files.readAllBytes(content.torrent()));
            List<PeerAddress> seeders = new ArrayList<>();
            for (int i = 0; i < seederCount; i++) {
                Engine seeder = Engine.open(anyPort(), new OpenGate());
                engines.add(seeder);
                Path state = content.path("state" + i);
                Engine.recordAllVerified(metainfo, content.source(), state);
                var _ = seeder.add(metainfo, content.source(), state,
                        SwarmOptions.seedingInPlace()).completion().get();
                seeders.add(PeerAddress.tcp(seeder.listenAddress()));
            }
            CountingTransport counted = new CountingTransport();
            Engine leech = Engine.open(anyPort(), new OpenGate(), List.of(counted),
                    System::nanoTime, new SecureRandom());
            engines.add(leech);
            SwarmStatus end = content.into("counted", directory -> fetch(leech, metainfo,
                    directory, content.path("leech-state"), seeders));
            leech.remove(metainfo.infoHash());
            return counted.bytes() - end.downloaded();
        } catch (MetainfoException | ExecutionException e) {
            throw new IOException(e);
        } finally {
            engines.reversed().forEach(Engine::close);
        }
    }

    private static SwarmStatus fetch(Engine leech, Metainfo metainfo, Path directory, Path state,
            List<PeerAddress> seeders) throws IOException, InterruptedException {
        Swarm swarm = leech.add(metainfo, directory, state, SwarmOptions.downloading());
        swarm.addPeers(seeders);
        try {
            return swarm.completion().get();
        } catch (ExecutionException e) {
            throw new IOException(e);
        }
    }

    private static InetSocketAddress anyPort() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }
}
