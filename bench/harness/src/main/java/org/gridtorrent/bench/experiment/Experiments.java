package org.gridtorrent.bench.experiment;

import java.util.List;
import java.util.Optional;

/** All that can be run. */
public final class Experiments {
    private static final List<Experiment> ALL = List.of(new PtcpLoopback(), new PtcpWan(),
            new PtcpCost(), new HashRate(), new EngineLoopback(), new EngineWan(), new SwarmTime(),
            new EngineScale(), new TrackerLoad());

    private Experiments() {}

    public static List<Experiment> all() {
        return ALL;
    }

    public static Optional<Experiment> named(String name) {
        return ALL.stream().filter(experiment -> experiment.name().equals(name)).findFirst();
    }
}
