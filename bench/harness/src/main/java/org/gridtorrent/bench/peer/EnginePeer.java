package org.gridtorrent.bench.peer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.gridtorrent.bench.process.WorkerLoop;
import org.gridtorrent.engine.Engine;
import org.gridtorrent.engine.limit.RateSchedule;
import org.gridtorrent.engine.limit.RateSchedules;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.PtcpTransport;
import org.gridtorrent.engine.transport.TcpTransport;
import org.gridtorrent.engine.transport.Transport;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.jspecify.annotations.Nullable;

/** Worker that runs this project's engine as a peer, and carries out {@link PeerOrder}s until the input ends. */
public final class EnginePeer {
    private final Engine engine;
    private final Path states;
    private int nextState;
    private @Nullable Metainfo shared;

    /**
     * @param states an empty folder, for journals
     * @param uploadLimit bytes of content a second; 0 for no limit
     */
    public EnginePeer(Path states, InetAddress listen, long uploadLimit) throws IOException {
        this.states = states;
        engine = Engine.open(new InetSocketAddress(listen, 0), new OpenGate(), transports(),
                System::nanoTime, new SecureRandom());
        if (uploadLimit > 0) {
            engine.limits()
                    .set(new RateSchedules(RateSchedule.always(uploadLimit), RateSchedule.OFF));
        }
    }

    private static List<Transport> transports() {
        List<Transport> all = new ArrayList<>(List.of(new TcpTransport(), new PtcpTransport()));
        IntStream.rangeClosed(1, FixedStreamsTransport.MAX_STREAMS)
                .mapToObj(FixedStreamsTransport::new).forEach(all::add);
        return all;
    }

    public void run(BufferedReader orders, PrintStream answers) throws IOException {
        try {
            WorkerLoop.answer(answers, new PeerOrder.Answer(engine.listenAddress().getPort(),
                    ProcessHandle.current().pid(), null, null));
            WorkerLoop.run(orders, answers, PeerOrder.class, this::carryOut);
        } finally {
            engine.close();
        }
    }

    private PeerOrder.Answer carryOut(PeerOrder order)
            throws IOException, InterruptedException, ExecutionException {
        try {
            return switch (order.command()) {
                case "seed" -> seed(order);
                case "fetch" -> fetch(order);
                case "drop" -> drop();
                case "cpu" -> cpu();
                default -> throw new IOException("unknown order " + order.command());
            };
        } catch (MetainfoException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private PeerOrder.Answer seed(PeerOrder order)
            throws IOException, MetainfoException, InterruptedException, ExecutionException {
        Metainfo metainfo = metainfo(order);
        Path directory = directory(order);
        Path state = state();
        Engine.recordAllVerified(metainfo, directory, state);
        share(metainfo, directory, state, SwarmOptions.seedingInPlace()).completion().get();
        return PeerOrder.Answer.DONE;
    }

    private PeerOrder.Answer fetch(PeerOrder order)
            throws IOException, MetainfoException, InterruptedException, ExecutionException {
        Metainfo metainfo = metainfo(order);
        List<PeerAddress> sources = Objects.requireNonNull(order.sources(), "sources").stream()
                .map(source -> new PeerAddress(
                        new InetSocketAddress(source.host(), source.port()), source.transport()))
                .toList();
        FetchTimer timer = new FetchTimer(metainfo.totalLength(), sources);
        Swarm swarm = share(metainfo, directory(order), state(), SwarmOptions.downloading());
        swarm.addPeers(sources);
        return new PeerOrder.Answer(null, null, timer.until(swarm), null);
    }

    private Swarm share(Metainfo metainfo, Path directory, Path state, SwarmOptions options) {
        Swarm swarm = engine.add(metainfo, directory, state, options);
        shared = metainfo;
        return swarm;
    }

    private PeerOrder.Answer drop() {
        if (shared != null) {
            engine.remove(shared.infoHash());
            shared = null;
        }
        return PeerOrder.Answer.DONE;
    }

    private static PeerOrder.Answer cpu() {
        Duration all = ProcessHandle.current().info().totalCpuDuration().orElseThrow();
        return new PeerOrder.Answer(null, null, null, all.toNanos() / 1e9);
    }

    private Path state() {
        return states.resolve(Integer.toString(nextState++));
    }

    private static Metainfo metainfo(PeerOrder order) throws IOException, MetainfoException {
        return Metainfo.parse(Files.readAllBytes(
                Path.of(Objects.requireNonNull(order.torrent(), "torrent"))));
    }

    private static Path directory(PeerOrder order) {
        return Path.of(Objects.requireNonNull(order.directory(), "directory"));
    }
}
