package org.gridtorrent.client.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeepOfferTest {
    @TempDir
    private Path folder;

    private KeepOffer offer(Map<String, String> environment) throws ConfigException {
        return KeepOffer.of(Configuration.read(environment, Home.in(folder)));
    }

    @Test
    void machineThatSaysNothing_offersNothing() throws Exception {
        assertThat(offer(Map.of())).isEqualTo(new KeepOffer(0, false));
        assertThat(offer(Map.of("GRIDTORRENT_KEEP_OFFER", "off")))
                .isEqualTo(new KeepOffer(0, false));
    }

    @Test
    void offer_isASizeAndAYes() throws Exception {
        assertThat(offer(Map.of("GRIDTORRENT_KEEP_OFFER", "200GB", "GRIDTORRENT_ALWAYS_ON",
                "yes"))).isEqualTo(new KeepOffer(200_000_000_000L, true));
    }

    @Test
    void malformedOffer_isNamed() {
        assertThatThrownBy(() -> offer(Map.of("GRIDTORRENT_KEEP_OFFER", "much")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("keep-offer: 'much'");
        assertThatThrownBy(() -> offer(Map.of("GRIDTORRENT_ALWAYS_ON", "maybe")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("always-on: 'maybe' is neither yes nor no");
    }
}
