package org.gridtorrent.bench.link.relay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.gridtorrent.bench.link.line.Emulator;
import org.gridtorrent.bench.link.line.LineEmulation;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.bench.link.line.NetworkNamespace;
import org.jspecify.annotations.Nullable;

/** Line by a thread of this process that passes packets between TUN devices. */
public final class RelayLine implements LineEmulation {
    private static final int MAX_PACKETS_AT_ONCE = 43;

    private final LineSpec spec;
    private final Path counters;
    private final List<TunDevice> devices = new ArrayList<>();
    private @Nullable PacketRelay relay;
    private @Nullable Thread thread;

    public RelayLine(LineSpec spec, Path counters) {
        this.spec = spec;
        this.counters = counters;
    }

    @Override
    public String emulator() {
        return Emulator.RELAY.optionName();
    }

    @Override
    public void join(NetworkNamespace namespace) throws IOException, InterruptedException {
        devices.add(TunDevice.open(NetworkNamespace.DEVICE));
        namespace.adopt(packetsAtOnce());
    }

    /**
     * Packets that are passed on together, to spare the processor: as many as the slowest access line carries
     * in two polls of the relay, so that none is delayed further.
     */
    private int packetsAtOnce() {
        long slowest = IntStream.rangeClosed(1, spec.hosts()).mapToLong(spec::rateOf).min()
                .orElseThrow();
        double bytes = slowest / 8e9 * 2 * PacketRelay.GRAIN_NS;
        return (int) Math.clamp(bytes / LineSpec.MTU, 1, MAX_PACKETS_AT_ONCE);
    }

    @Override
    public void begin(Runnable broken) throws IOException {
        PacketRelay carrier = new PacketRelay(spec, devices,
                PacketCounters.create(counters, spec.hosts()));
        relay = carrier;
        thread = Thread.ofPlatform().name("link-relay").start(() -> carry(carrier, broken));
    }

    private static void carry(PacketRelay relay, Runnable broken) {
        try {
            relay.run();
        } catch (UncheckedIOException e) {
            System.err.println("the relay ended: " + e.getMessage());
        } finally {
            broken.run();
        }
    }

    @Override
    public void end() throws InterruptedException {
        if (relay != null) {
            relay.stop();
        }
        if (thread != null) {
            thread.join();
        }
        devices.forEach(TunDevice::close);
    }
}
