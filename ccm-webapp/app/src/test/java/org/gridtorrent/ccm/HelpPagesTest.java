package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HelpPagesTest {
    private static final Pattern ARTICLE = Pattern
            .compile("<article.*?</article>", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]+)\"");
    private static final Pattern ID = Pattern.compile(" id=\"([^\"]+)\"");

    @TempDir
    Path folder;

    @Test
    void theGuidesAreShownWithoutALogin_andTheirLinksLeadSomewhere() throws Exception {
        TestSite site = new TestSite(folder);
        try {
            Browser browser = site.browser();
            assertThat(browser.get("/help").headers().firstValue("Location").orElseThrow())
                    .endsWith("/help/user-guide");
            String guide = browser.page("/help/user-guide");
            assertThat(guide).contains("<h1>User guide</h1>", "id=\"publish-a-data-set\"",
                    "href=\"operator-guide\"", "src=\"images/publish.png\"", "<table>");
            List<String> broken = new ArrayList<>();
            for (String address : addresses(guide)) {
                if (address.startsWith("#")) {
                    assertThat(ids(guide)).contains(address.substring(1));
                } else if (browser.get("/help/" + address.replaceFirst("#.*", ""))
                        .statusCode() != 200) {
                    broken.add(address);
                }
            }
            assertThat(broken).isEmpty();
        } finally {
            site.close();
        }
    }

    @Test
    void whatIsNoDocumentAndNoPictureIsNotFound() throws Exception {
        TestSite site = new TestSite(folder);
        try {
            for (String address : List.of("/help/nosuchdocument", "/help/images/nosuch.png",
                    "/help/images/HelpView.class", "/help/USER-GUIDE.md")) {
                assertThat(site.browser().get(address).statusCode()).isEqualTo(404);
            }
        } finally {
            site.close();
        }
    }

    private static Set<String> addresses(String page) {
        Matcher article = ARTICLE.matcher(page);
        assertThat(article.find()).isTrue();
        return all(LINK, article.group());
    }

    private static Set<String> ids(String page) {
        return all(ID, page);
    }

    private static Set<String> all(Pattern pattern, String text) {
        Set<String> found = new TreeSet<>();
        pattern.matcher(text).results().forEach(each -> found.add(each.group(1)));
        return found;
    }
}
