package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.gridtorrent.ccm.site.CcmOptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CcmOptionsTest {
    @ParameterizedTest
    @CsvSource({"https://lab, ''", "https://lab/, ''", "https://lab/grid, /grid",
        "https://lab/grid/, /grid", "http://lab:8480/a-b/c_d.e~f, /a-b/c_d.e~f"})
    void thePathOfTheAddressIsThePathOfThePages(URI address, String root) {
        assertThat(CcmOptions.rootOf(address)).isEqualTo(root);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://lab/a%20b", "https://lab/a//b", "https://lab/../b",
        "https://lab/./b", "https://lab/grid?x=1", "https://lab/gr;id", "https://lab/a+b",
        "https://lab/%2e%2e", "https://lab//"})
    void aPathThatLinksCannotHave_isRefused(URI address) {
        assertThatThrownBy(() -> CcmOptions.rootOf(address))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("/grid");
    }
}
