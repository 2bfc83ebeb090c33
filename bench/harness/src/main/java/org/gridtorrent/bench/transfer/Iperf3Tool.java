package org.gridtorrent.bench.transfer;

import java.io.IOException;
import java.util.Optional;
import org.gridtorrent.bench.process.Iperf3;

/** iperf3 with {@code -P} flows. */
final class Iperf3Tool implements TransferTool {
    @Override
    public String title() {
        return "iperf3";
    }

    @Override
    public Optional<String> missing(Medium medium) {
        return medium == Medium.DISK
                ? Optional.of("iperf3 measures from memory to memory")
                : Iperf3.missing();
    }

    @Override
    public double move(TransferJob job, TransferTestbed testbed)
            throws IOException, InterruptedException {
        int seconds = (int) Math.ceil(job.seconds());
        return testbed.line().iperf3(job.flows(),
                testbed.holdsBuffers() ? 0 : TransferTestbed.BUFFER_BYTES, 0, seconds);
    }
}
