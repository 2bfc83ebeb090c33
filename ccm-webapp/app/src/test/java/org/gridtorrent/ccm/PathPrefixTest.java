package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.ApiToken.Scope;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device.Enrolled;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages below a path of their host. */
class PathPrefixTest {
    private static final String ROOT = "/grid/pages";
    private static final Pattern ADDRESS = Pattern
            .compile(" (?:href|src|action|formaction|hx-get|hx-post)=\"([^\"]*)\"");
    private static final Pattern IN_TEMPLATE = Pattern
            .compile("(?<![\\w-])(?:href|src|action|formaction|hx-get|hx-post)=\"(?!#|https://)"
                    + "(?!\\$\\{f\\.root\\(\\)}(?:/|\\$\\{))"
                    + "(?!\\$\\{[a-z.()]+ \\? f\\.root\\(\\) \\+ \"/)[^\"]*");
    /** Addresses elsewhere: licences, magnet links, links to the own machine. */
    private static final Pattern ELSEWHERE = Pattern
            .compile(".*(?:licence\\(\\)|magnet\\(\\)|gridjet\\(\\)).*");

    @TempDir
    static Path folder;
    private static TestSite site;
    private static Account member;
    private static Enrolled machine;
    private static Content content;

    @BeforeAll
    static void open() throws Exception {
        site = TestSite.below(folder.resolve("site"), ROOT);
        member = site.account("member");
        machine = site.machine(member, "desk", "/data");
        content = site.register(site.publish(member, machine.device(), "Frames", "",
                Grants.EVERYONE), source());
    }

    private static Path source() throws IOException {
        Path source = Files.createDirectories(folder.resolve("source"));
        Files.writeString(source.resolve("frames.h5"), "bytes");
        return source;
    }

    @AfterAll
    static void close() throws Exception {
        site.close();
    }

    @Test
    void everyAddressInATemplateBeginsWithThePath() throws IOException {
        var wrong = new TreeSet<String>();
        try (var files = Files.walk(Path.of("src/main/jte"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                IN_TEMPLATE.matcher(Files.readString(file)).results().map(found -> found.group())
                        .filter(found -> !ELSEWHERE.matcher(found).matches())
                        .forEach(found -> wrong.add(file.getFileName() + ": " + found));
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void everyLinkOfEveryPageLeadsToAPageBelowThePath() throws Exception {
        Browser browser = site.loggedIn("member");
        Set<String> seen = new HashSet<>(Set.of(ROOT + "/"));
        Deque<String> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            String address = open.remove();
            HttpResponse<String> page = browser.get(address.substring(ROOT.length()));
            assertThat(page.statusCode()).as(address).isEqualTo(200);
            if (!page.headers().firstValue("Content-Type").orElse("").startsWith("text/html")) {
                continue;
            }
            ADDRESS.matcher(page.body()).results().forEach(found -> {
                String link = found.group(1).replace("&amp;", "&").replace("&#61;", "=");
                if (link.startsWith("/")) {
                    assertThat(link).as("in " + address).startsWith(ROOT + "/");
                    boolean isPage = found.group().matches(" (?:href|src).*")
                            && !link.contains("?");
                    if (isPage && seen.add(link)) {
                        open.add(link);
                    }
                }
            });
        }
        assertThat(seen).hasSizeGreaterThan(30).contains(ROOT + "/static/ccm.css",
                ROOT + "/datasets/" + content.id() + "/copies",
                ROOT + "/machines/" + machine.device().id());
    }

    @Test
    void formsAnswersAndCookiesStayBelowThePath() throws Exception {
        Browser stranger = site.browser();
        HttpResponse<String> first = stranger.get("/my-data?page=2");
        assertThat(first.headers().firstValue("Location"))
                .contains(ROOT + "/login?next=%2Fmy-data%3Fpage%3D2");
        assertThat(first.headers().firstValue("Set-Cookie").orElseThrow())
                .contains("; Path=" + ROOT + ";");
        stranger.page("/login");
        assertThat(stranger.post("/login", "name", "member", "password", TestSite.PASSWORD,
                "next", "/my-data").headers().firstValue("Location")).contains(ROOT + "/my-data");
        stranger.page("/groups/new");
        HttpResponse<String> made = stranger.post("/groups", "name", "Detectors", "access",
                "open");
        assertThat(made.headers().firstValue("Location").orElseThrow())
                .startsWith(ROOT + "/groups/").endsWith("?notice=group-created");
        HttpResponse<String> looked = stranger.send(stranger.form("/look", stranger.token(),
                "theme", "dark").header("Referer", site.url + "/groups").build());
        assertThat(looked.headers().firstValue("Location")).contains(ROOT + "/groups");
    }

    @ParameterizedTest
    @CsvSource({"'', __Host-gridtorrent, /", ROOT + ", __Secure-gridtorrent, " + ROOT})
    void cookiesOverHttpsAreBoundToTheHostAndThePath(String root, String name, String path)
            throws Exception {
        TestSite secure = TestSite.behindHttps(folder.resolve("secure" + name), root);
        try {
            assertThat(secure.browser().get("/login").headers().firstValue("Set-Cookie")
                    .orElseThrow()).startsWith(name + "=").endsWith("; Secure")
                    .contains("; Path=" + path + ";", "; HttpOnly", "; SameSite=Lax");
        } finally {
            secure.close();
        }
    }

    @Test
    void whatIsPassedOnHasThePath() throws Exception {
        Browser browser = site.loggedIn("member");
        browser.page("/machines");
        assertThat(browser.post("/machines").body())
                .contains("gridtorrent enrol " + site.url + " ");
        assertThat(browser.page("/datasets/" + content.id()))
                .contains(site.url + "/datasets/" + content.id());
        assertThat(browser.page("/.well-known/gridtorrent"))
                .contains("\"pagesUrl\":\"" + site.url + "\"");
        assertThat(new String(browser.bytes("/datasets/" + content.id() + "/metalink"),
                StandardCharsets.UTF_8))
                .contains(site.url + "/api/v1/datasets/" + content.id() + "/file?path=frames.h5");
        assertThat(CcmApp.passwordLink(site.url, "a-secret"))
                .hasToString(site.url + "/setup?code=a-secret");
    }

    @Test
    void theRestInterfaceIsBelowThePath_andItsDescriptionSaysSo() throws Exception {
        String token = RestCaller.own(site, member, Scope.READ).token();
        Browser program = site.browser();
        assertThat(program.send(program.request("/api/v1/me")
                .header("Authorization", "Bearer " + token).build()).body()).contains("member");
        assertThat(program.page("/api/v1/openapi.json"))
                .contains("\"url\":\"" + ROOT + "/api/v1\"");
    }
}
