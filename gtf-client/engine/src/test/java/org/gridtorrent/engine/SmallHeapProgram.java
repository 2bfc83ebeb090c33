package org.gridtorrent.engine;

import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.engine.memory.BufferPool;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.create.MetainfoBuilder;

/** Program that seeds and downloads pieces longer than its heap. */
public final class SmallHeapProgram {
    private static final long LENGTH = 68L << 20;

    private SmallHeapProgram() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        Path source = Files.createDirectories(folder.resolve("source"));
        Path content = source.resolve("content");
        try (RandomAccessFile file = new RandomAccessFile(content.toFile(), "rw")) {
            file.setLength(LENGTH); // zeros, which take no room
            file.seek(70_000_000);
            file.write(new byte[]{1, 2, 3});
        }
        Metainfo metainfo = new MetainfoBuilder(content).pieceLength(Metainfo.MAX_PIECE_LENGTH)
                .build().metainfo();
        Engine.recordAllVerified(metainfo, source, folder.resolve("seed-state"));
        var loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (Engine seed = Engine.open(loopback, new OpenGate());
                Engine leech = Engine.open(loopback, new OpenGate())) {
            seed.add(metainfo, source, folder.resolve("seed-state"),
                    SwarmOptions.seedingInPlace()).completion().get(10, TimeUnit.SECONDS);
            Swarm swarm = leech.add(metainfo, folder.resolve("target"),
                    folder.resolve("leech-state"), SwarmOptions.downloading());
            swarm.addPeers(List.of(PeerAddress.tcp(seed.listenAddress())));
            swarm.completion().get(60, TimeUnit.SECONDS);
        }
        if (Files.mismatch(content, folder.resolve("target").resolve("content")) >= 0) {
            throw new AssertionError("another content came");
        }
        System.out.println(BufferPool.SHARED.peakBytes());
    }
}
