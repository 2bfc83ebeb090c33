package org.gridtorrent.engine.announce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gridtorrent.engine.announce.Samples.SECOND_NS;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class TrackerHostsTest {
    private static final URI ONE = URI.create("http://a.invalid/x/announce");
    private static final URI SAME = URI.create("http://A.invalid/y/announce");
    private static final URI OTHER = URI.create("http://b.invalid/announce");

    private final TrackerHosts hosts = new TrackerHosts();

    @Test
    void sixteenThingsAtOnceAreAskedOfOneServer() {
        for (int i = 0; i < 16; i++) {
            assertThat(hosts.isBusy(SAME)).isFalse();
            hosts.asked(ONE);
        }
        assertThat(hosts.isBusy(SAME)).isTrue();
        assertThat(hosts.isBusy(OTHER)).isFalse();
        hosts.answered(SAME);
        assertThat(hosts.isBusy(ONE)).isFalse();
    }

    @Test
    void oneThatIsSilentForManyContentsIsSilentForAll() {
        for (int i = 0; i < 16; i++) {
            hosts.asked(ONE);
        }
        for (int i = 0; i < 16; i++) {
            hosts.failed(ONE, new IOException("silent"), 0);
        }
        assertThat(hosts.problem(SAME, 2 * SECOND_NS).orElseThrow()).hasMessage("silent");
        assertThat(hosts.problem(OTHER, 0)).isEmpty();
        assertThat(hosts.problem(SAME, 5 * SECOND_NS / 2)).isEmpty();
    }

    @Test
    void thePauseDoublesUntilItAnswers() {
        long nowNs = 0;
        for (long tenths : new long[]{25, 50, 100, 200, 400, 800, 1500, 1500}) {
            hosts.asked(ONE);
            hosts.failed(ONE, new IOException("silent"), nowNs);
            nowNs += tenths * SECOND_NS / 10;
            assertThat(hosts.problem(ONE, nowNs - 1)).isPresent();
            assertThat(hosts.problem(ONE, nowNs)).isEmpty();
        }
        hosts.asked(ONE);
        hosts.answered(ONE);
        hosts.asked(ONE);
        hosts.failed(ONE, new IOException("silent"), nowNs);
        assertThat(hosts.problem(ONE, nowNs + 5 * SECOND_NS / 2)).isEmpty();
    }

    @Test
    void contentsThatStartTogetherAreAnnouncedTwentyASecond() {
        for (long seed = 0; seed < 20; seed++) {
            AnnouncePacer pace = new AnnouncePacer(new SplittableRandom(seed));
            long[] starts = LongStream.generate(() -> pace.nextNs(1000)).limit(2000).toArray();
            assertThat(LongStream.of(starts).limit(20)).as("seed %d", seed).containsOnly(1000L);
            assertThat(starts[1999] - 1000).as("seed %d", seed).isBetween(98 * SECOND_NS,
                    100 * SECOND_NS);
        }
    }

    @Test
    void whoStartsAloneIsAnnouncedAtOnce() {
        AnnouncePacer pace = new AnnouncePacer(new SplittableRandom(1));
        long nowNs = Long.MAX_VALUE - 5 * SECOND_NS; // clocks may wrap
        for (int i = 0; i < 20; i++) {
            assertThat(pace.nextNs(nowNs)).isEqualTo(nowNs);
            nowNs += SECOND_NS;
        }
    }

    @Test
    void scrapesAreGathered() {
        ScrapeBatches<Integer> scrapes = new ScrapeBatches<>();
        for (int i = 0; i < 45; i++) {
            scrapes.want(ONE, i, 0);
        }
        scrapes.want(OTHER, 99, SECOND_NS);
        List<ScrapeBatches.Batch<Integer>> batches = new ArrayList<>();
        for (long nowNs : new long[]{0, 2 * SECOND_NS - 1, 2 * SECOND_NS, 3 * SECOND_NS}) {
            for (Optional<ScrapeBatches.Batch<Integer>> batch = scrapes.next(nowNs); batch
                    .isPresent(); batch = scrapes.next(nowNs)) {
                batches.add(batch.get());
            }
        }
        assertThat(batches).extracting(batch -> batch.wishes().size()).containsExactly(40, 5, 1);
        assertThat(batches.getLast()).isEqualTo(new ScrapeBatches.Batch<>(OTHER, List.of(99)));
        assertThat(scrapes.waitNs(0)).isEqualTo(Long.MAX_VALUE);
    }
}
