package org.gridtorrent.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.gridtorrent.bench.link.line.LineSpec;
import org.junit.jupiter.api.Test;

class PaperLineTest {
    @Test
    void fifteenStreamsOfTheWanFillTheServersLineAndFourteenDoNot() {
        assertThat(PaperLine.WAN.streamMegabits()).isCloseTo(8, within(0.5));
        assertThat(PaperLine.WAN.expectedMegabits(1, 14)).isLessThan(118);
        assertThat(PaperLine.WAN.expectedMegabits(1, 15)).isEqualTo(118);
        assertThat(PaperLine.WAN.expectedMegabits(1, 64)).isEqualTo(118);
    }

    @Test
    void moreSendersBringAsMuchAsTheClientTakes() {
        assertThat(PaperLine.WAN.expectedMegabits(4, 16)).isGreaterThan(118);
        assertThat(PaperLine.WAN.expectedMegabits(10, 40)).isEqualTo(160);
    }

    @Test
    void oneStreamFillsTheLan() {
        assertThat(PaperLine.LAN.expectedMegabits(1, 1)).isEqualTo(857);
    }

    @Test
    void theClientAloneHasAnotherRateAndEverySeederAHostOfItsOwn() {
        LineSpec spec = PaperLine.WAN.spec(16, 1);
        assertThat(spec.hosts()).isEqualTo(17);
        assertThat(spec.rateOf(PaperLine.SERVER)).isEqualTo(122_200_000);
        assertThat(spec.rateOf(PaperLine.CLIENT)).isEqualTo(165_700_000);
        assertThat(PaperLine.hostOf(1)).isEqualTo(PaperLine.SERVER);
        assertThat(PaperLine.hostOf(2)).isEqualTo(3);
        assertThat(PaperLine.hostOf(16)).isEqualTo(spec.hosts());
    }

    @Test
    void oneSeederIsTheServerItself() {
        assertThat(PaperLine.WAN.spec(1, 1).hosts()).isEqualTo(2);
    }
}
