package org.gridtorrent.engine.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.engine.limit.ConnectionLimit.Place;
import org.junit.jupiter.api.Test;

class ConnectionLimitTest {
    private final ConnectionLimit limit = new ConnectionLimit(8, 1);

    @Test
    void strangersLeaveAQuarterOfThePlaces() {
        List<Place> strangers = new ArrayList<>();
        for (Optional<Place> one = limit.take(false); one.isPresent(); one = limit.take(false)) {
            strangers.add(one.get());
        }
        assertThat(strangers).hasSize(6);
        assertThat(limit.take(true)).isPresent();
        assertThat(limit.take(true)).isPresent();
        assertThat(limit.take(true)).isEmpty();
    }

    @Test
    void aPlaceIsGivenBackOnce() {
        List<Place> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            all.add(limit.take(true).orElseThrow());
        }
        all.getFirst().close();
        all.getFirst().close();
        assertThat(limit.take(true)).isPresent();
        assertThat(limit.take(true)).isEmpty();
    }
}
