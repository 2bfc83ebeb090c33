package org.gridtorrent.bench.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.gridtorrent.bench.link.LineCheck.Finding;
import org.junit.jupiter.api.Test;

class LineCheckTest {
    @Test
    void aLineThatIsNotAsAsked_isWarnedOf_inOneLineThatSaysWhat() {
        String warning = Finding.warning(List.of(
                finding("rate 1-2", "Mb/s", 1000, 375),
                finding("loss", "%", 0.01, 4),
                finding("round trip 1-2", "ms", 30, 30.4))).orElseThrow();
        assertThat(warning).contains("rate 1-2 asked 1000 Mb/s, measured 375 Mb/s")
                .contains("measured 4.00 %").doesNotContain("round trip").doesNotContain("\n");
    }

    @Test
    void aLineNearToWhatWasAsked_isNotWarnedOf() {
        assertThat(Finding.warning(List.of(
                finding("rate 1-2", "Mb/s", 1000, 985),
                finding("loss", "%", 0, 0.02),
                finding("loss", "%", 5, 5.9),
                finding("round trip 1-2", "ms", 1, 2.1),
                new Finding("rate 1-3", "Mb/s", 10, Optional.empty(), "no iperf3")))).isEmpty();
    }

    private static Finding finding(String what, String unit, double requested, double measured) {
        return new Finding(what, unit, requested, Optional.of(measured), "");
    }
}
