package org.gridtorrent.client.owner;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.client.config.RateText;
import org.gridtorrent.client.tracker.OwnersLimits;
import org.gridtorrent.engine.limit.RateSchedule;
import org.gridtorrent.engine.limit.RateSchedules;
import org.junit.jupiter.api.Test;

class OwnerRateLimitsTest {
    private static final LocalDateTime MONDAY_NOON = LocalDateTime.of(2026, 6, 1, 12, 0);

    private final List<RateSchedules> set = new ArrayList<>();
    private final OwnerRateLimits rates = new OwnerRateLimits(
            new RateSchedules(RateText.parse("5MB"), RateSchedule.OFF), set::add);

    @Test
    void machinesOwnConfiguration_isTheUpperBound() {
        rates.hear(new OwnersLimits("08:00,2000000 18:00,off", "Mon-08:00,1000000"));
        assertThat(up(MONDAY_NOON)).isEqualTo(2_000_000);
        assertThat(up(MONDAY_NOON.withHour(20))).isEqualTo(5_000_000);
        assertThat(set.getLast().down().rateAt(MONDAY_NOON)).isEqualTo(1_000_000);
        rates.hear(new OwnersLimits("9MB", ""));
        assertThat(up(MONDAY_NOON)).isEqualTo(5_000_000);
        assertThat(set.getLast().down()).isEqualTo(RateSchedule.OFF);
    }

    @Test
    void whatIsHeardAgainOrNotUnderstood_changesNothing() {
        rates.hear(new OwnersLimits("", ""));
        assertThat(set).isEmpty();
        rates.hear(new OwnersLimits("2MB", ""));
        rates.hear(new OwnersLimits("2MB", ""));
        rates.hear(new OwnersLimits("as fast as you like", ""));
        assertThat(set).hasSize(1);
    }

    private long up(LocalDateTime at) {
        return set.getLast().up().rateAt(at);
    }
}
