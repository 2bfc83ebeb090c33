package org.gridtorrent.catalog.account;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrcidTest {
    @ParameterizedTest
    @ValueSource(strings = {"0000-0002-1825-0097", "0000-0001-5109-3700", "0000-0002-1694-233X"})
    void orcid_isKnownByItsLastSign(String text) {
        assertThat(Orcid.isValid(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://orcid.org/0000-0002-1825-0097",
        " http://orcid.org/0000-0002-1825-0097", "https://www.orcid.org/0000-0002-1825-0097",
        "orcid.org/0000-0002-1825-0097", "0000-0002-1825-0097 "})
    void orcid_isTakenOutOfTheAddressItIsCopiedWith(String text) {
        assertThat(Orcid.bare(text)).isEqualTo("0000-0002-1825-0097");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0000-0002-1825-0098", "0000-0002-1694-2330", "0000000218250097",
        "0000-0002-1825-009x", "", "https://orcid.org/0000-0002-1825-0097"})
    void whatIsNone_isToldFromIt(String text) {
        assertThat(Orcid.isValid(text)).isFalse();
    }
}
