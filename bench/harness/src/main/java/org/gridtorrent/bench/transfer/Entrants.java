package org.gridtorrent.bench.transfer;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gridtorrent.bench.experiment.Undisturbed;

/**
 * The movers that take part. Another's program that fails is out from then on, and its rows say why; that ours
 * fails ends all. Not thread-safe.
 */
final class Entrants {
    private static final Set<String> OURS = Set.of(GridTorrentMover.TITLE, EndpointMover.PTCP);

    private final List<Mover> movers;
    private final Map<Mover, String> failures = new HashMap<>();

    Entrants(List<Mover> movers) {
        this.movers = movers;
    }

    List<Mover> all() {
        return movers;
    }

    Mover named(String title) {
        return movers.stream().filter(mover -> mover.title().equals(title)).findFirst()
                .orElseThrow();
    }

    /** Why it does not take part in this way, in words; empty when it does. */
    Optional<String> missing(Mover mover, Way way) {
        return Optional.ofNullable(failures.get(mover)).or(() -> mover.missing(way));
    }

    /** What was measured with it; nothing when it failed. */
    <T> Optional<T> measure(Mover mover, Undisturbed.Measurement<T> measurement)
            throws IOException, InterruptedException {
        try {
            return Optional.of(measurement.take());
        } catch (IOException e) {
            if (OURS.contains(mover.title())) {
                throw e;
            }
            failures.put(mover, "it failed: " + e.getMessage());
            return Optional.empty();
        }
    }
}
