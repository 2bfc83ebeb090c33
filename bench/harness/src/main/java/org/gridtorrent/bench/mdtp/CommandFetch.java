package org.gridtorrent.bench.mdtp;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Future;
import org.gridtorrent.bench.process.TimedCommand;

/** Fetch by a command from web servers. Not thread-safe. */
final class CommandFetch implements RunningFetch {
    /** After its limit a fetch is ended from outside; this ends it where nobody does. */
    private static final int SPARE_SECONDS = 60;

    private final ReplicaTestbed testbed;
    private final TimedCommand command;

    /** Starts a command on the testbed's client. */
    CommandFetch(FetchJob job, List<String> command, ReplicaTestbed testbed) throws IOException {
        this.testbed = testbed;
        this.command = TimedCommand.start(testbed.client(), job.limitSeconds() + SPARE_SECONDS,
                testbed.path("fetch.log"), command);
    }

    @Override
    public long begunNs() {
        return command.begunNs();
    }

    @Override
    public Future<?> ended() {
        return command.ended();
    }

    @Override
    public double cpuSeconds() throws IOException, InterruptedException {
        return command.cpuSeconds();
    }

    @Override
    public long serverPid(int replica) {
        return testbed.serverPid(replica);
    }

    @Override
    public void close() {
        command.close();
    }
}
