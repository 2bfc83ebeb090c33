package org.gridtorrent.bench.peer;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmStatus;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.TcpTransport;

/** Looks on while a swarm of this project's engine fetches. Confined to one thread. */
final class FetchWatch {
    /** A status is as old as it was when it changed: so often is looked whether it did. */
    private static final long LOOK_MILLIS = 5;

    private final Halves halves;
    /** Of those that are reached over more than one connection. */
    private final List<InetSocketAddress> striped;
    private long came;
    private int connections;

    FetchWatch(long length, List<PeerAddress> sources) {
        halves = new Halves(length, System.nanoTime());
        striped = sources.stream()
                .filter(source -> !source.transport().equals(TcpTransport.NAME))
                .map(PeerAddress::address).toList();
    }

    Fetched until(Swarm swarm) throws InterruptedException, ExecutionException {
        CompletableFuture<SwarmStatus> completion = swarm.completion();
        while (true) {
            try {
                completion.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                return halves.end(connections, System.nanoTime());
            } catch (TimeoutException e) {
                look(swarm.status());
            }
        }
    }

    private void look(SwarmStatus status) {
        long useful = status.downloaded() - status.wasted();
        if (useful != came) {
            came = useful;
            halves.came(useful, System.nanoTime());
            connections = striped.isEmpty() ? 0 : OpenConnections.to(striped);
        }
    }
}
