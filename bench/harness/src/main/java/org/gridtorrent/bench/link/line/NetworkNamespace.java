package org.gridtorrent.bench.link.line;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.gridtorrent.bench.process.Tool;

/**
 * Network namespace of one host, held open by a child process that blocks on its standard input.
 *
 * <p>When the process that created it exits, for any reason, the input ends, the child exits, and the kernel
 * removes the namespace.
 */
public final class NetworkNamespace implements AutoCloseable {
    /** The host's network device. */
    public static final String DEVICE = "wan0";

    /** Packets that a device holds for the relay between two looks, so that none is lost there. */
    private static final int DEVICE_QUEUE = 10_000;

    private final int host;
    private final Process process;

    private NetworkNamespace(int host, Process process) {
        this.host = host;
        this.process = process;
    }

    /** In a new namespace below that of this process, which must have the right to make one. */
    public static NetworkNamespace start(int host) throws IOException {
        Process process = Tool.start(
                NamespaceRights.DIRECT
                        .within(List.of("sh", "-c", "echo ready; exec cat >/dev/null")));
        try {
            Tool.awaitLine(process, "ready");
            return new NetworkNamespace(host, process);
        } catch (IOException e) {
            process.destroy();
            throw e;
        }
    }

    public long pid() {
        return process.pid();
    }

    public CompletableFuture<Process> ended() {
        return process.onExit();
    }

    /**
     * Takes {@link #DEVICE} from this process's namespace, and gives it the host's address.
     *
     * @param packetsAtOnce that the host may hand over in one bundle
     */
    public void adopt(int packetsAtOnce) throws IOException, InterruptedException {
        Tool.run(List.of("ip", "link", "set", "dev", DEVICE, "netns", Long.toString(pid())));
        run(List.of("ip", "-batch", "-"), String.join("\n",
                "link set dev lo up",
                "link set dev " + DEVICE + " mtu " + LineSpec.MTU + " txqueuelen " + DEVICE_QUEUE,
                "link set dev " + DEVICE + " gso_max_segs " + packetsAtOnce,
                "link set dev " + DEVICE + " addrgenmode none",
                "addr add " + LineSpec.address(host) + "/24 dev " + DEVICE,
                "link set dev " + DEVICE + " up\n"));
        // What one connection learned of the line must not speed up or slow down the next one.
        run(Sysctl.command("ipv4/tcp_no_metrics_save", "1"), "");
    }

    /** Runs a command in the namespace, with this input. */
    public void run(List<String> command, String input) throws IOException, InterruptedException {
        Tool.run(Tool.concat(NamespaceRights.DIRECT.entering(pid()), command), input);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
