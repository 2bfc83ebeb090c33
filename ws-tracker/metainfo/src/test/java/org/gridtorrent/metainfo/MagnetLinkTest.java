package org.gridtorrent.metainfo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.gridtorrent.metainfo.MagnetLink.IndexRange;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MagnetLinkTest {
    private static final String HEX = "0123456789abcdef0123456789abcdef01234567";
    private static final String BASE32 = "AERUKZ4JVPG66AJDIVTYTK6N54ASGRLH";
    private static final String LINK = "magnet:?xt=urn:btih:" + HEX;
    private static final String V2 = "&xt=urn:btmh:1220" + "ab".repeat(32);

    private static void refused(String link, String why) {
        assertThatThrownBy(() -> MagnetLink.parse(link)).isInstanceOf(MetainfoException.class)
                .hasMessageContaining(why).hasMessageNotContaining("\n");
    }

    @Test
    void readsHexAndBase32() throws MetainfoException {
        assertThat(MagnetLink.parse(LINK).infoHash()).hasToString(HEX);
        assertThat(MagnetLink.parse("MAGNET:?xt=urn:btih:" + HEX.toUpperCase(java.util.Locale.ROOT))
                .infoHash()).hasToString(HEX);
        assertThat(MagnetLink.parse("magnet:?xt=urn:btih:" + BASE32).infoHash()).hasToString(HEX);
    }

    @Test
    void readsAllParts() throws MetainfoException {
        MagnetLink link = MagnetLink.parse("magnet:?dn=Ice+cores%202026&xt.1=urn:btih:" + HEX
                + "&tr=http%3A%2F%2Fa.b%2Fan%3Fx%3D1&tr.2=udp://c.d:6969&tr=no+uri&ws=http://e/"
                + "&x.pe=198.18.0.7:6881&x.pe=[fd00::1]:1&x.pe=host.example:6881&so=0,4-6&xl=9");
        assertThat(link.name()).contains("Ice cores 2026");
        assertThat(link.announceTiers()).hasToString("[[http://a.b/an?x=1], [udp://c.d:6969]]");
        assertThat(link.webSeeds()).hasToString("[http://e/]");
        assertThat(link.peers()).containsExactly(
                new InetSocketAddress(InetAddress.ofLiteral("198.18.0.7"), 6881),
                new InetSocketAddress(InetAddress.ofLiteral("fd00::1"), 1));
        assertThat(link.selection()).containsExactly(new IndexRange(0, 0), new IndexRange(4, 6));
    }

    @Test
    void printsWhatItReads() throws MetainfoException {
        String text = LINK + V2 + "&dn=Ice%20%26%20snow&tr=http%3A%2F%2Fa.b%2Fan%3Fx%3D1"
                + "&ws=https%3A%2F%2Fe.f%2Fa%2520b%2F%3Fk%3D1"
                + "&x.pe=198.18.0.7:6881&x.pe=[fd00:0:0:0:0:0:0:1]:1&so=0,4-6";
        MagnetLink link = MagnetLink.parse(text);
        assertThat(link).hasToString(text);
        assertThat(MagnetLink.parse(link.toString())).isEqualTo(link);
    }

    @Test
    void hybridIsNamedByBothHashesAndVersionTwoAloneIsRefused() throws MetainfoException {
        MagnetLink link = MagnetLink.parse(LINK + V2);
        assertThat(link.infoHash()).hasToString(HEX);
        assertThat(link.infoHashV2()).map(InfoHash::hex).contains("ab".repeat(32));
        refused("magnet:?" + V2.substring(1), "v2 only");
    }

    @Test
    void namesTheMetainfoItWasMadeOf() throws MetainfoException {
        byte[] hybrid = ("d8:announce12:http://a.b/x4:infod9:file treed5:a b cd0:d6:lengthi5e"
                + "11:pieces root32:" + "r".repeat(32)
                + "eee6:lengthi5e12:meta versioni2e4:name5:a b c"
                + "12:piece lengthi16384e6:pieces20:aaaaaaaaaaaaaaaaaaaae8:url-list11:http://c.d/e")
                .getBytes(StandardCharsets.UTF_8);
        Metainfo metainfo = Metainfo.parse(hybrid);
        MagnetLink link = MagnetLink.parse(MagnetLink.of(metainfo).toString());
        assertThat(link.infoHash()).isEqualTo(metainfo.infoHash());
        assertThat(link.infoHashV2()).isEqualTo(metainfo.infoHashV2()).isPresent();
        assertThat(link.name()).contains("a b c");
        assertThat(link.announceTiers()).isEqualTo(metainfo.announceTiers());
        assertThat(link.webSeeds()).isEqualTo(metainfo.webSeeds()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "magnet:", "magnet:xt=urn:btih:", "http://a.b", "magnet:?",
        "magnet:?dn=a", "magnet:?xt=urn:sha1:AAAA", "magnet:?xt=urn:btih:",
        "magnet:?xt=urn:btih:abc", "magnet:?xt=urn:btih:0123456789abcdef0123456789abcdef0123456g",
        "magnet:?xt=urn:btih:0ERUKZ4JVPG66AJDIVTYTK6N54ASGRLH",
        "magnet:?xt=urn:btmh:1120abab", "magnet:?xt=urn:btmh:1220abab"})
    void linkWithoutInfoHashIsRefused(String link) {
        refused(link, "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"&dn=%", "&dn=%4", "&dn=%zz", "&dn=%ff", "&x.pe=1.2.3.4",
        "&x.pe=1.2.3.4:0", "&x.pe=1.2.3.4:65536", "&x.pe=:5", "&x.pe=fd00::1:5", "&so=", "&so=a",
        "&so=3-1", "&so=1,,2", "&so=-1", "&so=9999999999", "&xt=urn:btih:"
                + "ffffffffffffffffffffffffffffffffffffffff"})
    void contradictionIsRefused(String more) {
        refused(LINK + more, "magnet link");
    }

    @Test
    void eachPartHasItsLimit() {
        refused(LINK + "&dn=" + "a".repeat(501), "name");
        refused(LINK + repeated(101, n -> "&tr=http://a.b/" + n), "trackers");
        refused(LINK + repeated(65, n -> "&ws=http://a.b/" + n), "web seeds");
        refused(LINK + repeated(101, n -> "&x.pe=1.2.3.4:" + (n + 1)), "peers");
        refused(LINK + "&so=" + repeated(1001, n -> (n == 0 ? "" : ",") + n), "ranges");
        refused(LINK + "&kt=" + "a".repeat(70_000), "too long");
    }

    private static String repeated(int count, java.util.function.IntFunction<String> part) {
        return IntStream.range(0, count).mapToObj(part).collect(Collectors.joining());
    }

    @Test
    void nameIsEscaped() throws MetainfoException {
        assertThat(MagnetLink.parse(LINK + "&dn=a%0a%1b%5b31m").name().orElseThrow())
                .doesNotContain("\n", "\u001b");
        assertThat(MagnetLink.parse(LINK + "&dn=").name()).isEmpty();
    }

    @Test
    void randomLinksAreReadOrRefused() {
        long seed = TestScale.seed("metainfo.seed");
        var random = new Random(seed);
        String alphabet = "magnet:?xt=urnbih&dp.sow0123456789-%,[]abcdef";
        for (int round = 0; round < 20_000; round++) {
            String text = LINK + "&" + random.ints(random.nextInt(40), 0, alphabet.length())
                    .mapToObj(n -> alphabet.substring(n, n + 1)).collect(Collectors.joining());
            try {
                MagnetLink link = MagnetLink.parse(text);
                assertThat(MagnetLink.parse(link.toString())).as("seed %d", seed).isEqualTo(link);
            } catch (MetainfoException e) {
                assertThat(e.getMessage()).as("seed %d", seed).isNotBlank();
            }
        }
    }
}
