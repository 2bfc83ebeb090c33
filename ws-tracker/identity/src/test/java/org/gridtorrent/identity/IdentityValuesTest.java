package org.gridtorrent.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.security.SecureRandom;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityValuesTest {
    @Test
    void ids_haveSixteenLettersOfTheirAlphabet() {
        assertThat(Ids.next(new Random(1))).matches("[a-z2-7]{16}");
        assertThat(Ids.isValid("A")).isFalse();
        assertThat(Ids.isValid("a".repeat(41))).isFalse();
    }

    @Test
    void base32_decodesWhatItEncoded() {
        var random = new Random(7);
        for (int length = 0; length < 40; length++) {
            var bytes = new byte[length];
            random.nextBytes(bytes);
            assertThat(Base32.decode(Base32.encode(bytes))).isEqualTo(bytes);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "gridtorrent://lab/user/u1", "gridtorrent://lab/user/u1/device/",
        "gridtorrent://lab/user/u1/device/d1/", "gridtorrent://lab/user/../device/d1",
        "http://lab/user/u1/device/d1", "gridtorrent://LAB/user/u1/device/d1",
        "gridtorrent://lab/user/u1/device/d1\n", "gridtorrent://lab/user/u%31/device/d1"})
    void deviceName_refusesAnyOtherForm(String uri) {
        assertThatIllegalArgumentException().isThrownBy(() -> DeviceName.parse(uri));
    }

    @Test
    void deviceName_comesBackFromItsUri() {
        var name = new DeviceName("lab.example", "u1", "d1");
        assertThat(DeviceName.parse(name.uri())).isEqualTo(name);
    }

    @Test
    void passwords_matchTheirOwnHashOnly() {
        var passwords = new Passwords();
        String hash = passwords.hash("correct horse");
        assertThat(hash).startsWith("$argon2id$").doesNotContain("horse");
        assertThat(passwords.matches("correct horse", hash)).isTrue();
        assertThat(passwords.matches("correct horsf", hash)).isFalse();
        assertThat(passwords.matches("correct horse", "plain")).isFalse();
        assertThat(passwords.hash("correct horse")).isNotEqualTo(hash);
    }

    @Test
    void origin_isAnAddressOrAWholeNetworkOfTheNewProtocol() {
        assertThat(Origin.of("192.0.2.1")).isNotEqualTo(Origin.of("192.0.2.2"));
        assertThat(Origin.of("2001:db8::1")).isEqualTo(Origin.of("2001:db8::9:2"))
                .isNotEqualTo(Origin.of("2001:db8:0:1::1"));
        assertThat(Origin.of("fe80::1%eth0")).isEqualTo(Origin.of("[fe80::2]"));
    }

    @Test
    void passwords_areHashedForSoManyAndNoMoreAtOnce() throws Exception {
        var passwords = new Passwords(1, 4);
        var refused = new AtomicInteger();
        try (var everybody = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 40; i++) {
                everybody.execute(() -> {
                    try {
                        passwords.matches("correct horse", passwords.decoy());
                    } catch (RejectedExecutionException e) {
                        refused.incrementAndGet();
                    }
                });
            }
        }
        assertThat(refused.get()).isBetween(1, 35);
        assertThat(passwords.matches("correct horse", passwords.hash("correct horse"))).isTrue();
    }

    @Test
    void tokens_areStoredAsHashesOnly() {
        String token = Tokens.next(new SecureRandom());
        assertThat(token).matches("[A-Za-z0-9_-]{43}");
        assertThat(Tokens.hash(token)).matches("[0-9a-f]{64}").isNotEqualTo(token);
    }

    @Test
    void userName_isShortPlainAndBeginsWithALetter() {
        assertThat(List.of("ab", "a-9", "x".repeat(40))).allMatch(UserName::isValid);
        assertThat(
                List.of("", "a", "x".repeat(41), "9a", "-a", "A", "a.b", "a_b", "a b", "ä", "a\n"))
                .noneMatch(UserName::isValid);
    }
}
