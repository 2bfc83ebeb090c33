package org.gridtorrent.bench.mdtp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Future;
import org.gridtorrent.bench.process.Tool;

/** Fetch by a command from web servers. Not thread-safe. */
final class CommandFetch implements RunningFetch {
    private static final int SHOWN_OF_A_FAILURE = 200;
    /** After its limit a fetch is ended from outside; this ends it where nobody does. */
    private static final int SPARE_SECONDS = 60;

    /** Prints the processor time of a command whose output goes to a file: user and system, in seconds. */
    private static final String TIMED = """
            TIMEFORMAT='%U %S'
            { time timeout "$1" "${@:3}" > "$2" 2>&1 < /dev/null; } 2>&1
            """;

    private final long begunNs = System.nanoTime();
    private final ReplicaTestbed testbed;
    private final Path log;
    private final Process process;

    /** Starts a command on the testbed's client. */
    CommandFetch(FetchJob job, List<String> command, ReplicaTestbed testbed) throws IOException {
        this.testbed = testbed;
        log = testbed.path("fetch.log");
        process = Tool.start(testbed.client().commandOn(Tool.concat(List.of("bash", "-c", TIMED,
                "bash", Long.toString(job.limitSeconds() + SPARE_SECONDS), log.toString()),
                command)));
    }

    @Override
    public long begunNs() {
        return begunNs;
    }

    @Override
    public Future<?> ended() {
        return process.onExit();
    }

    @Override
    public double cpuSeconds() throws IOException, InterruptedException {
        String printed = new String(process.getInputStream().readAllBytes(),
                StandardCharsets.UTF_8).strip();
        int status = process.waitFor();
        if (status != 0) {
            String said = Files.readString(log).strip().lines().findFirst().orElse("");
            throw new IOException("it ended with " + status + ": "
                    + said.substring(0, Math.min(said.length(), SHOWN_OF_A_FAILURE)));
        }
        String[] seconds = printed.substring(printed.lastIndexOf('\n') + 1).split(" ", -1);
        return Double.parseDouble(seconds[0]) + Double.parseDouble(seconds[1]);
    }

    @Override
    public long serverPid(int replica) {
        return testbed.serverPid(replica);
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
