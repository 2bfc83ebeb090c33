package org.gridtorrent.bench.peer;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.TcpTransport;

/** Times a fetch of this project's engine, by its status. Confined to one thread. */
final class FetchTimer {
    /**
     * Interval at which the status is sampled, the same as in libtorrent's peer. Each sample wakes a thread,
     * which costs processor time when many leeches share few processors.
     */
    private static final long SAMPLE_INTERVAL_MILLIS = 20;

    private final SecondHalfTimer halves;
    /** Sources that are reached over more than one connection. */
    private final List<InetSocketAddress> striped;
    private long came;
    private int connections;

    FetchTimer(long length, List<PeerAddress> sources) {
        halves = new SecondHalfTimer(length, System.nanoTime());
        striped = sources.stream()
                .filter(source -> !source.transport().equals(TcpTransport.NAME))
                .map(PeerAddress::address).toList();
    }

    FetchResult until(Swarm swarm) throws InterruptedException, ExecutionException {
        CompletableFuture<SwarmStatus> completion = swarm.completion();
        CountDownLatch ended = new CountDownLatch(1);
        var _ = completion.whenComplete((_, _) -> ended.countDown());
        while (!ended.await(SAMPLE_INTERVAL_MILLIS, TimeUnit.MILLISECONDS)) {
            sample(swarm.status());
        }
        completion.get();
        return halves.end(connections, System.nanoTime());
    }

    private void sample(SwarmStatus status) {
        long useful = status.downloaded() - status.wasted();
        if (useful != came) {
            came = useful;
            halves.onProgress(useful, System.nanoTime());
            connections = striped.isEmpty() ? 0 : TcpConnectionCount.to(striped);
        }
    }
}
