package org.gridtorrent.standalone.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostPortTest {
    @Test
    void parse_name() {
        assertThat(HostPort.parse("grid.example.org:8480"))
                .isEqualTo(new HostPort("grid.example.org", 8480));
    }

    @Test
    void parse_ipv6() {
        assertThat(HostPort.parse("[::1]:0")).isEqualTo(new HostPort("::1", 0))
                .hasToString("[::1]:0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":", ":80", "host", "host:", "host:x", "host:-1", "host:65536",
        "::1:80", "host:99999999999"})
    void parse_malformed(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> HostPort.parse(text))
                .withMessageContaining("'" + text + "'");
    }
}
