package org.gridtorrent.mdtp.checksum;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ChecksumTest {

    @ParameterizedTest
    @CsvSource({"sha-1, a9993e364706816aba3e25717850c26c9cd0d89d",
        "SHA-256, ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "sha-256, BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD"})
    void matchesTheDigestOfTheSameBytes(String name, String hex) {
        HashType type = HashType.named(name).orElseThrow();
        Checksum checksum = Checksum.ofHex(type, hex);
        assertThat(checksum.matches(type.newDigest().digest("abc".getBytes(US_ASCII)))).isTrue();
        assertThat(checksum.matches(type.newDigest().digest("abd".getBytes(US_ASCII)))).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void digestHasTheLengthOfItsType(HashType type) {
        assertThat(type.newDigest().digest()).hasSize(type.length());
    }

    @ParameterizedTest
    @ValueSource(strings = {"md5", "sha256", "sha-257", ""})
    void otherTypesAreNotSupported(String name) {
        assertThat(HashType.named(name)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a9", "a9993e364706816aba3e25717850c26c9cd0d89",
        "a9993e364706816aba3e25717850c26c9cd0d89dff", "x9993e364706816aba3e25717850c26c9cd0d89d"})
    void digitsOfAnotherLengthAndOtherLettersAreRefused(String digits) {
        assertThatThrownBy(() -> Checksum.ofHex(HashType.SHA_1, digits))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void isWrittenAsOnTheCommandLine() {
        String text = "sha-1=a9993e364706816aba3e25717850c26c9cd0d89d";
        assertThat(Checksum.ofHex(HashType.SHA_1, text.substring(6))).hasToString(text);
    }
}
