package org.gridtorrent.bench.link;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.gridtorrent.bench.link.line.Emulator;
import org.gridtorrent.bench.link.line.HostTraffic;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.bench.link.line.LineUnits;
import org.gridtorrent.bench.link.line.NamespaceRights;
import org.gridtorrent.bench.link.netem.NetemCounters;
import org.gridtorrent.bench.link.netem.NetemLine;
import org.gridtorrent.bench.link.relay.PacketCounters;
import org.gridtorrent.bench.process.ChildJvm;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.terminal.CommandFailure;

/** Links of this machine: starts, finds and ends their processes. Thread-safe. */
public final class LinkRegistry {
    private static final int SECONDS_TO_END = 5;

    private final LinkFolder folder;

    public LinkRegistry(LinkFolder folder) {
        this.folder = folder;
    }

    /**
     * A link that stays up when this process ends, for so long at most.
     *
     * @param by what makes it; netem where it can be had, and else the relay, unless given
     */
    public LinkState up(String name, LineSpec spec, Duration longest, Optional<Emulator> by)
            throws IOException, InterruptedException {
        Process process = start(name, spec, longest, false, by);
        process.getOutputStream().close();
        return find(name);
    }

    /** A link that ends when it is closed, and with this process, however that ends. */
    public Owned own(String name, LineSpec spec, Duration longest)
            throws IOException, InterruptedException {
        Process process = start(name, spec, longest, true, Optional.empty());
        return new Owned(find(name), process);
    }

    private Process start(String name, LineSpec spec, Duration longest, boolean owned,
            Optional<Emulator> by) throws IOException, InterruptedException {
        try (LinkLock _ = folder.lock(name)) {
            return startLocked(name, spec, longest, owned, by);
        }
    }

    private Process startLocked(String name, LineSpec spec, Duration longest, boolean owned,
            Optional<Emulator> by) throws IOException, InterruptedException {
        Optional<LinkState> other = folder.read(name);
        if (other.flatMap(LinkState::process).isPresent()) {
            throw CommandFailure.failed("link '" + name + "' is up already; take it down first:"
                    + " gridtorrent-bench link down --name " + name);
        }
        folder.delete(name);
        NamespaceRights rights = NamespaceRights.detect();
        Emulator emulator = emulator(by, rights);
        Process process = new ProcessBuilder(command(name, spec, longest, rights, emulator, owned))
                .redirectError(Redirect.to(folder.log(name).toFile())).start();
        String answer = Objects.requireNonNullElse(
                process.inputReader(StandardCharsets.UTF_8).readLine(), "");
        if (!answer.equals(LinkProcess.READY)) {
            process.destroy();
            throw CommandFailure.failed("the link cannot be made: " + reason(name));
        }
        return process;
    }

    private static Emulator emulator(Optional<Emulator> by, NamespaceRights rights)
            throws InterruptedException {
        if (!by.equals(Optional.of(Emulator.RELAY))) {
            Optional<String> refusal = NetemLine.unavailable(rights);
            if (refusal.isEmpty()) {
                return Emulator.NETEM;
            }
            if (by.isPresent()) {
                throw CommandFailure.notFound("netem makes no line here (" + refusal.get()
                        + "); without '--by netem' the relay does");
            }
        }
        requireTun();
        return Emulator.RELAY;
    }

    static void requireTun() {
        Path device = Path.of("/dev/net/tun");
        if (!Files.isReadable(device) || !Files.isWritable(device)) {
            throw CommandFailure.notAllowed(device + (Files.exists(device)
                    ? " may not be used by this user"
                    : " is not there; load the module 'tun', or give the container"
                            + " that device (--device " + device + ")"));
        }
    }

    /** Last line that the process printed before it ended. */
    private String reason(String name) throws IOException {
        List<String> lines = Files.readAllLines(folder.log(name)).stream()
                .filter(line -> !line.isBlank()).toList();
        folder.delete(name);
        return lines.isEmpty() ? "its process ended without a word" : lines.getLast();
    }

    private List<String> command(String name, LineSpec spec, Duration longest,
            NamespaceRights rights, Emulator emulator, boolean owned) {
        List<String> own = new ArrayList<>(List.of("link", "relay", "--name", name,
                "--folder", folder.folder().toAbsolutePath().toString(),
                "--for", LineUnits.millisText(longest), "--by", emulator.optionName()));
        own.addAll(spec.arguments());
        if (rights == NamespaceRights.USER_NAMESPACE) {
            own.add("--user-namespace");
        }
        if (owned) {
            own.add("--owned");
        }
        // In a session of its own, so that a Ctrl-C meant for another program does not end it.
        // Ahead of others, where this user may ask for it: a packet that is late makes a wrong line.
        return Tool.concat(List.of("setsid", "nice", "-n", "-10"), rights.within(
                ChildJvm.command(List.of("-XX:+UseSerialGC", "-Xmx64m"), own)));
    }

    /** The link of this name; {@link CommandFailure} if there is none, or its process is gone. */
    public LinkState find(String name) throws IOException {
        Optional<LinkState> state = folder.read(LinkFolder.requireName(name));
        if (state.flatMap(LinkState::process).isPresent()) {
            return state.get();
        }
        folder.delete(name);
        throw CommandFailure.notFound("no link '" + name
                + "' is up; make one with: gridtorrent-bench link up --name " + name);
    }

    /** True when the link is up; deletes what a dead link left behind. */
    public boolean isUp(String name) throws IOException {
        Optional<LinkState> state = folder.read(LinkFolder.requireName(name));
        boolean up = state.flatMap(LinkState::process).isPresent();
        if (!up && state.isPresent()) {
            folder.delete(name);
        }
        return up;
    }

    /** Links that are up. */
    public List<LinkState> all() throws IOException {
        List<LinkState> found = new ArrayList<>();
        for (String name : folder.names()) {
            folder.read(name).filter(state -> state.process().isPresent()).ifPresent(found::add);
        }
        return found;
    }

    /** Packets so far, of each host. */
    public List<HostTraffic> traffic(LinkState state) throws IOException, InterruptedException {
        if (!state.isByRelay()) {
            return NetemCounters.read(state.hosts(),
                    state.inLinkNamespace(NetemCounters.SHOW));
        }
        PacketCounters counters = PacketCounters.read(folder.counters(state.name()));
        List<HostTraffic> hosts = new ArrayList<>();
        for (int host = 0; host < state.hosts().size(); host++) {
            hosts.add(counters.traffic(host));
        }
        return hosts;
    }

    /** Ends it, and returns when nothing of it is left. */
    public void down(String name) throws IOException, InterruptedException {
        LinkState state = find(name);
        ProcessHandle process = state.process().orElse(null);
        if (process != null) {
            process.destroy();
            if (!hasEnded(process)) {
                process.destroyForcibly();
                hasEnded(process);
            }
        }
        folder.delete(name);
    }

    private static boolean hasEnded(ProcessHandle process) throws InterruptedException {
        try {
            process.onExit().get(SECONDS_TO_END, TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A link of this process. */
    public record Owned(LinkState state, Process process) implements AutoCloseable {

        /** Changes the rate of a host's access line, both ways; packets that wait keep their times. */
        public void setRate(int host, long bitsPerSecond) throws IOException {
            OutputStream orders = process.getOutputStream();
            orders.write((host + "=" + LineUnits.rateText(bitsPerSecond) + "\n")
                    .getBytes(StandardCharsets.UTF_8));
            orders.flush();
        }

        /** Returns when nothing of it is left. */
        @Override
        public void close() {
            Tool.end(process, SECONDS_TO_END);
        }
    }
}
