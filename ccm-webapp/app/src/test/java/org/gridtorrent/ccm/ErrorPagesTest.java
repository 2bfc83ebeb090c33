package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where an error page leads. */
class ErrorPagesTest {
    private static final String UNKNOWN = "/datasets/aaaaaaaaaaaaaaaa";

    @TempDir
    Path folder;
    private TestSite site;
    private Browser browser;

    @BeforeEach
    void open() throws Exception {
        site = new TestSite(folder);
        site.account("member");
        browser = site.loggedIn("member");
    }

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    void anErrorPage_leadsBackToThePageOfThisSiteThatOneCameFrom() throws Exception {
        assertThat(from(site.url + "/search?q=ice&page=2", UNKNOWN))
                .contains("href=\"/search?q=ice&amp;page=2\">Back</a>", "Go to the start page");
        assertThat(browser.send(browser.form("/groups/aaaaaaaaaaaaaaaa/leave", browser.token())
                .header("Referer", site.url + "/groups").build()).body())
                .contains("href=\"/groups\">Back</a>");
    }

    @Test
    void anErrorPage_leadsNowhereElse() throws Exception {
        for (String referer : new String[]{"https://elsewhere.example/search",
            "http://127.0.0.1:1/search", site.url + "//elsewhere.example/x", "not an address",
            site.url + UNKNOWN + "?again=1", site.url + "/",
            site.url.toString().replace("://", "://127.0.0.1@") + "/search"}) {
            assertThat(from(referer, UNKNOWN)).as(referer).doesNotContain(">Back</a>")
                    .contains("Go to the start page");
        }
        assertThat(browser.get(UNKNOWN).body()).doesNotContain(">Back</a>");
    }

    @Test
    void anErrorPage_leadsBackToWhatCanBeShown() throws Exception {
        assertThat(from(site.url + "/account/password", UNKNOWN))
                .contains("href=\"/account\">Back</a>");
    }

    @Test
    void aFormThatIsSentAfterItsSessionEnded_saysSoAndLeadsToTheLogin() throws Exception {
        browser.page("/machines");
        String token = browser.token();
        site.catalog.identity().sessions().close(browser.cookie());
        HttpResponse<String> answer = browser.send(browser.form("/machines", token)
                .header("Referer", site.url + "/machines").build());
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("Your session has ended",
                "href=\"/login?next=%2Fmachines\"").doesNotContain("not sent from this site");
        HttpResponse<String> withoutReferer = browser.send(
                browser.form("/machines", token).build());
        assertThat(withoutReferer.body()).contains("Your session has ended", "href=\"/login\"");
    }

    @Test
    void aFormWithoutItsToken_isStillRefusedAsOneFromElsewhere() throws Exception {
        HttpResponse<String> answer = browser.send(browser.form("/machines", "wrong").build());
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("not sent from this site")
                .doesNotContain("Your session has ended");
    }

    private String from(String referer, String path) throws Exception {
        HttpResponse<String> answer = browser.send(
                browser.request(path).header("Referer", referer).build());
        assertThat(answer.statusCode()).isEqualTo(404);
        return answer.body();
    }
}
