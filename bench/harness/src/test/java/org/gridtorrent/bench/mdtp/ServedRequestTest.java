package org.gridtorrent.bench.mdtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServedRequestTest {
    @Test
    void readsALineOfTheLog() throws IOException {
        assertThat(ServedRequest.parse("206 1048576")).isEqualTo(new ServedRequest(206, 1 << 20));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "206", "206 ", "206 -", "206 99999999999999999999", "GET 1"})
    void refusesAnythingElse(String line) {
        assertThatThrownBy(() -> ServedRequest.parse(line)).isInstanceOf(IOException.class)
                .hasMessageContaining("'" + line + "'");
    }
}
