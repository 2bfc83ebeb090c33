package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.ApiToken;
import org.gridtorrent.catalog.account.ApiToken.Scope;
import org.gridtorrent.catalog.account.Profile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of one's account. */
class ProfilePagesTest {
    private static final Pattern SECRET = Pattern.compile("gt_[A-Za-z0-9_-]{43}");
    private static final Pattern END = Pattern.compile("/account/sessions/[a-z0-9]+/end\"");
    private static final String FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0)"
            + " Gecko/20100101 Firefox/140.0";

    @TempDir
    Path folder;
    private TestSite site;
    private Account member;
    private Browser browser;

    @BeforeEach
    void open() throws Exception {
        site = new TestSite(folder);
        member = site.account("member");
        browser = site.loggedIn("member");
    }

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    void theAccount_isForWhoeverIsLoggedIn() throws Exception {
        assertThat(browser.page("/")).contains("href=\"/account\"");
        assertThat(browser.page("/account")).contains("Signed in as member", "The member");
        HttpResponse<String> stranger = site.browser().get("/account");
        assertThat(stranger.statusCode()).isEqualTo(303);
        assertThat(stranger.headers().firstValue("Location")).contains("/login?next=%2Faccount");
    }

    @Test
    void theProfile_isSavedWhenItCanBe() throws Exception {
        browser.page("/account");
        assertThat(browser.post("/account/profile", "fullName", "First Owner", "orcid",
                "0000-0002-1825-0097", "affiliation", "Institute of Ice", "mail",
                "owner@example.org", "mailPassword", TestSite.PASSWORD).headers()
                .firstValue("Location"))
                .contains("/account?notice=profile-saved");
        assertThat(browser.page("/account?notice=profile-saved")).contains("First Owner",
                "0000-0002-1825-0097", "Institute of Ice", "owner@example.org",
                "Your profile is saved.");
        HttpResponse<String> wrong = browser.post("/account/profile", "fullName", "Kept as typed",
                "orcid", "0000-0002-1825-0098", "affiliation", "", "mail",
                "owner@example.org");
        assertThat(wrong.statusCode()).isEqualTo(422);
        assertThat(wrong.body()).contains("orcid-error", "Kept as typed");
        HttpResponse<String> nameless = browser.post("/account/profile", "fullName", " ", "mail",
                "owner@example.org");
        assertThat(nameless.statusCode()).isEqualTo(422);
        assertThat(nameless.body()).contains("The full name is missing.");
        assertThat(site.catalog.identity().profiles().find(member.id()))
                .contains(new Profile("First Owner",
                        "0000-0002-1825-0097", "Institute of Ice", "owner@example.org"));
    }

    @Test
    void anotherMailAddress_takesThePresentPassword() throws Exception {
        assertThat(browser.page("/account")).contains("name=\"mailPassword\"");
        HttpResponse<String> missing = address("first@example.org", "");
        assertThat(missing.statusCode()).isEqualTo(422);
        assertThat(missing.body()).contains("mailPassword-error",
                "Enter your password to change the mail address.", "first@example.org");
        HttpResponse<String> wrong = address("first@example.org", "not the password");
        assertThat(wrong.statusCode()).isEqualTo(422);
        assertThat(wrong.body()).contains("mailPassword-error", "The password is wrong.");
        assertThat(mail()).isEmpty();
        assertThat(address("first@example.org", TestSite.PASSWORD).statusCode()).isEqualTo(303);
        assertThat(mail()).isEqualTo("first@example.org");
        assertThat(address("", "").statusCode()).as("to take it away").isEqualTo(422);
        assertThat(address("first@example.org", "").statusCode()).as("the same").isEqualTo(303);
        assertThat(mail()).isEqualTo("first@example.org");
    }

    @Test
    void guessingThePasswordForTheMailAddress_isSlowedAsAtTheLogin() throws Exception {
        browser.page("/account");
        for (int i = 0; i < 5; i++) {
            assertThat(address("eve@example.org", "a wrong guess").statusCode()).isEqualTo(422);
        }
        HttpResponse<String> slowed = address("eve@example.org", TestSite.PASSWORD);
        assertThat(slowed.statusCode()).isEqualTo(429);
        assertThat(slowed.headers().firstValue("Retry-After")).contains("31");
        assertThat(slowed.body()).contains("Too many attempts. Wait 31 s");
        assertThat(mail()).isEmpty();
    }

    private HttpResponse<String> address(String address, String password) throws Exception {
        return browser.post("/account/profile", "fullName", "The member", "orcid", "",
                "affiliation", "", "mail", address, "mailPassword", password);
    }

    private String mail() {
        return site.catalog.identity().profiles().find(member.id()).orElseThrow().mail();
    }

    @Test
    void thePassword_isChangedByWhoeverKnowsTheOld_andOtherBrowsersAreLoggedOut()
            throws Exception {
        Browser other = site.loggedIn("member");
        String before = browser.cookie();
        browser.page("/account");
        HttpResponse<String> wrong = browser.post("/account/password", "old", "not the old one",
                "password", "a quite new password");
        assertThat(wrong.statusCode()).isEqualTo(422);
        assertThat(wrong.body()).contains("old-error", "The password is wrong.");
        assertThat(browser.post("/account/password", "old", TestSite.PASSWORD, "password", "short")
                .body()).contains("password-error");
        assertThat(other.page("/account")).contains("Your account");
        assertThat(browser.post("/account/password", "old", TestSite.PASSWORD, "password",
                "a quite new password").statusCode()).isEqualTo(303);
        assertThat(browser.cookie()).isNotEqualTo(before);
        assertThat(browser.page("/account")).contains("This browser");
        assertThat(other.get("/account").statusCode()).isEqualTo(303);
        assertThat(site.catalog.identity().sessions().find(before)).isEmpty();
        assertThat(
                site.catalog.identity().accounts().authenticate("member", "a quite new password"))
                .isPresent();
    }

    @Test
    void guessingTheOldPassword_isSlowedAsAtTheLogin() throws Exception {
        browser.page("/account");
        for (int i = 0; i < 5; i++) {
            assertThat(browser.post("/account/password", "old", "a wrong guess", "password",
                    "a quite new password").statusCode()).isEqualTo(422);
        }
        HttpResponse<String> slowed = browser.post("/account/password", "old", TestSite.PASSWORD,
                "password", "a quite new password");
        assertThat(slowed.statusCode()).isEqualTo(429);
        assertThat(slowed.headers().firstValue("Retry-After")).contains("31");
        assertThat(slowed.body()).contains("Too many attempts. Wait 31 s");
        assertThat(site.catalog.identity().accounts().authenticate("member", TestSite.PASSWORD))
                .isPresent();
    }

    @Test
    void otherBrowsers_areSeenAndLoggedOut() throws Exception {
        Browser desk = site.browser();
        desk.page("/login");
        desk.send(desk.form("/login", desk.token(), "name", "member", "password",
                TestSite.PASSWORD).header("User-Agent", FIREFOX).build());
        String page = browser.page("/account");
        assertThat(page).contains("Firefox on Linux", "From 127.0.0.1", "Unknown browser",
                "Log out everywhere else");
        Matcher end = END.matcher(page);
        assertThat(end.find()).isTrue();
        String address = end.group().replace("\"", "");
        site.account("stranger");
        Browser stranger = site.loggedIn("stranger");
        assertThat(stranger.post(address).statusCode()).isEqualTo(404);
        assertThat(desk.page("/account")).contains("Your account");
        assertThat(browser.post(address).statusCode()).isEqualTo(303);
        assertThat(desk.get("/account").statusCode()).isEqualTo(303);
        assertThat(browser.post(address).statusCode()).isEqualTo(404);

        desk = site.loggedIn("member");
        browser.page("/account");
        assertThat(browser.post("/account/sessions/end-others").statusCode()).isEqualTo(303);
        assertThat(desk.get("/account").statusCode()).isEqualTo(303);
        assertThat(browser.page("/account")).doesNotContain("Log out everywhere else");
        assertThat(stranger.page("/account")).contains("Signed in as stranger");
    }

    @Test
    void aToken_isShownOnceListedAndRevoked() throws Exception {
        browser.page("/account");
        HttpResponse<String> made = browser.post("/account/tokens", "tokenName",
                "nightly <report>", "scope", "read", "days", "30");
        assertThat(made.statusCode()).isEqualTo(200);
        Matcher secret = SECRET.matcher(made.body());
        assertThat(secret.find()).isTrue();
        assertThat(me(secret.group()).body()).contains("\"name\":\"member\"", "\"scope\":\"read\"");
        String page = browser.page("/account");
        assertThat(page).contains("nightly &lt;report&gt;", "May read")
                .doesNotContain(secret.group());
        ApiToken token = site.catalog.identity().apiTokens().of(member.id()).getFirst();
        assertThat(token.expires()).isEqualTo(site.clock.instant().plus(Duration.ofDays(30)));
        site.account("stranger");
        String revoke = "/account/tokens/" + token.id() + "/revoke";
        Browser stranger = site.loggedIn("stranger");
        assertThat(stranger.post(revoke).statusCode()).isEqualTo(404);
        assertThat(browser.post(revoke).statusCode()).isEqualTo(303);
        assertThat(me(secret.group()).statusCode()).isEqualTo(401);
        assertThat(browser.page("/account")).contains("You have no tokens.");
    }

    @Test
    void aTokenThatMayWrite_takesThePassword() throws Exception {
        browser.page("/account");
        String[] form = {"tokenName", "nightly", "scope", "write", "days", "30", "tokenPassword",
            ""};
        assertThat(browser.post("/account/tokens", form).body())
                .contains("tokenPassword-error", "Enter your password to create a token");
        form[7] = "a wrong guess";
        assertThat(browser.post("/account/tokens", form).body())
                .contains("tokenPassword-error", "The password is wrong.");
        assertThat(site.catalog.identity().apiTokens().of(member.id())).isEmpty();
        form[7] = TestSite.PASSWORD;
        assertThat(browser.post("/account/tokens", form).statusCode()).isEqualTo(200);
        HttpResponse<String> again = browser.post("/account/tokens", form);
        assertThat(again.statusCode()).as("the browser's reload").isEqualTo(422);
        assertThat(again.body()).contains("You already have a token named \"nightly\"")
                .doesNotContain("Your new token");
        assertThat(site.catalog.identity().apiTokens().of(member.id())).hasSize(1);
        assertThat(site.catalog.identity().apiTokens().of(member.id()).getFirst().scope())
                .isEqualTo(Scope.WRITE);
    }

    @Test
    void aTokenThatCannotBe_isSaidAtItsFields() throws Exception {
        browser.page("/account");
        for (String days : new String[]{"", "0", "366", "-1", "9999", "x"}) {
            HttpResponse<String> wrong = browser.post("/account/tokens", "tokenName", "nightly",
                    "scope", "read", "days", days);
            assertThat(wrong.statusCode()).as(days).isEqualTo(422);
            assertThat(wrong.body()).contains("days-error");
        }
        assertThat(browser.post("/account/tokens", "tokenName", "", "scope", "admin", "days", "1")
                .body()).contains("tokenName-error", "Choose the permissions.");
        assertThat(site.catalog.identity().apiTokens().of(member.id())).isEmpty();
        site.catalog.identity().apiTokens().create(member.id(), "old", Scope.WRITE,
                Duration.ofDays(1));
        site.clock.set(site.clock.instant().plus(Duration.ofDays(2)));
        assertThat(browser.page("/account")).contains("Expired", "May read and change");
    }

    private HttpResponse<String> me(String token) throws Exception {
        return site.browser().send(HttpRequest.newBuilder(site.url.resolve("/api/v1/me"))
                .header("Authorization", "Bearer " + token).build());
    }
}
