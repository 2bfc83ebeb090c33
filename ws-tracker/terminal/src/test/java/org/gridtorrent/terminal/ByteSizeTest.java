package org.gridtorrent.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {
    @ParameterizedTest
    @CsvSource({"0, 0", "16384, 16384", "256KiB, 262144", "1MiB, 1048576", "1.5GB, 1500000000",
        "2 tib, 2199023255552",
        "10m, 10000000"})
    void parse_readsWhatPeopleWrite(String text, long bytes) {
        assertThat(ByteSize.parse(text).bytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "1XB", "MiB", "1e9", "9999999999999999999", "999999999TiB",
        "0x10"})
    void parse_namesWhatItRefuses(String text) {
        assertThatThrownBy(() -> ByteSize.parse(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'");
    }

    @Test
    void words_haveThreeDigits() {
        assertThat(ByteSize.words(0)).isEqualTo("0 B");
        assertThat(ByteSize.words(999)).isEqualTo("999 B");
        assertThat(ByteSize.words(1_234)).isEqualTo("1.23 kB");
        assertThat(ByteSize.words(999_999)).isEqualTo("1.00 MB");
        assertThat(ByteSize.words(123_456_789)).isEqualTo("123 MB");
    }
}
