package org.gridtorrent.bench.link;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.bench.link.line.Emulator;
import org.gridtorrent.bench.link.line.HostLine;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.bench.link.line.NamespaceRights;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.Tool;

/**
 * State of a link that is up, as its process writes it; its components are the fields of the JSON.
 *
 * @param pid of the process that the link lives in
 * @param startedAt of that process, so that another one with the same number is not taken for it
 * @param emulator what delays and loses the packets
 * @param until when it ends by itself
 */
public record LinkState(String name, long pid, String startedAt, boolean userNamespace,
        String emulator, long rttNanos, long bitsPerSecond, double loss, long bufferBytes,
        long bundleNanos, long seed,
        String until, List<HostState> hosts) {

    /**
     * One host.
     *
     * @param pid of the process that holds its namespace
     * @param enter words that, before a command, make it run there
     */
    public record HostState(int host, String address, long bitsPerSecond, long delayNanos,
            long bufferBytes, long pid, List<String> enter) implements Host {
        private HostLine line() {
            return new HostLine(bitsPerSecond, Duration.ofNanos(delayNanos), bufferBytes);
        }
    }

    /** The line that was asked for. */
    public LineSpec spec() {
        HostLine usual = new HostLine(bitsPerSecond, Duration.ZERO, bufferBytes);
        Map<Integer, HostLine> lines = new HashMap<>();
        hosts.stream().filter(host -> !host.line().equals(usual))
                .forEach(host -> lines.put(host.host, host.line()));
        return new LineSpec(hosts.size(), Duration.ofNanos(rttNanos), bitsPerSecond, loss,
                bufferBytes, lines, Duration.ofNanos(bundleNanos), seed);
    }

    static LinkState of(String name, LineSpec spec, NamespaceRights rights, String emulator,
            Instant until, List<Long> holders) {
        List<HostState> hosts = new ArrayList<>();
        for (int host = 1; host <= spec.hosts(); host++) {
            long pid = holders.get(host - 1);
            HostLine line = spec.line(host);
            hosts.add(new HostState(host, LineSpec.address(host), line.bitsPerSecond(),
                    line.delay().toNanos(), line.bufferBytes(), pid, rights.entering(pid)));
        }
        ProcessHandle self = ProcessHandle.current();
        return new LinkState(name, self.pid(), startOf(self),
                rights == NamespaceRights.USER_NAMESPACE,
                emulator, spec.rtt().toNanos(), spec.bitsPerSecond(), spec.loss(),
                spec.bufferBytes(), spec.bundle().toNanos(), spec.seed(), until.toString(),
                List.copyOf(hosts));
    }

    /** The process that it lives in, if that is still there. */
    Optional<ProcessHandle> process() {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive)
                .filter(handle -> startOf(handle).equals(startedAt));
    }

    private static String startOf(ProcessHandle handle) {
        return handle.info().startInstant().orElse(Instant.EPOCH).toString();
    }

    /** Hosts count from 1. */
    public HostState host(int number) {
        return hosts.get(number - 1);
    }

    boolean isByRelay() {
        return emulator.equals(Emulator.RELAY.optionName());
    }

    /** Command that runs this one in the namespace of the link's own process. */
    List<String> inLinkNamespace(List<String> command) {
        NamespaceRights rights = userNamespace
                ? NamespaceRights.USER_NAMESPACE
                : NamespaceRights.DIRECT;
        return Tool.concat(rights.entering(pid), command);
    }
}
