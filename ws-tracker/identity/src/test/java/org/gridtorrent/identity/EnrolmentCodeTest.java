package org.gridtorrent.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnrolmentCodeTest {
    private final Keys site = Keys.ofSite("lab");
    private final EnrolmentCode code = EnrolmentCode.next(new SecureRandom(),
            site.authority().certificate());

    @Test
    void comesBackHoweverItWasPasted() throws IdentityException {
        String sloppy = "  " + code.text().toLowerCase(Locale.ROOT).replace('-', ' ') + "\n";
        assertThat(EnrolmentCode.parse(sloppy).secretHash()).isEqualTo(code.secretHash());
        assertThat(EnrolmentCode.parse(code.text()).text()).isEqualTo(code.text());
    }

    @Test
    void knowsItsOwnSiteOnly() throws IdentityException {
        var pasted = EnrolmentCode.parse(code.text());
        assertThat(pasted.matches(site.authority().certificate())).isTrue();
        assertThat(pasted.matches(Keys.ofSite("lab").authority().certificate())).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "abcd", "1111111111",
        "0000-0000-0000-0000-0000-0000-0000-0000-0000-0000-0000-0000-0000",
        "aaaa-aaaa-aaaa-aaaa-aaaa-aaaa-aaaa-aaaa-aaaa-aaaa-aaaa-aaaa-aaab"})
    void parse_refusesWhatIsNoCode(String text) {
        assertThatThrownBy(() -> EnrolmentCode.parse(text)).isInstanceOf(IdentityException.class);
    }

    @Test
    void showsNoSecretInLogs() {
        assertThat(code).hasToString("EnrolmentCode[...]");
    }
}
