package org.gridtorrent.engine.announce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gridtorrent.engine.announce.Samples.SECOND_NS;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ScrapeBatchesTest {
    private static final URI TRACKER = URI.create("http://a.invalid/x/announce");
    private static final URI OTHER = URI.create("http://b.invalid/announce");

    @Test
    void scrapesAreSentInBatches() {
        ScrapeBatches<Integer> scrapes = new ScrapeBatches<>();
        for (int i = 0; i < 45; i++) {
            scrapes.add(TRACKER, i, 0);
        }
        scrapes.add(OTHER, 99, SECOND_NS);
        List<ScrapeBatches.Batch<Integer>> batches = new ArrayList<>();
        for (long nowNs : new long[]{0, 2 * SECOND_NS - 1, 2 * SECOND_NS, 3 * SECOND_NS}) {
            for (Optional<ScrapeBatches.Batch<Integer>> batch = scrapes.next(nowNs); batch
                    .isPresent(); batch = scrapes.next(nowNs)) {
                batches.add(batch.get());
            }
        }
        assertThat(batches).extracting(batch -> batch.targets().size()).containsExactly(40, 5, 1);
        assertThat(batches.getLast()).isEqualTo(new ScrapeBatches.Batch<>(OTHER, List.of(99)));
        assertThat(scrapes.waitNs(0)).isEqualTo(Long.MAX_VALUE);
    }
}
