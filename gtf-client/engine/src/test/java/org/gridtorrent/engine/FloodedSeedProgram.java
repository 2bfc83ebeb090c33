package org.gridtorrent.engine;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.create.MetainfoBuilder;

/** Program that seeds a file until its input ends: {@code FOLDER NAME STATE}. */
public final class FloodedSeedProgram {
    private FloodedSeedProgram() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        Path state = Path.of(arguments[2]);
        Metainfo metainfo = new MetainfoBuilder(folder.resolve(arguments[1])).build().metainfo();
        Engine.recordAllVerified(metainfo, folder, state);
        try (Engine engine = Engine.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), new OpenGate())) {
            engine.add(metainfo, folder, state, SwarmOptions.seedingInPlace())
                    .completion().get(10, TimeUnit.SECONDS);
            System.out.println(engine.listenAddress().getPort());
            while (System.in.read() >= 0) {
                // nothing is said to it
            }
        }
    }
}
