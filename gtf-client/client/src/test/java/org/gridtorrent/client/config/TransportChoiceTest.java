package org.gridtorrent.client.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransportChoiceTest {
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "ptcp", "ptcp:1", "ptcp:128"})
    void parse_readsWhatItWrites(String text) {
        assertThat(TransportChoice.parse(text)).hasToString(text);
    }

    @Test
    void ptcp_withoutANumber_leavesTheCountToPtcp() {
        assertThat(TransportChoice.parse("ptcp").streams()).isEqualTo(OptionalInt.empty());
        assertThat(TransportChoice.parse("ptcp:8").streams()).hasValue(8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "udp", "ptcp:", "ptcp:0", "ptcp:129", "ptcp:-1", "tcp:2", "PTCP"})
    void parse_saysWhatItTakes(String text) {
        assertThatThrownBy(() -> TransportChoice.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'" + text
                        + "' is not a transport; write tcp, ptcp, or ptcp:N with N from 1 to 128");
    }
}
