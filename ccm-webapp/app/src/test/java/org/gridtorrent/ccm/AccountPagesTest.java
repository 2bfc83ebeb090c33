package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccountPagesTest {
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
    void registering_logsInWithAnotherToken() throws Exception {
        Browser browser = site.browser();
        browser.page("/register");
        String before = browser.cookie();
        HttpResponse<String> answer = browser.post("/register", "name", "member", "fullName",
                "A member", "password", TestSite.PASSWORD);
        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(browser.cookie()).isNotEqualTo(before);
        assertThat(answer.headers().firstValue("Set-Cookie").orElseThrow())
                .contains("HttpOnly", "SameSite=Lax");
        assertThat(browser.page("/machines")).contains("<h1>Machines</h1>");
    }

    @Test
    void registering_saysWhatIsWrongAtTheFieldsAndKeepsWhatWasTyped() throws Exception {
        site.account("member");
        Browser browser = site.browser();
        browser.page("/register");
        HttpResponse<String> wrong = browser.post("/register", "name", "Not A Name", "fullName",
                "Kept as typed", "password", "short");
        assertThat(wrong.statusCode()).isEqualTo(422);
        assertThat(wrong.body()).contains("name-error", "password-error", "Kept as typed")
                .doesNotContain("value=\"short\"");
        HttpResponse<String> taken = browser.post("/register", "name", "member", "fullName",
                "Another", "password", TestSite.PASSWORD);
        assertThat(taken.body()).contains("This user name is taken");
    }

    @Test
    void loggingOut_endsTheSessionOnTheServer() throws Exception {
        site.account("member");
        Browser browser = site.loggedIn("member");
        String cookie = browser.cookie();
        assertThat(browser.post("/logout").statusCode()).isEqualTo(303);
        assertThat(site.catalog.identity().sessions().find(cookie)).isEmpty();
        assertThat(browser.get("/my-data").headers().firstValue("Location"))
                .contains("/login?next=%2Fmy-data");
    }

    @Test
    void login_returnsToThePageAskedForButNeverElsewhere() throws Exception {
        site.account("member");
        Browser browser = site.browser();
        browser.page("/login?next=/groups");
        assertThat(browser.post("/login", "name", "member", "password", TestSite.PASSWORD, "next",
                "/groups").headers().firstValue("Location")).contains("/groups");
        String search = "/search?q=it's+(a,b)*" + "%E6%B5%B7".repeat(60);
        String login = site.browser().get(search).headers().firstValue("Location").orElseThrow();
        Browser searching = site.browser();
        assertThat(searching.page(login)).contains("it&#39;s+(a,b)*%E6");
        assertThat(searching.post("/login", "name", "member", "password", TestSite.PASSWORD,
                "next", search).headers().firstValue("Location")).contains(search);
        for (String elsewhere : new String[]{"//evil.example", "https://evil.example",
            "/\\evil.example"}) {
            Browser other = site.browser();
            other.page("/login");
            assertThat(other.post("/login", "name", "member", "password", TestSite.PASSWORD,
                    "next", elsewhere).headers().firstValue("Location")).contains("/");
        }
    }

    @Test
    void login_isSlowedAfterFiveFailuresAndFreeAgainLater() throws Exception {
        site.account("member");
        Browser browser = site.browser();
        browser.page("/login");
        for (int i = 0; i < 5; i++) {
            assertThat(browser.post("/login", "name", "member", "password", "a wrong guess")
                    .statusCode()).isEqualTo(422);
        }
        HttpResponse<String> slowed = browser.post("/login", "name", "Member", "password",
                TestSite.PASSWORD);
        assertThat(slowed.statusCode()).isEqualTo(429);
        assertThat(slowed.body()).contains("Too many attempts. Wait 31 s");
        site.clock.set(site.clock.instant().plus(Duration.ofSeconds(31)));
        assertThat(browser.post("/login", "name", "member", "password", TestSite.PASSWORD)
                .statusCode()).isEqualTo(303);
    }

    @Test
    void login_isFreeOfOthersTries_inABrowserThatLoggedInBefore() throws Exception {
        site.account("member");
        site.account("guesser");
        Browser owner = site.browser().loggedInAs("member");
        owner.post("/logout");
        Browser guesser = site.browser().loggedInAs("guesser");
        guesser.post("/logout");
        guesser.page("/login");
        for (int i = 0; i < 5; i++) {
            assertThat(tried(guesser, "member", "a wrong guess")).isEqualTo(422);
        }
        for (int i = 0; i < 20; i++) {
            tried(guesser, "nobody-" + i, "a wrong guess");
        }
        assertThat(tried(guesser, "member", TestSite.PASSWORD)).isEqualTo(429);
        owner.page("/login");
        for (int i = 0; i < 4; i++) {
            assertThat(tried(owner, "member", "mistyped words")).isEqualTo(422);
        }
        assertThat(tried(owner, "member", TestSite.PASSWORD)).isEqualTo(303);
        assertThat(tried(guesser, "member", TestSite.PASSWORD)).isEqualTo(429);
    }

    @Test
    void aBrowserThatLoggedInBefore_isSlowedByItsOwnTries_andUnknownToANewPassword()
            throws Exception {
        var member = site.account("member");
        Browser owner = site.browser().loggedInAs("member");
        owner.post("/logout");
        owner.page("/login");
        for (int i = 0; i < 5; i++) {
            assertThat(tried(owner, "member", "a wrong guess")).isEqualTo(422);
        }
        assertThat(tried(owner, "member", TestSite.PASSWORD)).isEqualTo(429);
        Browser another = site.browser();
        another.page("/login");
        assertThat(tried(another, "member", TestSite.PASSWORD)).isEqualTo(303);
        site.catalog.identity().accounts().changePassword(member.id(), "a quite new password");
        assertThat(tried(owner, "member", "a wrong guess")).isEqualTo(422);
    }

    private static int tried(Browser browser, String name, String password) throws Exception {
        return browser.post("/login", "name", name, "password", password).statusCode();
    }

    @Test
    void passwordsThatAreTriedFirst_areRefused() throws Exception {
        Browser browser = site.browser();
        browser.page("/register");
        for (String common : new String[]{"1234567890", "QwertyUiop", "aaaaaaaaaaaa",
            "1212121212", "password123"}) {
            assertThat(browser.post("/register", "name", "member", "fullName", "A member",
                    "password", common).body()).as(common).contains("very common");
        }
        for (String named : new String[]{"anna-meier", "Anna.Meier.1987", "ALaboratory",
            "A laboratory 2026!"}) {
            assertThat(browser.post("/register", "name", "annameier", "fullName", "Anna Meier",
                    "password", named).body()).as(named).contains("of your name or the site");
        }
        var account = site.account("member");
        String secret = site.catalog.identity().passwordLinks().create(account.id());
        browser.get(CcmApp.passwordLink(site.url, secret).toString());
        assertThat(browser.page("/setup")).contains("member");
        assertThat(browser.post("/setup", "password", "The member 1").statusCode())
                .isEqualTo(422);
        assertThatThrownBy(() -> site.catalog.identity().accounts().changePassword(account.id(),
                "qwertyuiop")).isInstanceOf(CatalogException.class);
    }

    @Test
    void login_triedManyTimesAtOnceIsTriedNoMoreOftenThanOneAfterTheOther() throws Exception {
        site.account("member");
        Browser browser = site.browser();
        browser.page("/login");
        HttpRequest guess = browser.form("/login", browser.token(), "name", "member", "password",
                "a wrong guess").build();
        List<Future<HttpResponse<String>>> answers = new ArrayList<>();
        try (var guessers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 60; i++) {
                answers.add(guessers.submit(() -> browser.send(guess)));
            }
        }
        Map<Integer, Integer> statuses = new TreeMap<>();
        for (var answer : answers) {
            statuses.merge(answer.get().statusCode(), 1, Integer::sum);
        }
        assertThat(statuses).isEqualTo(Map.of(422, 5, 429, 55));
    }

    @Test
    void registering_isSlowedAfterFiftyFromOneAddress() throws Exception {
        site.account("member");
        Browser browser = site.browser();
        browser.page("/register");
        String[] taken = {"name", "member", "fullName", "Another", "password", TestSite.PASSWORD};
        for (int i = 0; i < 50; i++) {
            assertThat(browser.post("/register", taken).statusCode()).isEqualTo(422);
        }
        taken[1] = "newcomer";
        HttpResponse<String> slowed = browser.post("/register", taken);
        assertThat(slowed.statusCode()).isEqualTo(429);
        assertThat(slowed.headers().firstValue("Retry-After")).contains("31");
        assertThat(slowed.body()).contains("Too many attempts. Wait 31 s", "newcomer");
        assertThat(site.catalog.identity().accounts().findByName("newcomer")).isEmpty();
        site.clock.set(site.clock.instant().plus(Duration.ofSeconds(31)));
        assertThat(browser.post("/register", taken).statusCode()).isEqualTo(303);
    }

    @Test
    void login_isRefusedWhileTooManyWaitForTheirs_andThatIsNoFailure() throws Exception {
        site.account("member");
        var enough = new AtomicBoolean();
        Set<Integer> statuses = new TreeSet<>();
        try (var others = Executors.newCachedThreadPool()) {
            for (int i = 0; i < 65 + Runtime.getRuntime().availableProcessors(); i++) {
                others.execute(() -> keepLoggingIn(enough));
            }
            try {
                for (int i = 0; i < 30 && !statuses.contains(503); i++) {
                    Browser browser = site.browser();
                    browser.page("/login");
                    HttpResponse<String> answer = browser.post("/login", "name", "member",
                            "password",
                            TestSite.PASSWORD);
                    statuses.add(answer.statusCode());
                    if (answer.statusCode() == 503) {
                        assertThat(answer.headers().firstValue("Retry-After")).contains("5");
                        assertThat(answer.body()).contains("Temporarily unavailable");
                    }
                }
            } finally {
                enough.set(true);
            }
        }
        assertThat(statuses).contains(503).isSubsetOf(303, 503);
        site.browser().loggedInAs("member");
    }

    private void keepLoggingIn(AtomicBoolean enough) {
        while (!enough.get()) {
            try {
                site.catalog.identity().accounts().authenticate("nobody", "another password");
            } catch (CatalogException busy) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void oneTimeLink_setsThePasswordOnceAndLeavesTheAddress() throws Exception {
        var account = site.catalog.identity().accounts().registerAdmin("admin", "Who runs the site",
                TestSite.PASSWORD);
        String secret = site.catalog.identity().passwordLinks().create(account.id());
        Browser browser = site.browser();
        HttpResponse<String> moved = browser.get(CcmApp.passwordLink(site.url, secret).toString());
        assertThat(moved.statusCode()).isEqualTo(303);
        assertThat(moved.headers().firstValue("Location")).contains("/setup");
        assertThat(browser.page("/setup")).contains("admin").doesNotContain(secret);
        assertThat(browser.post("/setup", "password", "short").statusCode()).isEqualTo(422);
        assertThat(browser.post("/setup", "password", "a quite new password").statusCode())
                .isEqualTo(303);
        assertThat(site.catalog.identity().accounts().authenticate("admin", "a quite new password"))
                .isPresent();
        assertThat(site.browser().get("/setup").statusCode()).isEqualTo(404);
        Browser late = site.browser();
        late.get(CcmApp.passwordLink(site.url, secret).toString());
        assertThat(late.get("/setup").statusCode()).isEqualTo(404);
    }
}
