package org.gridtorrent.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.gridtorrent.bench.run.TimeEstimate;
import org.junit.jupiter.api.Test;

class ExperimentsTest {
    @Test
    void hasADurationForEachExperiment() throws Exception {
        Properties known = new Properties();
        try (var in = TimeEstimate.class.getResourceAsStream("durations.properties")) {
            known.load(in);
        }
        assertThat(known.stringPropertyNames()).containsExactlyInAnyOrderElementsOf(
                Experiments.names());
    }
}
