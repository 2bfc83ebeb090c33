package org.gridtorrent.metainfo.bencode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.gridtorrent.metainfo.bencode.BencodeValue.ListValue;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BencodeTest {
    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"i0e", "i-1e", "i9223372036854775807e", "i-9223372036854775808e", "0:",
        "4:spam",
        "le", "de", "l4:spami42ee", "d3:bar4:spam3:fooi42ee", "lldeee"})
    void canonicalValuesSurviveARoundTrip(String text) throws BencodeException {
        assertThat(Bencode.encode(Bencode.decode(ascii(text)))).isEqualTo(ascii(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "i", "ie", "i-e", "i--1e", "i+1e", "i01e", "i-0e", "i-01e", "i1",
        "i1.5e",
        "i9223372036854775808e", "i-9223372036854775809e", "i99999999999999999999999999e", "4",
        "4:", "4:spa",
        "04:spam", "-1:a", "99999999999999999999:a", "9223372036854775807:a", "2147483648:a", "l",
        "l4:spam",
        "d", "d3:foo", "d3:fooi1e", "di1e3:fooe", "d3:fooi1e3:fooi2ee", "d1:ae", "x", "e", " i1e",
        "i1e ",
        "i1ei2e", "le\n"})
    void malformedInputIsRefused(String text) {
        assertThatThrownBy(() -> Bencode.decode(ascii(text))).isInstanceOf(BencodeException.class);
    }

    @Test
    void keysOutOfOrderAreReadAndWrittenInOrder() throws BencodeException {
        BencodeValue value = Bencode.decode(ascii("d1:bi1e1:ai2ee"));
        assertThat(Bencode.encode(value)).isEqualTo(ascii("d1:ai2e1:bi1ee"));
    }

    @Test
    void keysAreInTheOrderOfUnsignedBytes() {
        var dictionary = Bencode
                .dictionary(Map.of("é", BencodeValue.of(1), "z", BencodeValue.of(2)));
        assertThat(Bencode.encode(dictionary)).isEqualTo(ascii("d1:zi2e2:\u00c3\u00a9i1ee"));
    }

    @Test
    void depthIsBounded() throws BencodeException {
        assertThat(Bencode.decode(ascii("l".repeat(101) + "e".repeat(101)))).isNotNull();
        assertThatThrownBy(() -> Bencode.decode(ascii("l".repeat(102) + "e".repeat(102))))
                .hasMessageContaining("levels");
        assertThatThrownBy(() -> Bencode.decode(ascii("d1:a".repeat(2_000_000))))
                .isInstanceOf(BencodeException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"l0:0:0:0:0:e", "llelelelelee", "d1:a0:1:b0:1:c0:e",
        "li0ei0ei0ei0ei0ee", "ldededededee"})
    void countOfValuesAndKeysIsBounded(String text) throws Exception {
        int values = 6 + (text.startsWith("d") ? 1 : 0);
        assertThatThrownBy(() -> new BencodeReader(ascii(text), values - 1).read())
                .hasMessageContaining("more than " + (values - 1) + " values");
    }

    @Test
    void filesOfAnOrdinaryDay_areFewEnough() throws Exception {
        StringBuilder files = new StringBuilder("l");
        for (int i = 0; i < 450_000; i++) {
            files.append("d6:lengthi0e4:pathl3:dir6:").append(100_000 + i).append("ee");
        }
        assertThat(Bencode.decode(ascii(files.append("e").toString())))
                .isInstanceOfSatisfying(ListValue.class,
                        list -> assertThat(list.items()).hasSize(450_000));
    }

    @Test
    void everyPrefixIsRefused() {
        byte[] whole = ascii(
                "d4:infod6:lengthi16384e4:name1:a12:piece lengthi16384ee4:listl1:ai-7eee");
        for (int length = 0; length < whole.length; length++) {
            byte[] prefix = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> Bencode.decode(prefix)).isInstanceOf(BencodeException.class);
        }
    }

    @Test
    void valueBeforeOtherBytesIsDecoded() throws BencodeException {
        assertThat(Bencode.decodePrefix(ascii("d1:ai1eerest")).end()).isEqualTo(8);
    }

    @Test
    void randomBytesAreDecodedOrRefused() {
        long seed = TestScale.seed("metainfo.seed");
        var random = new Random(seed);
        byte[] alphabet = ascii("ilde0123456789:-ab");
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = new byte[random.nextInt(40)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = alphabet[random.nextInt(alphabet.length)];
            }
            try {
                BencodeValue value = Bencode.decode(bytes);
                assertThat(Bencode.decode(Bencode.encode(value))).as("seed %d", seed)
                        .isEqualTo(value);
            } catch (BencodeException e) {
                assertThat(e.getMessage()).as("seed %d", seed).isNotBlank();
            }
        }
    }

    @Test
    void bytesThatAreNoTextAreKept() throws BencodeException {
        var text = (BencodeValue.ByteString) Bencode
                .decode(new byte[]{'2', ':', (byte) 0xff, (byte) 0xfe});
        assertThat(text.utf8()).isEmpty();
        assertThat(text.bytes()).containsExactly(0xff, 0xfe);
        assertThat(new BencodeValue.ListValue(List.of(text)).items()).containsExactly(text);
    }
}
