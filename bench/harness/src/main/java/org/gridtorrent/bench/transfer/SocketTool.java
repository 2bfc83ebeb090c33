package org.gridtorrent.bench.transfer;

import java.io.IOException;
import java.util.Optional;
import java.util.function.IntFunction;
import org.gridtorrent.bench.endpoint.EndpointOrder.SocketSpec;

/** Endpoints of ours, over plain TCP sockets or PTCP. */
record SocketTool(String title, IntFunction<SocketSpec> spec) implements TransferTool {
    static final String PTCP = "PTCP";
    static final String SELF_TUNED = "PTCP, self-tuned";

    static SocketTool plain() {
        return new SocketTool("plain TCP",
                flows -> SocketSpec.plain(flows, TransferTestbed.BUFFER_BYTES));
    }

    static SocketTool ptcp() {
        return new SocketTool(PTCP, flows -> SocketSpec.ptcp(flows, TransferTestbed.BUFFER_BYTES));
    }

    /** With as many streams as it finds good, however many flows are asked for. */
    static SocketTool selfTuned() {
        return new SocketTool(SELF_TUNED, _ -> SocketSpec.tuned(TransferTestbed.BUFFER_BYTES));
    }

    @Override
    public Optional<String> missing(Medium medium) {
        return medium == Medium.DISK
                ? Optional.of(title + " is a socket, which knows nothing of files")
                : Optional.empty();
    }

    @Override
    public double move(TransferJob job, TransferTestbed testbed) throws IOException {
        return testbed.endpoints().transfer(spec.apply(job.flows()), 0, job.seconds())
                .megabitsPerSecond();
    }
}
