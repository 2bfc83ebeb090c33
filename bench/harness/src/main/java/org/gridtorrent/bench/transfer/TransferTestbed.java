package org.gridtorrent.bench.transfer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.gridtorrent.bench.endpoint.EndpointPair;
import org.gridtorrent.bench.endpoint.ExpectedRate;
import org.gridtorrent.bench.experiment.CloseStack;
import org.gridtorrent.bench.experiment.Experiment.Progress;
import org.gridtorrent.bench.experiment.ToolUse;
import org.gridtorrent.bench.peer.EngineSwarm;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.bench.testbed.Network;
import org.gridtorrent.bench.testbed.SharedFolder;
import org.gridtorrent.engine.transport.PtcpTransport;

/**
 * A line between two hosts with its programs: endpoints of ours, a seeder, a leech, and contents. Not
 * thread-safe.
 */
final class TransferTestbed implements AutoCloseable {
    /** Buffer that a TCP socket asks for; the kernel takes as much again for its book-keeping. */
    static final int BUFFER_BYTES = 256 * 1024;

    private final Progress progress;
    private final Set<String> named = new HashSet<>();
    private final Set<Integer> served = new HashSet<>();
    private final CloseStack opened;
    private final Network line;
    private final boolean holdsBuffers;
    private final SharedFolder folder;
    private final EndpointPair endpoints;
    private final EngineSwarm engines;

    /**
     * Starts the programs; the line stays when this is closed.
     *
     * @param disk where files are, on both hosts
     */
    TransferTestbed(Network line, Path disk, Progress progress)
            throws IOException, InterruptedException {
        this.progress = progress;
        opened = new CloseStack(progress);
        this.line = line;
        try {
            folder = opened.add(SharedFolder.create(disk, List.of(line.sender(), line.receiver())));
            holdsBuffers = line.holdBuffers(2 * BUFFER_BYTES);
            endpoints = opened.add(
                    new EndpointPair(line.sender(), line.receiver()));
            engines = opened.add(new EngineSwarm(folder, folder, List.of(line.sender()),
                    line.receiver()));
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    Network line() {
        return line;
    }

    /** Whether all sockets have the same buffers, or what hosts and programs give them. */
    boolean holdsBuffers() {
        return holdsBuffers;
    }

    /** Rate of the line: as planned, or measured between real hosts. */
    ExpectedRate rate(ExpectedRate planned) throws IOException {
        return holdsBuffers ? planned : endpoints.measured(BUFFER_BYTES);
    }

    EndpointPair endpoints() {
        return endpoints;
    }

    /** Starts a server on the receiver, if it is not there, and waits until it listens; it ends with this. */
    void serve(int port, List<String> command) throws IOException, InterruptedException {
        if (!served.add(port)) {
            return;
        }
        Process server = line.receiver().startTied(command);
        opened.add(() -> Tool.end(server));
        line.receiver().awaitListening(port, line.sender());
    }

    /** Seconds that a command takes on the sender. */
    double run(TransferJob job, List<String> command) throws IOException, InterruptedException {
        long startNanos = System.nanoTime();
        Tool.run(line.sender().commandOn(job.bounded(command)));
        return (System.nanoTime() - startNanos) / 1e9;
    }

    /** Tells the record of another program, once. */
    void toolUsed(String tool, String version, List<String> command) {
        if (named.add(tool)) {
            progress.toolUsed(new ToolUse(tool, version, String.join(" ", command)));
        }
    }

    /** Folder for what programs need of their own. */
    SharedFolder folder() {
        return folder;
    }

    /** Makes the content before the clock starts. */
    void prepare(TransferJob job) throws IOException, InterruptedException {
        if (job.medium() == Medium.DISK) {
            var _ = engines.content(job.length());
        }
    }

    /** The leech fetches a content of the job's length; Mb/s. */
    double fetch(TransferJob job) throws IOException, InterruptedException {
        return engines.fetch(job.length(), 1, PtcpTransport.NAME + ":" + job.flows()).cost()
                .megabitsPerSecond();
    }

    /** Copies a content's file into an empty folder; Mb/s. */
    interface Copy {
        double to(Path content, Path directory) throws IOException, InterruptedException;
    }

    /** Copies a content of the job's length, and checks the copy. */
    double into(TransferJob job, Copy copy) throws IOException, InterruptedException {
        ContentFolder content = engines.content(job.length());
        return content.into("copied", directory -> copy.to(content.content(), directory));
    }

    @Override
    public void close() {
        opened.close();
    }
}
