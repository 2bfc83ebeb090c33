package org.gridtorrent.bench.link.netem;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import org.gridtorrent.bench.link.line.Emulator;
import org.gridtorrent.bench.link.line.LineEmulation;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.bench.link.line.NamespaceRights;
import org.gridtorrent.bench.link.line.NetworkNamespace;
import org.gridtorrent.bench.link.line.Sysctl;
import org.gridtorrent.bench.process.Tool;

/**
 * Line by the kernel's netem: a pair of devices for each host, {@link NetemQueues} on either end.
 *
 * <p>The far ends are on a bridge in this process's namespace. Hosts and bridge know all addresses from
 * the start, so that only the hosts' programs' packets cross the line.
 */
public final class NetemLine implements LineEmulation {
    private static final String BRIDGE = "hub";
    private static final String SEED_TRIED = "loss random 1% seed 7";

    private final LineSpec spec;
    private final boolean seeded;
    private final List<NetworkNamespace> namespaces = new CopyOnWriteArrayList<>();

    /** Makes the bridge. */
    public NetemLine(LineSpec spec) throws IOException, InterruptedException {
        this.spec = spec;
        seeded = spec.loss() == 0 || takesSeed();
        Tool.run(List.of("sh"), withoutIpv6("default"));
        Tool.run(List.of("ip", "-batch", "-"), lines(bridge()));
    }

    /**
     * Why it cannot be made here; tried in a network namespace that is gone afterwards.
     *
     * @param rights to make one
     */
    public static Optional<String> unavailable(NamespaceRights rights) throws InterruptedException {
        for (String program : List.of("tc", "bridge")) {
            Optional<String> missing = Tool.missing(program, "iproute2");
            if (missing.isPresent()) {
                return missing;
            }
        }
        List<String> script = new ArrayList<>();
        bridge().forEach(words -> script.add("ip " + words));
        pair(1).forEach(words -> script.add("ip " + words));
        LineSpec any = LineSpec.of(2, Duration.ofMillis(1), 1_000_000, 0.01,
                OptionalLong.empty(), Map.of(), 1);
        new NetemQueues(any, 1).up(NetworkNamespace.DEVICE, OptionalLong.empty())
                .forEach(words -> script.add("tc " + words));
        try {
            Tool.run(rights.within(List.of("sh", "-e")), lines(script));
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static List<String> bridge() {
        return List.of("link add name " + BRIDGE + " type bridge",
                "link set dev " + BRIDGE + " addrgenmode none up");
    }

    private static List<String> pair(int host) {
        String far = far(host);
        return List.of(
                "link add name " + NetworkNamespace.DEVICE + " type veth peer name " + far,
                "link set dev " + NetworkNamespace.DEVICE + " address " + hardware(host),
                "link set dev " + far + " mtu " + LineSpec.MTU + " addrgenmode none master "
                        + BRIDGE,
                "link set dev " + far + " up");
    }

    /** The name of the pair's end on the bridge. */
    static String far(int host) {
        return "host" + host;
    }

    private static String hardware(int host) {
        return String.format("02:c6:12:00:00:%02x", host);
    }

    /** Whether tc knows the word, and the kernel takes the number: an older one passes it over. */
    private static boolean takesSeed() throws InterruptedException {
        try {
            Tool.run(List.of("tc", "-batch", "-"), "qdisc add dev lo root netem " + SEED_TRIED);
            String shown = Tool.run(List.of("tc", "qdisc", "show", "dev", "lo"));
            Tool.run(List.of("tc", "qdisc", "del", "dev", "lo", "root"));
            return shown.contains("seed 7");
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public String emulator() {
        return Emulator.NETEM.optionName() + (seeded ? "" : " (which takes no seed here)");
    }

    @Override
    public void join(NetworkNamespace namespace) throws IOException, InterruptedException {
        namespaces.add(namespace);
        int host = namespaces.size();
        NetemQueues queues = new NetemQueues(spec, host);
        Tool.run(List.of("ip", "-batch", "-"), lines(pair(host)));
        Tool.run(List.of("bridge", "fdb", "add", hardware(host), "dev", far(host), "master",
                "static"));
        Tool.run(List.of("tc", "-batch", "-"), lines(queues.down(far(host))));
        // A bundle of packets would be delayed, and lost, as one.
        namespace.adopt(1);
        namespace.run(List.of("sh"), withoutIpv6(NetworkNamespace.DEVICE));
        namespace.run(List.of("ip", "-batch", "-"), lines(neighbours(host)));
        // One lottery for each host, or they would lose the same ones.
        OptionalLong seed = seeded ? OptionalLong.of(spec.seed() + host) : OptionalLong.empty();
        namespace.run(List.of("tc", "-batch", "-"),
                lines(queues.up(NetworkNamespace.DEVICE, seed)));
    }

    private List<String> neighbours(int host) {
        List<String> lines = new ArrayList<>();
        for (int other = 1; other <= spec.hosts(); other++) {
            if (other != host) {
                lines.add("neigh replace " + LineSpec.address(other) + " lladdr "
                        + hardware(other) + " nud permanent dev " + NetworkNamespace.DEVICE);
            }
        }
        return lines;
    }

    /** Script for sh that disables IPv6 on a device, so that the kernel sends nothing by itself. */
    private static String withoutIpv6(String device) {
        String setting = "ipv6/conf/" + device + "/disable_ipv6";
        return "test ! -e /proc/sys/net/" + setting + " || { " + Sysctl.script(setting, "1")
                + "; }\n";
    }

    private static String lines(List<String> lines) {
        return String.join("\n", lines) + "\n";
    }

    /** The kernel carries the packets, and does not end. */
    @Override
    public void begin(Runnable broken) {}

    @Override
    public void setRate(int host, long bitsPerSecond) throws IOException, InterruptedException {
        NetemQueues queues = new NetemQueues(spec, host);
        namespaces.get(host - 1).run(List.of("tc", "-batch", "-"),
                queues.changeRate(NetworkNamespace.DEVICE, bitsPerSecond) + "\n");
        Tool.run(List.of("tc", "-batch", "-"),
                queues.changeRate(far(host), bitsPerSecond) + "\n");
    }

    /** All is gone with the namespaces. */
    @Override
    public void end() {}
}
