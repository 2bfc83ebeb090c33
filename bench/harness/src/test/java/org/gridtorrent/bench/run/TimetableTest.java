package org.gridtorrent.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.gridtorrent.bench.experiment.Experiment.Scale;
import org.junit.jupiter.api.Test;

class TimetableTest {
    private static final Duration HASH = Timetable.expected("hash", Scale.FULL);
    private static final Duration SWARM = Timetable.expected("swarm", Scale.FULL);

    private Instant now = Instant.EPOCH;
    private final Timetable table = new Timetable(List.of("hash", "swarm"), Scale.FULL, () -> now);

    @Test
    void whatIsLeft_isTheRestOfThisOne_andTheOthers() {
        assertThat(table.left()).isEqualTo(HASH.plus(SWARM));
        table.next();
        now = now.plus(HASH.dividedBy(3));
        assertThat(table.left()).isEqualTo(HASH.minus(HASH.dividedBy(3)).plus(SWARM));
    }

    @Test
    void oneThatTakesLonger_leavesTheOthers() {
        table.next();
        now = now.plus(HASH).plusSeconds(1000);
        assertThat(table.left()).isEqualTo(SWARM);
        table.next();
        assertThat(table.left()).isEqualTo(SWARM);
        assertThat(table.words()).startsWith("%d:%02d, about ".formatted(
                HASH.plusSeconds(1000).toMinutes(), HASH.plusSeconds(1000).toSecondsPart()));
    }

    @Test
    void aSmallerScale_takesLess() {
        for (String name : List.of("hash", "ptcp-wan", "swarm", "unheard-of")) {
            assertThat(Timetable.expected(name, Scale.BRIEF))
                    .isLessThan(Timetable.expected(name, Scale.FULL))
                    .isGreaterThan(Timetable.expected(name, Scale.QUICK));
        }
    }
}
