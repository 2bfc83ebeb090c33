package org.gridtorrent.tracker.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SitePeerLookupTest {
    private final AtomicLong nowNs = new AtomicLong(Long.MAX_VALUE - 5);
    private final SitePeerLookup look = new SitePeerLookup(nowNs::get);

    private void pass(Duration time) {
        nowNs.addAndGet(time.toNanos());
    }

    @Test
    void theFirstWhoAsks_waits() {
        assertThat(look.isDue()).isTrue();
        assertThat(look.willDo()).isFalse();
    }

    @Test
    void aLookThatFoundSomebody_servesWhileTheNextIsMade() {
        look.make(() -> true);
        assertThat(look.isDue()).isFalse();
        pass(Duration.ofSeconds(11));
        assertThat(look.isDue()).isTrue();
        assertThat(look.willDo()).isTrue();
    }

    @Test
    void aLookThatFoundNobody_servesForSecondsAlone() {
        look.make(() -> false);
        assertThat(look.isDue()).isFalse();
        assertThat(look.willDo()).isTrue();
        pass(Duration.ofSeconds(11));
        assertThat(look.isDue()).isTrue();
        assertThat(look.willDo()).isFalse();
    }

    @Test
    void anOldLook_servesNobody() {
        look.make(() -> true);
        pass(Duration.ofSeconds(61));
        assertThat(look.willDo()).isFalse();
    }

    @Test
    void whoWaitedForAnothersLook_makesNone() {
        AtomicInteger looks = new AtomicInteger();
        for (int i = 0; i < 2; i++) {
            look.make(() -> looks.incrementAndGet() > 0);
        }
        assertThat(looks).hasValue(1);
    }
}
