package org.gridtorrent.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.gridtorrent.bench.peer.EnginePeer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** One peer of a swarm; started by experiments. */
@Command(name = "peer", hidden = true, description = "Seeds and fetches as its input says, one JSON order a line.")
final class PeerCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", description = "An empty folder for its journals.")
    private Path states = Path.of("");

    @Option(names = "--listen", required = true, paramLabel = "ADDRESS")
    private InetAddress listen = InetAddress.getLoopbackAddress();

    @Option(names = "--upload-limit", paramLabel = "BYTES", description = "A second; 0 for no limit.")
    private long uploadLimit;

    @Override
    public Integer call() throws IOException {
        var orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        new EnginePeer(states, listen, uploadLimit).run(orders, System.out);
        return 0;
    }
}
