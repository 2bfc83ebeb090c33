package org.gridtorrent.bench.link;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The line as a thread in this process that passes packets between TUN devices. */
final class RelayLine implements LineEmulation {
    private final LineSpec spec;
    private final Path counters;
    private final List<TunDevice> devices = new ArrayList<>();
    private @Nullable PacketRelay relay;
    private @Nullable Thread thread;

    RelayLine(LineSpec spec, Path counters) {
        this.spec = spec;
        this.counters = counters;
    }

    @Override
    public String emulator() {
        return Emulator.RELAY.word();
    }

    @Override
    public void join(NetworkNamespace host) throws IOException, InterruptedException {
        devices.add(TunDevice.open(NetworkNamespace.DEVICE));
        host.adopt(NetworkNamespace.DEVICE, spec.packetsAtOnce());
    }

    @Override
    public void begin(Runnable broken) throws IOException {
        PacketRelay carrier = new PacketRelay(spec, devices, PacketCounters.create(counters, spec.hosts()));
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
