package org.gridtorrent.engine;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.gridtorrent.engine.cache.CacheLimits;
import org.gridtorrent.engine.cache.ReadCache;
import org.gridtorrent.engine.download.PositionalReader;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.transport.OpenGate;

/** Program that reads into a cache until it is killed. */
final class KilledReaderProgram {
    private KilledReaderProgram() {}

    /** The content's folder, then the cache's. */
    public static void main(String[] args) throws Exception {
        Path source = Path.of(args[0]);
        TestContent content = TestContent.of(source, source.resolve("content"));
        var seed = new ScriptedSeed(content, _ -> ScriptedSeed.Answer.CORRECT);
        Engine engine = Engine.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new OpenGate());
        ReadCache cache = ReadCache.open(Path.of(args[1]), new CacheLimits(1L << 30, 0));
        Swarm swarm = engine.addCached(content.metainfo(), cache);
        swarm.addPeers(List.of(seed.address()));
        PositionalReader reader = swarm.open(0);
        for (long position = 0; position < reader.length() / 2; position += 50_000) {
            reader.read(position, ByteBuffer.allocate(50_000));
        }
        System.out.println("read");
        while (true) {
            for (long position = 0; position < reader.length(); position += 50_000) {
                reader.read(position, ByteBuffer.allocate(50_000));
            }
        }
    }
}
