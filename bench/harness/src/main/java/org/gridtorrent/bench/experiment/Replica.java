package org.gridtorrent.bench.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.bench.link.Host;
import org.gridtorrent.bench.process.OwnProgram;
import org.gridtorrent.bench.process.Tool;

/**
 * A swarm's folder, made alike on another machine by a process there, which deletes it when its input ends: when
 * this is closed, or this process is gone.
 */
final class Replica implements AutoCloseable {
    private static final long SECONDS_TO_END = 60;

    private final Host host;
    private final Process keeper;

    private Replica(Host host, Process keeper) {
        this.host = host;
        this.keeper = keeper;
    }

    static Replica make(Host host, Path folder, long length) throws IOException {
        Process keeper = Tool.start(host.on(OwnProgram.command(List.of("-XX:+UseSerialGC"),
                List.of("content", folder.toString(), Long.toString(length)))));
        try {
            Tool.awaitLine(keeper, SwarmFolder.READY);
        } catch (IOException e) {
            keeper.destroy();
            throw e;
        }
        return new Replica(host, keeper);
    }

    void make(Path directory) throws IOException, InterruptedException {
        Tool.run(host.on(List.of("mkdir", directory.toString())));
    }

    void delete(Path directory) throws IOException, InterruptedException {
        Tool.run(host.on(List.of("rm", "-r", directory.toString())));
    }

    /** That two files there are alike. */
    void check(Path one, Path other) throws IOException, InterruptedException {
        Tool.run(host.on(List.of("cmp", one.toString(), other.toString())));
    }

    @Override
    public void close() throws IOException {
        try {
            keeper.getOutputStream().close();
            if (!keeper.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                keeper.destroy();
            }
        } catch (InterruptedException e) {
            keeper.destroy();
            Thread.currentThread().interrupt();
        }
    }
}
