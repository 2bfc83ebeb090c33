package org.gridtorrent.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.gridtorrent.bench.endpoint.TransferEndpoint;
import picocli.CommandLine.Command;

/** One end of a line; started by experiments. */
@Command(name = "endpoint", hidden = true, description = "Sends and receives as its input says, one JSON order a line.")
final class EndpointCommand implements Callable<Integer> {
    @Override
    public Integer call() throws IOException {
        var orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        new TransferEndpoint().run(orders, System.out);
        return 0;
    }
}
