package org.gridtorrent.engine.announce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gridtorrent.engine.announce.Samples.SECOND_NS;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class AnnouncePacerTest {

    @Test
    void torrentsThatStartTogetherAreAnnouncedTwentyASecond() {
        for (long seed = 0; seed < 20; seed++) {
            AnnouncePacer pacer = new AnnouncePacer(new SplittableRandom(seed));
            long[] starts = LongStream.generate(() -> pacer.nextNs(1000)).limit(2000).toArray();
            assertThat(LongStream.of(starts).limit(20)).as("seed %d", seed).containsOnly(1000L);
            assertThat(starts[1999] - 1000).as("seed %d", seed).isBetween(98 * SECOND_NS,
                    100 * SECOND_NS);
        }
    }

    @Test
    void torrentsThatStartOneByOneAreAnnouncedAtOnce() {
        AnnouncePacer pacer = new AnnouncePacer(new SplittableRandom(1));
        long nowNs = Long.MAX_VALUE - 5 * SECOND_NS; // clocks may wrap
        for (int i = 0; i < 20; i++) {
            assertThat(pacer.nextNs(nowNs)).isEqualTo(nowNs);
            nowNs += SECOND_NS;
        }
    }
}
