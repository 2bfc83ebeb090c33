package org.gridtorrent.bench.peer;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gridtorrent.bench.process.ChildJvm.Heap;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.PeakMemory;
import org.gridtorrent.bench.process.ProcessStats;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.bench.process.WorkerProcess;
import org.gridtorrent.engine.transport.PeerAddress;
import org.jspecify.annotations.Nullable;

/** Running BitTorrent client, in a process that carries out {@link PeerOrder}s. Not thread-safe. */
public final class PeerProcess implements AutoCloseable {
    private static final int SECONDS_TO_END = 5;

    private final Host host;
    private final WorkerProcess worker;
    private final InetSocketAddress address;
    private final long pid;

    private PeerProcess(Host host, WorkerProcess worker, PeerOrder.Answer begun)
            throws IOException {
        this.host = host;
        this.worker = worker;
        address = new InetSocketAddress(host.address(), required(begun.port(), "port"));
        pid = required(begun.pid(), "pid");
    }

    /** Returns when it listens. */
    static PeerProcess start(PeerSettings settings, List<String> command) throws IOException {
        WorkerProcess worker = WorkerProcess.start("the peer at " + settings.address(),
                SECONDS_TO_END, settings.host(), command);
        try {
            return new PeerProcess(settings.host(), worker,
                    worker.answer(PeerOrder.Answer.class));
        } catch (IOException e) {
            worker.close();
            throw e;
        }
    }

    /** This project's engine on this machine, with a heap of its own size. */
    public static PeerProcess engine(Path folder, Heap heap) throws IOException {
        return ClientProgram.startEngine(PeerSettings.here(folder), heap);
    }

    /** Address where it listens. */
    public InetSocketAddress address() {
        return address;
    }

    /** Serves one more content, which lies in the directory and is known to be whole. */
    public void seed(Path torrent, Path directory) throws IOException {
        var _ = request(new PeerOrder("seed", torrent.toString(), directory.toString(), null));
    }

    /**
     * Fetches one more content from these, and then shares it. Only this project's client knows transports
     * other than TCP.
     */
    public FetchResult fetch(Path torrent, Path directory, List<PeerAddress> sources)
            throws IOException {
        List<PeerOrder.Source> told = sources.stream()
                .map(source -> new PeerOrder.Source(source.address().getAddress().getHostAddress(),
                        source.address().getPort(), source.transport()))
                .toList();
        return required(
                request(new PeerOrder("fetch", torrent.toString(), directory.toString(), told))
                        .fetched(),
                "fetched");
    }

    /** Stops sharing the newest content; its files stay. */
    public void drop() throws IOException {
        var _ = request(new PeerOrder("drop", null, null, null));
    }

    /** Processor time of all its threads since its start, as it says itself: it may be on another machine. */
    public Duration cpu() throws IOException {
        double seconds = required(request(new PeerOrder("cpu", null, null, null)).cpuSeconds(),
                "cpu");
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }

    /** Bytes of memory without mapped files, which are the system's to take back. */
    public long ownMemory() throws IOException, InterruptedException {
        return ProcessStats.ownBytes(
                Tool.run(host.commandOn(List.of("cat", "/proc/" + pid + "/status"))));
    }

    /** Id of its process. */
    public long pid() {
        return pid;
    }

    /** For a process on this machine, as all below. */
    public ProcessStats stats() throws IOException {
        return ProcessStats.of(pid);
    }

    /** Watches its memory from now on. */
    public PeakMemory watchMemory() throws IOException {
        return new PeakMemory(pid);
    }

    /** Heap bytes in use; for this project's client alone. */
    public long heapAfterCollection() throws IOException, InterruptedException {
        return ProcessStats.heapAfterCollection(pid);
    }

    private PeerOrder.Answer request(PeerOrder order) throws IOException {
        return worker.request(order, PeerOrder.Answer.class);
    }

    private static <T> T required(@Nullable T value, String name) throws IOException {
        if (value == null) {
            throw new IOException("a peer's answer lacks " + name);
        }
        return value;
    }

    @Override
    public void close() {
        worker.close();
    }
}
