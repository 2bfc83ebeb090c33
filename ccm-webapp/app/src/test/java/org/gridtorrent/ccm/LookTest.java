package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LookTest {
    @TempDir
    Path folder;
    private TestSite site;

    @BeforeEach
    void open() throws Exception {
        site = new TestSite(folder);
    }

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    void theSystemChoosesTheColoursUntilThePersonDoes() throws Exception {
        Browser browser = site.browser();
        assertThat(browser.page("/login")).contains("data-theme=\"system\"",
                "name=\"color-scheme\" content=\"light dark\"");
        assertThat(browser.post("/look", "theme", "dark").statusCode()).isEqualTo(303);
        assertThat(browser.page("/login")).contains("data-theme=\"dark\"",
                "name=\"color-scheme\" content=\"dark\"",
                "value=\"dark\" aria-pressed=\"true\"");
        browser.post("/look", "theme", "system");
        assertThat(browser.page("/login")).contains("data-theme=\"system\"");
    }

    @Test
    void coloursCanBeChosenOnTheErrorPageOfAFirstVisit() throws Exception {
        Browser browser = site.browser();
        assertThat(browser.get("/nosuchpage").statusCode()).isEqualTo(404);
        assertThat(browser.post("/look", "theme", "dark").statusCode()).isEqualTo(303);
        assertThat(browser.get("/nosuchpage").body()).contains("data-theme=\"dark\"");
    }

    @Test
    void aChoiceLeadsBackToItsPageAndNowhereElse() throws Exception {
        Browser browser = site.browser();
        browser.page("/login");
        assertThat(afterChoiceOn(browser, "http://127.0.0.1/search?q=run")).endsWith(
                "/search?q=run");
        assertThat(afterChoiceOn(browser, "http://elsewhere.example//evil.example/x"))
                .endsWith("/").doesNotContain("example");
        assertThat(afterChoiceOn(browser, "not an address")).endsWith("/");
    }

    @Test
    void aChoiceOnAFormsAnswer_leadsToThePageOfTheForm() throws Exception {
        Browser browser = site.browser();
        browser.page("/login");
        for (Map.Entry<String, String> led : Map.of("/account/profile", "/account",
                "/report/review", "/report", "/groups/abcdefgh/invite", "/groups/abcdefgh",
                "/admin/settings/quota?x=1", "/admin/settings", "/datasets/abcdefgh/get",
                "/datasets/abcdefgh", "/notices/abcdefgh/seen", "/notices", "/logout", "/",
                "/buddies?page=2", "/buddies?page=2").entrySet()) {
            assertThat(afterChoiceOn(browser, "http://127.0.0.1" + led.getKey()))
                    .isEqualTo(led.getValue());
        }
    }

    @Test
    void anUnknownThemeAndAFormWithoutItsTokenAreRefused() throws Exception {
        Browser browser = site.browser();
        browser.page("/login");
        assertThat(browser.post("/look", "theme", "\"><b>").statusCode()).isEqualTo(400);
        assertThat(browser.send(browser.form("/look", "wrong", "theme", "dark").build())
                .statusCode()).isEqualTo(403);
        assertThat(browser.page("/login")).contains("data-theme=\"system\"");
    }

    @Test
    void theBrowserChoosesTheLanguageUntilThePersonDoes() throws Exception {
        Browser browser = site.browser();
        assertThat(browser.page("/login")).contains("<html lang=\"en\"");
        assertThat(loginAskedFor(browser, "fr-CH, de-AT;q=0.9, en;q=0.8"))
                .contains("<html lang=\"de\"", ">Anmelden<");
        assertThat(loginAskedFor(browser, "fr")).contains("<html lang=\"en\"");
        browser.post("/look", "language", "en");
        assertThat(loginAskedFor(browser, "de")).contains("<html lang=\"en\"",
                "value=\"en\" lang=\"en\" aria-pressed=\"true\"");
        browser.post("/look", "language", "de");
        assertThat(browser.page("/login")).contains("<html lang=\"de\"");
        assertThat(browser.post("/look", "language", "xx").statusCode()).isEqualTo(400);
    }

    private String loginAskedFor(Browser browser, String languages) throws Exception {
        return browser.send(browser.request("/login").header("Accept-Language", languages)
                .build()).body();
    }

    private static String afterChoiceOn(Browser browser, String page) throws Exception {
        return browser
                .send(browser.form("/look", browser.token(), "theme", "light")
                        .header("Referer", page).build())
                .headers().firstValue("Location").orElseThrow();
    }
}
