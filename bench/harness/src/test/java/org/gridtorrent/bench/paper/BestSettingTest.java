package org.gridtorrent.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;

import org.gridtorrent.bench.experiment.Experiment.Scale;
import org.junit.jupiter.api.Test;

class BestSettingTest {
    @Test
    void hasASettingWhereThereAreFewSeeders() {
        assertThat(BestSetting.Grid.of(Scale.BRIEF).upTo(1).settings())
                .extracting(StreamSetting::seeders).containsOnly(1);
        assertThat(BestSetting.Grid.of(Scale.BRIEF).upTo(4).seeders()).containsExactly(2, 4);
        assertThat(BestSetting.Grid.of(Scale.BRIEF).upTo(Integer.MAX_VALUE))
                .isEqualTo(BestSetting.Grid.of(Scale.BRIEF));
    }

    @Test
    void thePapersBestIsAmongThoseThatAreTried() {
        for (Scale scale : new Scale[]{Scale.FULL, Scale.BRIEF}) {
            assertThat(BestSetting.Grid.of(scale).settings()).contains(new StreamSetting(8, 5))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void everyCountOfStreamsIsTriedWithEveryCountOfSeeders() {
        BestSetting.Grid grid = BestSetting.Grid.of(Scale.FULL);
        assertThat(grid.settings()).hasSize(grid.streams().size() * grid.seeders().size());
    }

    @Test
    void theSearchIsShorterThanTheFinalsAndMadeOnce() {
        BestSetting.Grid grid = BestSetting.Grid.of(Scale.FULL);
        assertThat(grid.search().rounds()).isEqualTo(1);
        assertThat(grid.search().seconds()).isLessThan(grid.finals().seconds());
    }
}
