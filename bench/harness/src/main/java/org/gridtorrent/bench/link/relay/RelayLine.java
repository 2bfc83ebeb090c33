package org.gridtorrent.bench.link.relay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.bench.link.line.Emulator;
import org.gridtorrent.bench.link.line.LineEmulation;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.bench.link.line.NetworkNamespace;
import org.jspecify.annotations.Nullable;

/** Line by a thread of this process that passes packets between TUN devices. */
public final class RelayLine implements LineEmulation {
    private final LineSpec spec;
    private final Path counters;
    private final List<TunDevice> devices = new ArrayList<>();
    private volatile @Nullable PacketRelay relay;
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
        namespace.adopt(PacketRelay.packetsAtOnce(spec, spec.rateOf(devices.size())));
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
    public void setRate(int host, long bitsPerSecond) {
        PacketRelay carrier = relay;
        if (carrier != null) {
            carrier.setRate(host - 1, bitsPerSecond);
        }
    }

    @Override
    public void end() throws InterruptedException {
        PacketRelay carrier = relay;
        if (carrier != null) {
            carrier.stop();
        }
        if (thread != null) {
            thread.join();
        }
        devices.forEach(TunDevice::close);
    }
}
