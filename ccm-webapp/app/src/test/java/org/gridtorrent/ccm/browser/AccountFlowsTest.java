package org.gridtorrent.ccm.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.gridtorrent.ccm.TestSite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

@EnabledIf("org.gridtorrent.ccm.browser.Chromium#isInstalled")
class AccountFlowsTest {
    @TempDir
    Path folder;
    private BrowserSession crowd;

    @BeforeEach
    void open() throws Exception {
        crowd = new BrowserSession(folder);
    }

    @AfterEach
    void close() throws Exception {
        crowd.close();
    }

    @Test
    void somebodyRegistersLogsOutAndIsLedBackAfterLoggingIn() {
        var visitor = crowd.anonymous();
        visitor.go("/register");
        visitor.page().fill("#name", "somebody");
        visitor.page().fill("#fullName", "Some Body");
        visitor.page().fill("#password", TestSite.PASSWORD);
        visitor.press("main form button");
        assertThat(visitor.text()).contains("Your account is ready");
        visitor.pressButton("Log out");
        assertThat(visitor.text()).contains("You are logged out.");
        visitor.go("/search?q=ice");
        visitor.page().fill("main [name=name]", "somebody");
        visitor.page().fill("main [name=password]", TestSite.PASSWORD);
        visitor.press("main form[action='/login'] button");
        assertThat(visitor.page().url()).endsWith("/search?q=ice");
    }

    @Test
    void aTokenIsMadeUsedAndRevoked() throws Exception {
        var visitor = crowd.person("somebody");
        visitor.go("/account");
        visitor.page().fill("#tokenName", "Nightly report");
        visitor.press("main form[action='/account/tokens'] button");
        String secret = visitor.page().innerText("pre.paste >> nth=0").strip();
        assertThat(asked(secret)).isEqualTo(200);
        visitor.go("/account");
        assertThat(visitor.page().content()).doesNotContain(secret);
        visitor.pressButton("Revoke Nightly report");
        assertThat(visitor.text()).contains("The token is revoked");
        assertThat(asked(secret)).isEqualTo(401);
    }

    @Test
    void aNewPasswordEndsTheOtherBrowsers() {
        var here = crowd.person("somebody");
        var there = crowd.loggedIn("somebody");
        there.go("/groups/new");
        here.go("/account");
        here.page().fill("#old", TestSite.PASSWORD);
        here.page().fill("#password", "other words to remember");
        here.press("main form[action='/account/password'] button");
        assertThat(here.text()).contains("All other browsers are logged out.");
        there.page().fill("#name", "Made too late");
        there.press("main form .actions button");
        assertThat(crowd.site.catalog.people().groups().of(crowd.id("somebody"))).isEmpty();
        there.go("/my-data");
        assertThat(there.page().url()).contains("/login");
        there.loggedInAs("somebody", "other words to remember");
        assertThat(there.go("/my-data")).isEqualTo(200);
    }

    @Test
    void languageAndColoursStayAsChosen() {
        var visitor = crowd.person("somebody");
        visitor.go("/groups?q=ice");
        visitor.pressButton("Deutsch");
        assertThat(visitor.page().url()).endsWith("/groups?q=ice");
        assertThat(visitor.page().getAttribute("html", "lang")).isEqualTo("de");
        visitor.pressButton("Dunkel");
        visitor.go("/inbox");
        assertThat(visitor.page().getAttribute("html", "data-theme")).isEqualTo("dark");
        assertThat(visitor.text()).contains("Eingang");
        String colour = (String) visitor.page()
                .evaluate("getComputedStyle(document.body).backgroundColor");
        assertThat(colour).isEqualTo("rgb(14, 20, 26)");
    }

    private int asked(String token) throws Exception {
        try (var client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(crowd.site.url.resolve("/api/v1/me"))
                    .header("Authorization", "Bearer " + token).build(),
                    BodyHandlers.discarding()).statusCode();
        }
    }
}
