package org.gridtorrent.ccm.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LocalPathTest {

    @Test
    void everySearchOfThisSite_isALocalPath() {
        String japanese = "/search?q="
                + URLEncoder.encode("\u6d77".repeat(200), StandardCharsets.UTF_8);
        for (String path : new String[]{"/", "/search?q=run*&page=2", "/search?q=it's",
            "/search?q=(a,b)!~;:@$", "/search?q=" + "%E6".repeat(180), japanese}) {
            assertThat(LocalPath.orElse(path, "no")).isEqualTo(path);
        }
    }

    @Test
    void whatLeadsElsewhereOrIntoAHeader_isNot() {
        for (String path : new String[]{"", "search", "//elsewhere.example", "/\\elsewhere.example",
            "/@elsewhere.example", "/*", "/search?q=a b", "/search\r\nSet-Cookie:a=b", "/search\n",
            "/search?q=\"", "/search#a", "/a\\..\\b", "https://elsewhere.example/",
            "/search?q=\u6d77", "/" + "a".repeat(2500)}) {
            assertThat(LocalPath.orElse(path, "no")).as(path).isEqualTo("no");
        }
    }

    @Test
    void aNotice_takesThePlaceOfTheOneBefore() {
        assertThat(LocalPath.noticed("/a", "new")).isEqualTo("/a?notice=new");
        assertThat(LocalPath.noticed("/a?notice=old", "new")).isEqualTo("/a?notice=new");
        assertThat(LocalPath.noticed("/a?q=1&notice=old&notice=older&page=2", "new"))
                .isEqualTo("/a?q=1&page=2&notice=new");
        assertThat(LocalPath.noticed("/a?notice=old&q=notice=", "new"))
                .isEqualTo("/a?q=notice=&notice=new");
    }
}
