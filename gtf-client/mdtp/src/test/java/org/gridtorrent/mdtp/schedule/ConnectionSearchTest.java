package org.gridtorrent.mdtp.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class ConnectionSearchTest {
    private static final int LIMIT = 4;

    private final ConnectionSearch search = new ConnectionSearch();
    private long nowNs = Long.MAX_VALUE - 1_000;

    /** Ticks for a time in which the rate follows the number of connections. */
    private int mostConnectionsWithin(int seconds, IntToDoubleFunction rate) {
        return mostConnectionsWithin(seconds, rate, _ -> 1e6);
    }

    private int mostConnectionsWithin(int seconds, IntToDoubleFunction rate,
            IntToDoubleFunction rateOfOthers) {
        int most = 0;
        for (int i = 0; i < 10 * seconds; i++) {
            nowNs += RangeScheduler.TICK.toNanos();
            double own = rate.applyAsDouble(search.connections());
            search.update(own, own + rateOfOthers.applyAsDouble(search.connections()), 0.02, LIMIT,
                    nowNs);
            most = Math.max(most, search.connections());
        }
        return most;
    }

    @Test
    void addsConnectionsWhileTheRateRises() {
        mostConnectionsWithin(5, connections -> connections * 1e6);

        assertThat(search.connections()).isEqualTo(LIMIT);
    }

    @Test
    void stopsWhereTheRateDoesNotRise() {
        mostConnectionsWithin(5, connections -> Math.min(2, connections) * 1e6);

        assertThat(search.connections()).isEqualTo(2);
    }

    @Test
    void stopsWhereTheRateRisesAtTheOthersCost() {
        mostConnectionsWithin(5, connections -> connections * 1e6,
                connections -> 10e6 - connections * 1e6);

        assertThat(search.connections()).isEqualTo(1);
    }

    @Test
    void triesLessOftenEachTimeThatItDoesNotHelp() {
        mostConnectionsWithin(5, _ -> 1e6);
        assertThat(search.connections()).isEqualTo(1);

        assertThat(mostConnectionsWithin(8, _ -> 1e6)).isEqualTo(2);
        assertThat(mostConnectionsWithin(8, _ -> 1e6)).isEqualTo(1);
    }

    @Test
    void beginsNoTryAtALimitOfZero() {
        for (int i = 0; i < 100; i++) {
            nowNs += RangeScheduler.TICK.toNanos();
            search.update(1e6, 1e6, 0.02, 0, nowNs);
        }

        assertThat(search.isTrying()).isFalse();
        assertThat(search.connections()).isEqualTo(1);
    }

    @Test
    void goesBackToALimit() {
        mostConnectionsWithin(5, connections -> connections * 1e6);

        search.limit(1);

        assertThat(search.connections()).isEqualTo(1);
    }
}
