package org.gridtorrent.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;

import org.gridtorrent.bench.experiment.Experiment.Scale;
import org.junit.jupiter.api.Test;

class SettingGridTest {
    @Test
    void whereThereAreFewSeeders_thereIsASettingAllTheSame() {
        assertThat(SettingGrid.of(Scale.BRIEF).upTo(1).points())
                .extracting(StreamSetting::seeders).containsOnly(1);
        assertThat(SettingGrid.of(Scale.BRIEF).upTo(4).seeders()).containsExactly(2, 4);
        assertThat(SettingGrid.of(Scale.BRIEF).upTo(Integer.MAX_VALUE))
                .isEqualTo(SettingGrid.of(Scale.BRIEF));
    }

    @Test
    void thePapersBestIsAmongThoseThatAreTried() {
        for (Scale scale : new Scale[]{Scale.FULL, Scale.BRIEF}) {
            assertThat(SettingGrid.of(scale).points()).contains(new StreamSetting(8, 5))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void everyCountOfStreamsIsTriedWithEveryCountOfSeeders() {
        SettingGrid grid = SettingGrid.of(Scale.FULL);
        assertThat(grid.points()).hasSize(grid.streams().size() * grid.seeders().size());
    }

    @Test
    void theSearchIsShorterThanTheFinalsAndMadeOnce() {
        SettingGrid grid = SettingGrid.of(Scale.FULL);
        assertThat(grid.search().rounds()).isEqualTo(1);
        assertThat(grid.search().seconds()).isLessThan(grid.finals().seconds());
    }
}
