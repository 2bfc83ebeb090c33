package org.gridtorrent.catalog.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PresenceTest {
    private static final Duration LOST = CopyWaits.USUAL.lost();
    private static final Instant BEGIN = Instant.parse("2026-05-01T12:00:00Z");

    @Test
    void machineThatIsAlwaysThere_hasAllOfTheTime() {
        Presence presence = during(Presence.begin(BEGIN), BEGIN, Duration.ofDays(30), 24);
        assertThat(presence.share(BEGIN.plus(Duration.ofDays(30)))).isCloseTo(1, within(0.001));
        assertThat(Presence.begin(BEGIN).share(BEGIN)).isEqualTo(1);
        assertThat(Presence.begin(BEGIN).share(BEGIN.plus(Duration.ofHours(14))))
                .isGreaterThan(0.8);
    }

    @Test
    void machineThereByDay_hasItsPartOfTheTime() {
        Presence presence = during(Presence.begin(BEGIN), BEGIN, Duration.ofDays(40), 8);
        assertThat(presence.share(BEGIN.plus(Duration.ofDays(40)))).isCloseTo(8 / 24.0,
                within(0.05));
    }

    @Test
    void machineThatDied_isForgottenInTwoWeeks() {
        Presence presence = during(Presence.begin(BEGIN), BEGIN, Duration.ofDays(30), 24);
        Instant died = BEGIN.plus(Duration.ofDays(30));
        assertThat(presence.share(died.plus(Duration.ofDays(1)))).isBetween(0.8, 0.9);
        assertThat(presence.share(died.plus(Duration.ofDays(17)))).isLessThan(0.1);
        assertThat(presence.returned()).isEmpty();
        Instant back = died.plus(LOST).plusSeconds(60);
        assertThat(presence.seen(back, LOST).returned()).contains(back);
        assertThat(presence.seen(died.plus(Duration.ofDays(3)), LOST).returned()).isEmpty();
    }

    @Test
    void contactsOutOfOrder_changeNothing() {
        Presence presence = Presence.begin(BEGIN).seen(BEGIN.plusSeconds(60), LOST);
        assertThat(presence.seen(BEGIN.plusSeconds(30), LOST)).isEqualTo(presence);
        assertThat(presence.seen(BEGIN.plusSeconds(60), LOST)).isEqualTo(presence);
    }

    @Test
    void machineNeverHeardOf_hasNoneOfTheTime() {
        var presence = new Presence(BEGIN, 0, Optional.empty(), Optional.empty());
        assertThat(presence.share(BEGIN.plusSeconds(9))).isZero();
        assertThat(presence.silence(BEGIN.plusSeconds(9))).isEqualTo(Duration.ofSeconds(9));
    }

    /** Contacts every two minutes, in the first hours of each day. */
    private static Presence during(Presence presence, Instant from, Duration time, int hours) {
        Presence now = presence;
        for (long minute = 0; minute < time.toMinutes(); minute += 2) {
            if (minute / 60 % 24 < hours) {
                now = now.seen(from.plus(Duration.ofMinutes(minute)), LOST);
            }
        }
        return now;
    }
}
