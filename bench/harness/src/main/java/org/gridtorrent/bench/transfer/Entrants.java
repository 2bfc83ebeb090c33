package org.gridtorrent.bench.transfer;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gridtorrent.bench.experiment.RetryOnNoise;

/**
 * The movers that take part. Another's program that fails with a load is not given that one again, and its row
 * says why; that ours fails ends all. Not thread-safe.
 */
final class Entrants {
    private static final Set<String> OURS = Set.of(GridTorrentTool.TITLE,
            SocketTool.PTCP, SocketTool.SELF_TUNED);

    private final List<TransferTool> movers;
    private final Map<Try, String> failures = new HashMap<>();

    private record Try(TransferTool mover, TransferJob load) {}

    Entrants(List<TransferTool> movers) {
        this.movers = movers;
    }

    List<TransferTool> all() {
        return movers;
    }

    TransferTool named(String title) {
        return movers.stream().filter(mover -> mover.title().equals(title)).findFirst()
                .orElseThrow();
    }

    /** Why it does not move the load, in words; empty when it does. */
    Optional<String> missing(TransferTool mover, TransferJob load) {
        return Optional.ofNullable(failures.get(new Try(mover, load)))
                .or(() -> mover.missing(load.way()));
    }

    /** What was measured with it; nothing when it failed. */
    <T> Optional<T> measure(TransferTool mover, TransferJob load, RetryOnNoise.Measurement<T> measurement)
            throws IOException, InterruptedException {
        try {
            return Optional.of(measurement.take());
        } catch (IOException | IllegalArgumentException e) { // the latter of what is no number
            if (OURS.contains(mover.title())) {
                throw e;
            }
            failures.put(new Try(mover, load), "it failed: " + e.getMessage());
            return Optional.empty();
        }
    }
}
