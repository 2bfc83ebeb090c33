package org.gridtorrent.client.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GridjetUrlTest {
    @Test
    void address_namesSiteDatasetAndPath() {
        assertThat(GridjetUrl.parse("gridjet://Site.Example:8480/abc1/a%20b/c.txt"))
                .isEqualTo(new GridjetUrl("site.example:8480", "abc1", "a b/c.txt"));
        for (String text : List.of("gridjet://site/abc", "gridjet://site/abc/",
                "GRIDJET://site/abc")) {
            assertThat(GridjetUrl.parse(text)).isEqualTo(new GridjetUrl("site", "abc", ""));
        }
        assertThat(GridjetUrl.parse("gridjet://site/abc/folder/").path()).isEqualTo("folder");
    }

    @Test
    void otherAddresses_areRefused() {
        for (String text : List.of("", "http://site/abc", "gridjet:abc", "gridjet:///abc",
                "gridjet://site/", "gridjet://site/ABC/x", "gridjet://a@site/abc",
                "gridjet://site/a b")) {
            assertThatThrownBy(() -> GridjetUrl.parse(text)).as(text)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void site_isThatOfThePages() {
        GridjetUrl url = GridjetUrl.parse("gridjet://site:8480/abc");
        assertThat(url.isOf(URI.create("https://Site:8480/"))).isTrue();
        assertThat(url.isOf(URI.create("https://site/"))).isFalse();
    }

    @Test
    void range_isCutToTheFile() {
        assertThat(ByteRange.parse("bytes=0-0", 10)).contains(new ByteRange(0, 1));
        assertThat(ByteRange.parse("bytes=5-", 10)).contains(new ByteRange(5, 10));
        assertThat(ByteRange.parse("bytes=5-99", 10)).contains(new ByteRange(5, 10));
        assertThat(ByteRange.parse("bytes=-3", 10)).contains(new ByteRange(7, 10));
        assertThat(ByteRange.parse("bytes=-99", 10)).contains(new ByteRange(0, 10));
    }

    @Test
    void rangeOutsideOfTheFile_isUnsatisfiable_andMalformedOnesAreIgnored() {
        for (String header : List.of("bytes=10-", "bytes=10-11", "bytes=-0")) {
            assertThat(ByteRange.parse(header, 10).map(ByteRange::isUnsatisfiable)).as(header)
                    .isEqualTo(Optional.of(true));
        }
        for (String header : List.of("", "bytes=-", "bytes=3-2", "bytes=0-1,3-4", "lines=1-2",
                "bytes=99999999999999999999-")) {
            assertThat(ByteRange.parse(header, 10)).as(header).isEmpty();
        }
    }
}
