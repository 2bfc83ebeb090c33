package org.gridtorrent.client.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.gridtorrent.engine.limit.RateSchedule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateTextTest {
    @ParameterizedTest
    @ValueSource(strings = {"20MB", "20M", "20000000", "20 MB"})
    void rate_isWrittenLikeASize(String text) {
        assertThat(RateText.parse(text)).isEqualTo(RateSchedule.always(20_000_000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "08:00,2MB 18:00,off", "Mon-08:00,1.5GiB; Fri-18:00,900kB",
        "00:00,1 12:00,1234567", "3TiB"})
    void whatASchedulePrints_isReadAsTheSame(String text) {
        RateSchedule schedule = RateText.parse(text);
        assertThat(RateText.parse(schedule.toString())).isEqualTo(schedule);
    }

    @Test
    void rate_isDescribedExactly() {
        assertThat(RateText.describe(2_000_000)).isEqualTo("2 MB/s");
        assertThat(RateText.describe(1536)).isEqualTo("1536 B/s");
        assertThat(RateText.describe(1 << 20)).isEqualTo("1 MiB/s");
        assertThat(RateText.describe(RateSchedule.UNLIMITED)).isEqualTo("no limit");
    }

    @Test
    void text_thatIsNone_isRefusedWithItsPlace() {
        assertThatThrownBy(() -> RateText.parse("08:00,2MB 18:00,quick"))
                .hasMessage("'quick' at character 17: "
                        + "write bytes a second, such as 500K or 20MB, or off");
    }
}
