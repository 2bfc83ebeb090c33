package org.gridtorrent.bench.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class BandwidthSharesTest {
    private static final double NEAR = 1e-9;

    @Test
    void jainsIndex_isOneWhereAllHaveAsMuch_andOnePartWhereOneHasAll() {
        assertThat(new BandwidthShares(5, List.of(5.0, 5.0, 5.0)).jain()).isCloseTo(1,
                within(NEAR));
        assertThat(new BandwidthShares(20, List.of(0.0, 0.0, 0.0)).jain()).isCloseTo(0.25,
                within(NEAR));
        assertThat(new BandwidthShares(2, List.of(1.0)).jain()).isCloseTo(0.9, within(NEAR));
        assertThat(new BandwidthShares(7, List.of()).jain()).isCloseTo(1, within(NEAR));
    }

    @Test
    void fairShareIsTheEqualPartOfAll() {
        assertThat(new BandwidthShares(20, List.of(5.0, 5.0)).fair()).isCloseTo(10, within(NEAR));
        assertThat(new BandwidthShares(0, List.of(15.0)).fair()).isCloseTo(7.5, within(NEAR));
    }
}
