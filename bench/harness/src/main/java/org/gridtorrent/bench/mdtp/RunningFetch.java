package org.gridtorrent.bench.mdtp;

import java.io.IOException;
import java.util.concurrent.Future;

/** Fetch that is under way. */
interface RunningFetch extends AutoCloseable {
    /** {@link System#nanoTime} of the order to fetch. */
    long begunNs();

    /** Done when the fetch has ended, whether it failed or not. */
    Future<?> ended();

    /** Processor seconds of the fetching program once it has ended; {@link IOException} if it failed. */
    double cpuSeconds() throws IOException, InterruptedException;

    /** Process that serves a replica; replicas are counted from 0. */
    long serverPid(int replica);

    /** Ends what is left of it. */
    @Override
    void close();
}
