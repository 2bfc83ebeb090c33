package org.gridtorrent.bench.peer;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.bench.link.Host;
import org.gridtorrent.bench.process.ProcessStats;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.terminal.Json;
import org.jspecify.annotations.Nullable;

/** A process that obeys {@link PeerOrder}s on its standard input. It ends when that does. */
final class PeerProcess implements Peer {
    /** No order takes so long; who does not answer by then is ended, and the run goes on without it. */
    private static final int PATIENCE_MINUTES = 20;

    private final Host host;
    private final Process process;
    private final Writer orders;
    private final BufferedReader answers;
    private final InetSocketAddress address;
    private final long pid;

    private PeerProcess(Host host, Process process, Writer orders, BufferedReader answers,
            InetSocketAddress address, long pid) {
        this.host = host;
        this.process = process;
        this.orders = orders;
        this.answers = answers;
        this.address = address;
        this.pid = pid;
    }

    /** Returns when it listens. */
    static PeerProcess start(PeerSettings place, List<String> command) throws IOException {
        Process process = new ProcessBuilder(place.host().on(command))
                .redirectError(Redirect.INHERIT).start();
        try {
            BufferedReader answers = process.inputReader(StandardCharsets.UTF_8);
            PeerOrder.Answer begun = answer(place.address(), answers, "listen");
            int port = required(begun.port(), "port");
            return new PeerProcess(place.host(), process,
                    process.outputWriter(StandardCharsets.UTF_8), answers,
                    new InetSocketAddress(place.address(), port),
                    required(begun.pid(), "pid"));
        } catch (IOException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    @Override
    public void seed(Path torrent, Path directory) throws IOException {
        ask(new PeerOrder("seed", torrent.toString(), directory.toString(), null));
    }

    @Override
    public FetchResult fetch(Path torrent, Path directory, List<PeerAddress> sources)
            throws IOException {
        List<PeerOrder.Source> told = sources.stream()
                .map(source -> new PeerOrder.Source(source.address().getAddress().getHostAddress(),
                        source.address().getPort(), source.transport()))
                .toList();
        return required(ask(new PeerOrder("fetch", torrent.toString(), directory.toString(), told))
                .fetched(), "fetched");
    }

    @Override
    public void drop() throws IOException {
        ask(new PeerOrder("drop", null, null, null));
    }

    /** As it says itself: it may be a process of another machine. */
    @Override
    public Duration cpu() throws IOException {
        double seconds = required(ask(new PeerOrder("cpu", null, null, null)).cpuSeconds(), "cpu");
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }

    @Override
    public long ownMemory() throws IOException, InterruptedException {
        return ProcessStats.ownBytes(
                Tool.run(host.on(List.of("cat", "/proc/" + pid + "/status"))));
    }

    private PeerOrder.Answer ask(PeerOrder order) throws IOException {
        String where = host.address() + ":" + address.getPort();
        try {
            orders.write(Json.MAPPER.writeValueAsString(order) + "\n");
            orders.flush();
        } catch (IOException e) {
            throw ended(where, order.does());
        }
        CompletableFuture<Void> end = CompletableFuture.runAsync(process::destroyForcibly,
                CompletableFuture.delayedExecutor(PATIENCE_MINUTES, TimeUnit.MINUTES));
        try {
            return answer(where, answers, order.does());
        } catch (IOException e) {
            throw end.isDone()
                    ? new IOException("the peer at " + where + " did not " + order.does()
                            + " within " + PATIENCE_MINUTES + " minutes", e)
                    : e;
        } finally {
            end.cancel(false);
        }
    }

    private static PeerOrder.Answer answer(String address, BufferedReader answers, String to)
            throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw ended(address, to);
        }
        PeerOrder.Answer answer;
        try {
            answer = Json.MAPPER.readValue(line, PeerOrder.Answer.class);
        } catch (JsonProcessingException e) {
            throw new IOException("the peer at " + address + " was to " + to
                    + "; in place of an answer came '" + line + "'", e);
        }
        if (answer.failed() != null) {
            throw new IOException("the peer at " + address + " could not " + to + ": "
                    + answer.failed());
        }
        return answer;
    }

    private static IOException ended(String address, String to) {
        return new IOException("the peer at " + address + " ended while it was to " + to);
    }

    private static <T> T required(@Nullable T value, String name) throws IOException {
        if (value == null) {
            throw new IOException("a peer's answer lacks " + name);
        }
        return value;
    }

    /** Of its process, where that runs. */
    long pid() {
        return pid;
    }

    @Override
    public void close() {
        Tool.end(process, 5);
    }
}
