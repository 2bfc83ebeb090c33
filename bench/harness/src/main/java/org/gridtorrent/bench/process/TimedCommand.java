package org.gridtorrent.bench.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Future;

/** Command on a host whose time is taken, and its processes' processor time. Not thread-safe. */
public final class TimedCommand implements AutoCloseable {
    private static final int SHOWN_OF_A_FAILURE = 200;

    /** Prints the processor time of a command whose output goes to a file: user and system, in seconds. */
    private static final String TIMED = """
            TIMEFORMAT='%U %S'
            { time timeout "$1" "${@:3}" > "$2" 2>&1 < /dev/null; } 2>&1
            """;

    private final long begunNs = System.nanoTime();
    private final Path log;
    private final Process process;

    private TimedCommand(Path log, Process process) {
        this.log = log;
        this.process = process;
    }

    /**
     * Starts a command without input.
     *
     * @param limitSeconds after which it is ended
     * @param log for what it prints
     */
    public static TimedCommand start(Host host, long limitSeconds, Path log, List<String> command)
            throws IOException {
        return new TimedCommand(log, Tool.start(host.commandOn(Tool.concat(List.of("bash", "-c",
                TIMED, "bash", Long.toString(limitSeconds), log.toString()), command))));
    }

    /**
     * Time and processor time of a command.
     *
     * @param cpuSeconds of all its processes
     */
    public record Taken(double seconds, double cpuSeconds) {}

    /** Runs a command of this machine to its end. */
    public static Taken run(long limitSeconds, Path log, List<String> command)
            throws IOException, InterruptedException {
        try (TimedCommand running = start(Host.HERE, limitSeconds, log, command)) {
            double cpuSeconds = running.cpuSeconds();
            return new Taken((System.nanoTime() - running.begunNs) / 1e9, cpuSeconds);
        }
    }

    /** {@link System#nanoTime} of its start. */
    public long begunNs() {
        return begunNs;
    }

    /** Done when the command has ended, whether it failed or not. */
    public Future<?> ended() {
        return process.onExit();
    }

    /** Waits for the end; processor seconds of all processes. {@link IOException} if the command failed. */
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

    /** Ends what is left of it. */
    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
