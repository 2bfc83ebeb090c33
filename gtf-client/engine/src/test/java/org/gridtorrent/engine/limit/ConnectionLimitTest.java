package org.gridtorrent.engine.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.engine.limit.ConnectionLimit.Slot;
import org.junit.jupiter.api.Test;

class ConnectionLimitTest {
    private final ConnectionLimit limit = new ConnectionLimit(8, 1);

    @Test
    void strangersLeaveAQuarterOfTheSlots() {
        List<Slot> strangers = new ArrayList<>();
        for (Optional<Slot> one = limit.acquire(false); one
                .isPresent(); one = limit.acquire(false)) {
            strangers.add(one.get());
        }
        assertThat(strangers).hasSize(6);
        assertThat(limit.acquire(true)).isPresent();
        assertThat(limit.acquire(true)).isPresent();
        assertThat(limit.acquire(true)).isEmpty();
    }

    @Test
    void slotIsReleasedOnce() {
        List<Slot> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            all.add(limit.acquire(true).orElseThrow());
        }
        all.getFirst().close();
        all.getFirst().close();
        assertThat(limit.acquire(true)).isPresent();
        assertThat(limit.acquire(true)).isEmpty();
    }
}
