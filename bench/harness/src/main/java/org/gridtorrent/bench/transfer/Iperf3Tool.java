package org.gridtorrent.bench.transfer;

import java.io.IOException;
import java.util.Optional;
import org.gridtorrent.bench.link.Iperf3;

/** iperf3, with {@code -P} flows. */
final class Iperf3Tool implements TransferTool {
    @Override
    public String title() {
        return "iperf3";
    }

    @Override
    public Optional<String> missing(Medium way) {
        return way == Medium.DISK
                ? Optional.of("iperf3 measures from memory to memory")
                : Iperf3.missing();
    }

    @Override
    public double move(TransferJob load, TransferTestbed field) throws IOException, InterruptedException {
        int seconds = (int) Math.ceil(load.seconds());
        return field.holdsBuffers()
                ? field.line().iperf3(load.flows(), 0, seconds)
                : field.line().iperf3(load.flows(), TransferTestbed.BUFFER_BYTES, 0, seconds);
    }
}
