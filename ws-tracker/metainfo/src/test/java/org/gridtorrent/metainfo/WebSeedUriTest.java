package org.gridtorrent.metainfo;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WebSeedUriTest {
    private static final String TAIL = "12:piece lengthi16384e6:pieces20:aaaaaaaaaaaaaaaaaaaaee";

    private static Metainfo metainfo(String info) throws MetainfoException {
        return Metainfo.parse(("d4:infod" + info + TAIL).getBytes(StandardCharsets.UTF_8));
    }

    private static String uri(String webSeed, String info) throws MetainfoException {
        Metainfo metainfo = metainfo(info);
        return WebSeedUri.of(URI.create(webSeed), metainfo, metainfo.files().getFirst())
                .toString();
    }

    @ParameterizedTest
    @CsvSource({
        "https://a.example/f/other.nc, https://a.example/f/other.nc",
        "https://a.example/f/, https://a.example/f/run.nc",
        "https://a.example, https://a.example",
        "https://a.example/f/?key=a/b, https://a.example/f/run.nc?key=a/b",
        "https://a.example/f?key=a/, https://a.example/f?key=a/"})
    void singleFile_isAtTheAddressOrBelowIt(String webSeed, String file) throws Exception {
        assertThat(uri(webSeed, "6:lengthi5e4:name6:run.nc")).isEqualTo(file);
    }

    @ParameterizedTest
    @CsvSource({
        "https://a.example/f, https://a.example/f/set/run.nc",
        "https://a.example/f/, https://a.example/f/set/run.nc",
        "https://a.example, https://a.example/set/run.nc",
        "https://a.example/f?key=a, https://a.example/f/set/run.nc?key=a"})
    void fileOfAFolder_isBelowTheFoldersName(String webSeed, String file) throws Exception {
        assertThat(uri(webSeed, "5:filesld6:lengthi5e4:pathl6:run.nceee4:name3:set"))
                .isEqualTo(file);
    }

    @Test
    void names_arePercentEncodedUtf8() throws Exception {
        assertThat(uri("https://a.example/",
                "5:filesld6:lengthi5e4:pathl8:a b#%+é1:&eee4:name4:s~t;"))
                .isEqualTo("https://a.example/s~t%3B/a%20b%23%25%2B%C3%A9/%26");
    }

    @Test
    void everyFileOfAFolder_hasAnAddressOfItsOwn() throws Exception {
        Metainfo metainfo = metainfo(
                "5:filesld6:lengthi2e4:pathl1:aeed6:lengthi3e4:pathl1:beee4:name3:set");
        assertThat(metainfo.files()).extracting(
                file -> WebSeedUri.of(URI.create("http://a.example/"), metainfo, file).toString())
                .isEqualTo(List.of("http://a.example/set/a", "http://a.example/set/b"));
    }
}
