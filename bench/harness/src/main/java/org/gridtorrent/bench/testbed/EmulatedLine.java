package org.gridtorrent.bench.testbed;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.gridtorrent.bench.link.LineCheck;
import org.gridtorrent.bench.link.LinkFolder;
import org.gridtorrent.bench.link.LinkRegistry;
import org.gridtorrent.bench.link.line.HostTraffic;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.bench.link.line.LineUnits;
import org.gridtorrent.bench.link.line.Sysctl;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.Tool;

/** Emulated line of one experiment. Gone when closed. */
public final class EmulatedLine implements Network {
    private static final Duration MAX_LIFETIME = Duration.ofHours(4);

    /** Counter of this process's lines, for their names. */
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final LinkRegistry links = new LinkRegistry(LinkFolder.of(System.getenv()));
    private final LinkRegistry.Owned link;
    private String congestionControl;

    public EmulatedLine(String experiment, LineSpec spec) throws IOException, InterruptedException {
        link = links.own(experiment + "-" + ProcessHandle.current().pid() + "-"
                + COUNT.incrementAndGet(), spec, MAX_LIFETIME);
        try {
            new LineCheck(link.state()).awaitReach();
            congestionControl = congestionControl();
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    @Override
    public List<? extends Host> hosts() {
        return link.state().hosts();
    }

    @Override
    public String describe() {
        LineSpec spec = link.state().spec();
        return LineUnits.millisText(spec.rtt()) + ", " + LineUnits.rateText(spec.bitsPerSecond())
                + ", loss " + LineUnits.lossText(spec.loss()) + ", " + congestionControl;
    }

    @Override
    public boolean holdBuffers(int bytes) throws IOException, InterruptedException {
        String kernel = "4096 %d %d".formatted(bytes, bytes);
        write(kernel, "tcp_rmem");
        write(kernel, "tcp_wmem");
        return true;
    }

    @Override
    public boolean useCongestionControl(String rule) throws IOException, InterruptedException {
        write(rule, "tcp_congestion_control");
        congestionControl = rule;
        return true;
    }

    /**
     * Lets TCP's buffers of all hosts grow up to so many bytes, so that no window bounds a long line; each
     * begins as the kernel has it.
     */
    public void allowBuffers(int maxBytes) throws IOException, InterruptedException {
        write("4096 131072 " + maxBytes, "tcp_rmem");
        write("4096 16384 " + maxBytes, "tcp_wmem");
    }

    /** Changes the rate of a host's access line, both ways; packets that wait keep their times. */
    public void setRate(int host, long bitsPerSecond) throws IOException {
        link.setRate(host, bitsPerSecond);
    }

    /** Packets so far, of each host. */
    public List<HostTraffic> traffic() throws IOException, InterruptedException {
        return links.traffic(link.state());
    }

    private void write(String value, String setting) throws IOException, InterruptedException {
        for (Host host : hosts()) {
            Tool.run(host.commandOn(Sysctl.command("ipv4/" + setting, value)));
        }
    }

    @Override
    public String health() throws IOException, InterruptedException {
        List<HostTraffic> traffic = links.traffic(link.state());
        long delivered = traffic.stream().mapToLong(HostTraffic::delivered).sum();
        long late = traffic.stream().map(HostTraffic::late).filter(Objects::nonNull)
                .mapToLong(Long::longValue).sum();
        long bytes = traffic.stream().mapToLong(HostTraffic::deliveredBytes).sum();
        String packets = String.format(Locale.ROOT, "%,d packets, %,.1f MB delivered by %s",
                delivered, bytes / 1e6, link.state().emulator());
        return traffic.getFirst().late() == null
                ? packets
                : String.format(Locale.ROOT, "%s, %.2f %% of them a millisecond late or more",
                        packets, 100.0 * late / Math.max(1, delivered));
    }

    @Override
    public void close() {
        link.close();
    }
}
