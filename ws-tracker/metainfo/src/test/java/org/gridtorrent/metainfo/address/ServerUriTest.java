package org.gridtorrent.metainfo.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerUriTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "http://a.b/an?x=1 | http://a.b/an?x=1",
        "http://a.b | http://a.b",
        "HTTP://A.Example:80/An | http://a.example:80/An",
        "udp://lab_tracker:6969 | udp://lab_tracker:6969",
        "http://127.0.0.1:6969/my announce | http://127.0.0.1:6969/my%20announce",
        "http://a.b/100%?q=%zz%2f%C3 | http://a.b/100%25?q=%25zz%2f%C3",
        "http://a.b/ä?ö=[1]^{2} | http://a.b/%C3%A4?%C3%B6=%5B1%5D%5E%7B2%7D",
        "http://müller.example/ | http://xn--mller-kva.example/",
        "http://münchen_1/ | http://xn--mnchen_1-65a/",
        "http://a.b/x#y | http://a.b/x",
        "http://a.b?q | http://a.b?q",
        "http://a.b: | http://a.b",
        "http://[::1]:80/ | http://[::1]:80/",
        "http://[FE80::1%eth0]:80/ | http://[fe80::1%eth0]:80/",
        "http://1.2.3.4.:8/ | http://1.2.3.4.:8/",
        "http://user:pass word@a_b:1/ | http://user:pass%20word@a_b:1/"})
    void anAddressIsMadeOneThatUriReads(String text, String uri) {
        assertThat(ServerUri.parse(text)).hasToString(uri);
        assertThat(ServerUri.parse(uri)).hasToString(uri);
    }

    @Test
    void blanksAroundAndLineBreaksWithinAreDropped() {
        assertThat(ServerUri.parse(" \thttp://a.b/an\r\n\tnounce\n"))
                .hasToString("http://a.b/announce");
        assertThat(ServerUri.parse("http://a.b/x|y\0")).hasToString("http://a.b/x%7Cy%00");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "x y z", "a.b", "lab:8480", "/path", "http:", "http:/a",
        "http://",
        "http:///x", "http://:80", "http://a b/", "http://a|b/", "http://a%20b/", "http://-a/",
        "http://a..b/", "http://a:0/", "http://a:65536/", "http://a:999999/", "http://a:x/",
        "http://[::1/", "http://[1.2.3.4]/", "http://[::zz]/", "http://a:1:2/", "1http://a/",
        "http://.",
        "mailto:a@b"})
    void whatCannotBeUsedIsRefusedWithAReason(String text) {
        assertThatThrownBy(() -> ServerUri.parse(text)).isInstanceOf(IllegalArgumentException.class)
                .message().matches("(has|does|is) .*").doesNotContain("\n");
    }

    @Test
    void lengthsAreLimited() {
        assertThatThrownBy(() -> ServerUri.parse("http://a/" + "x".repeat(ServerUri.MAX_LENGTH)))
                .hasMessageContaining("longer");
        assertThatThrownBy(() -> ServerUri.parse("http://" + "a".repeat(64)))
                .hasMessageContaining("host");
        assertThatThrownBy(() -> ServerUri.parse("http://" + "a.".repeat(127) + "a"))
                .hasMessageContaining("host");
    }

    @Test
    void schemesMayBeRestricted() {
        assertThat(ServerUri.parse("HTTPS://a/", List.of("http", "https"))).hasScheme("https");
        assertThatThrownBy(() -> ServerUri.parse("udp://a/", List.of("http", "https")))
                .hasMessage("does not begin with http:// or https://");
    }

    @ParameterizedTest
    @CsvSource({"b c?d=|, http://h_1:8/a/b%20c?d=%7C", "/b#c, http://h_1:8/b",
        "//i_2/x, http://i_2/x", "HTTPS://J/y z, https://j/y%20z", "?q, http://h_1:8/a/?q"})
    void redirectIsResolved(String reference, String uri) {
        assertThat(ServerUri.resolve(URI.create("http://h_1:8/a/z"), reference)).hasToString(uri);
        for (String wrong : List.of("mailto:a@b", "http://", "//", "a:b", "//a b/")) {
            assertThatThrownBy(() -> ServerUri.resolve(URI.create("http://h_1:8/"), wrong))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void hostAndPortAreReadWhereJavaReadsNone() {
        URI compose = ServerUri.parse("http://lab_tracker:6969/announce");
        assertThat(compose.getHost()).isNull();
        assertThat(ServerUri.host(compose)).contains("lab_tracker");
        assertThat(ServerUri.port(compose)).isEqualTo(6969);
        assertThat(ServerUri.port(URI.create("http://lab_tracker/"))).isEqualTo(-1);
        assertThat(ServerUri.host(URI.create("http://u@lab_tracker/"))).contains("lab_tracker");
        assertThat(ServerUri.host(URI.create("http://a.b:1/"))).contains("a.b");
        assertThat(ServerUri.host(URI.create("mailto:a@b"))).isEmpty();
        assertThat(ServerUri.port(URI.create("http://a_b:99999999999"))).isEqualTo(-1);
    }

    @Test
    void randomAddressesAreReadOrRefused() {
        long seed = TestScale.seed("metainfo.seed");
        var random = new Random(seed);
        String alphabet = "htp:/?#[]@%_.-|ü \t\\0129aF";
        for (int round = 0; round < 20_000; round++) {
            String text = "http://" + random.ints(random.nextInt(30), 0, alphabet.length())
                    .mapToObj(n -> alphabet.substring(n, n + 1)).collect(Collectors.joining());
            try {
                URI uri = ServerUri.parse(text);
                assertThat(ServerUri.host(uri)).as("seed %d: %s", seed, text).isPresent();
                assertThat(ServerUri.parse(uri.toString())).as("seed %d", seed).isEqualTo(uri);
            } catch (IllegalArgumentException e) {
                assertThat(e.getMessage()).as("seed %d: %s", seed, text)
                        .matches("(has|does|is) .*");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"https://lab, /login, https://lab/login", "https://lab/, /login, https://lab/login",
        "https://lab/grid, /a?b=c, https://lab/grid/a?b=c",
        "http://my_lab:1/grid//, /a, http://my_lab:1/grid/a"})
    void whatLiesBelowABaseHasItsPathInFront(URI base, String path, String address) {
        assertThat(ServerUri.below(base, path)).hasToString(address);
    }
}
