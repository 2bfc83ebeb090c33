package org.gridtorrent.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.gridtorrent.bench.experiment.Experiment.Scale;
import org.junit.jupiter.api.Test;

class PaperPlanTest {
    private static final PaperPlan PLAN = new PaperPlan(1, 20, 300_000_000);

    @Test
    void aContentIsThePapersWhereTheLineBringsItInTimeAndLessWhereItDoesNot() {
        assertThat(PLAN.length(PaperLine.WAN, new StreamSetting(10, 4))).isEqualTo(300_000_000);
        assertThat(PLAN.length(PaperLine.WAN, new StreamSetting(1, 1)))
                .isBetween(19_000_000L, 22_000_000L);
        assertThat(PLAN.length(PaperLine.LAN, new StreamSetting(1, 1))).isEqualTo(300_000_000);
    }

    @Test
    void ptcpSendsForAsLongAsItsSenderShouldTakeForTheSameBytes() {
        assertThat(PLAN.ptcpSeconds(PaperLine.WAN, new StreamSetting(1, 1)))
                .isCloseTo(20, within(1.0));
        assertThat(PLAN.ptcpSeconds(PaperLine.WAN, new StreamSetting(10, 4)))
                .isCloseTo(300 * 8 / 118.0, within(0.01));
        assertThat(PLAN.ptcpSeconds(PaperLine.LAN, new StreamSetting(4, 1)))
                .isCloseTo(300 * 8 / 857.0, within(0.01));
    }

    @Test
    void everyScenarioHasOneSeederAndTheThirdFortyStreams() {
        for (PaperScenario scenario : PaperScenario.values()) {
            for (Scale scale : Scale.values()) {
                List<StreamSetting> settings = scenario.settings(scale);
                assertThat(settings).extracting(StreamSetting::seeders).contains(1)
                        .doesNotHaveDuplicates();
                assertThat(settings).extracting(StreamSetting::streamsEach)
                        .containsOnly(scenario == PaperScenario.III ? 4 : 1);
            }
            assertThat(scenario.settings(Scale.FULL)).extracting(StreamSetting::seeders)
                    .contains(16);
        }
        for (Scale scale : List.of(Scale.FULL, Scale.BRIEF)) {
            assertThat(PaperScenario.II.settings(scale)).extracting(StreamSetting::streams)
                    .contains(15, 16);
            assertThat(PaperScenario.III.settings(scale)).extracting(StreamSetting::streams)
                    .contains(16, 40);
        }
        assertThat(PaperScenario.III.transport()).isEqualTo("ptcp:4");
        assertThat(PaperScenario.II.transport()).isEqualTo("tcp");
    }

    @Test
    void aPointSaysHowManyStreamsOnce() {
        assertThat(new StreamSetting(1, 1).describe()).isEqualTo("1 stream, 1 to each seeder");
        assertThat(new StreamSetting(8, 5).describe()).isEqualTo("40 streams, 5 to each seeder");
    }
}
