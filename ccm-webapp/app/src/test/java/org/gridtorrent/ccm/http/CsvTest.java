package org.gridtorrent.ccm.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTest {
    @Test
    void quotesWhatHasCommasQuotesOrLineEnds() {
        assertThat(line("a,b", "c\"d", "e\r\nf", " plain ", ""))
                .isEqualTo("\"a,b\",\"c\"\"d\",\"e\r\nf\", plain ,");
    }

    @ParameterizedTest
    @ValueSource(strings = {"=1+1", "+1", "-1", "@SUM(A1)", "  =1+1", "\t=1", "\u00a0=1",
        "\uff1d1"})
    void marksAsTextWhatASpreadsheetWouldRun(String cell) {
        assertThat(line(cell)).isEqualTo("'" + cell);
    }

    @Test
    void leavesTextWithSuchSignsInsideAsItIs() {
        assertThat(line("a=b", "2026-03-04", "name@example.org")).isEqualTo(
                "a=b,2026-03-04,name@example.org");
    }

    private static String line(Object... cells) {
        String text = new String(new Csv("x").line(cells).download("x.csv").body(),
                StandardCharsets.UTF_8);
        assertThat(text).startsWith("x\r\n").endsWith("\r\n");
        return text.substring(3, text.length() - 2);
    }
}
