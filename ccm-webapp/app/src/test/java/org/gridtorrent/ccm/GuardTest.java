package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.gridtorrent.catalog.account.Account;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class GuardTest {
    @TempDir
    Path folder;
    private TestSite site;
    private Account member;

    @BeforeEach
    void open() throws Exception {
        site = new TestSite(folder);
        member = site.account("member");
    }

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    void aForeignHostNameIsRefused() throws Exception {
        assertThat(raw("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 421");
        assertThat(raw("GET / HTTP/1.1\r\nHost: localhost:1\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void aFormFromAnotherSiteIsRefused() throws Exception {
        Browser browser = site.loggedIn("member");
        HttpResponse<String> answer = browser.send(browser.form("/groups", browser.token(),
                "name", "made by another site").header("Sec-Fetch-Site", "cross-site").build());
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(site.catalog.people().groups().of(member.id())).isEmpty();
    }

    @Test
    void aFormWithoutThisBrowsersTokenIsRefused() throws Exception {
        Browser browser = site.loggedIn("member");
        Browser other = site.browser();
        other.page("/login");
        for (String token : new String[]{"", "guessed", other.token()}) {
            HttpResponse<String> answer = browser.send(
                    browser.form("/groups", token, "name", "not meant").build());
            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(answer.body()).contains("Not allowed");
        }
        assertThat(site.catalog.people().groups().of(member.id())).isEmpty();
    }

    @Test
    void everyAnswerCarriesTheSecurityHeaders() throws Exception {
        for (String path : new String[]{"/", "/login", "/nothing-here", "/static/ccm.css",
            "/api/v1/me"}) {
            HttpResponse<String> answer = site.browser().get(path);
            assertThat(answer.headers().firstValue("Content-Security-Policy").orElseThrow())
                    .contains("default-src 'none'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe");
            assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
            assertThat(answer.body()).doesNotContain("<style", " style=", "onclick");
        }
    }

    @Test
    void errorsHaveThePagesLook() throws Exception {
        Browser browser = site.loggedIn("member");
        assertThat(browser.get("/nothing-here")).satisfies(answer -> {
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(answer.body()).contains("ccm.css", "Page not found");
        });
        assertThat(browser.post("/search")).satisfies(answer -> {
            assertThat(answer.statusCode()).isEqualTo(405);
            assertThat(answer.headers().firstValue("Allow")).contains("GET");
            assertThat(answer.body()).contains("ccm.css");
        });
        assertThat(browser.get("/datasets/NOT_AN_ID").statusCode()).isEqualTo(404);
        assertThat(raw("GET /search?q=%zz HTTP/1.1\r\nHost: localhost\r\nCookie: gridtorrent="
                + browser.cookie() + "\r\nConnection: close\r\n\r\n")).satisfies(answer -> {
                    assertThat(answer).startsWith("HTTP/1.1 400");
                    assertThat(answer).contains("ccm.css");
                });
    }

    @Test
    void aFormLargerThanAllowedIsRefused() throws Exception {
        Browser browser = site.loggedIn("member");
        HttpResponse<String> answer = browser.post("/groups", "name", "a".repeat(300_000));
        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.body()).contains("ccm.css");
    }

    @Test
    void aFormOfMoreFieldsThanAllowedIsRefused_whateverTheirNames() throws Exception {
        Browser browser = site.browser();
        browser.page("/login");
        for (String pairs : new String[]{"&a=".repeat(40_000), "&a=1".repeat(5_001)}) {
            HttpResponse<String> answer = browser.send(HttpRequest
                    .newBuilder(site.url.resolve("/login"))
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofString("csrf=" + browser.token() + pairs)).build());
            assertThat(answer.statusCode()).isEqualTo(413);
        }
        assertThat(browser.post("/login", "name", "Müller", "password", "a wrong+guess")
                .statusCode()).isEqualTo(422);
        for (String broken : new String[]{"%", "%4", "%zz", "%C3"}) {
            assertThat(browser.send(browser.form("/login", browser.token() + "&name=" + broken)
                    .build()).statusCode()).as(broken).isEqualTo(400);
        }
    }

    @Test
    void aFormIsNotReadBeforeItsCookieIsKnown() throws Exception {
        for (String cookie : new String[]{"", "Cookie: gridtorrent=" + "x".repeat(43) + "\r\n"}) {
            assertThat(firstLine("POST /groups HTTP/1.1\r\nHost: localhost\r\n" + cookie
                    + "Content-Type: application/x-www-form-urlencoded\r\n"
                    + "Content-Length: 100\r\n\r\n")).startsWith("HTTP/1.1 403");
        }
    }

    @Test
    void aBodyThatBreaksOffIsNoErrorOfTheSite() throws Exception {
        Browser browser = site.loggedIn("member");
        var log = new ListAppender<ILoggingEvent>();
        log.start();
        var root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
        root.addAppender(log);
        try {
            String secret = site.machine(member, "workstation").apiToken();
            for (String head : new String[]{"POST /groups HTTP/1.1\r\nCookie: gridtorrent="
                    + browser.cookie() + "\r\nContent-Type: application/x-www-form-urlencoded",
                "POST /api/v1/groups HTTP/1.1\r\nAuthorization: Bearer " + secret
                        + "\r\nContent-Type: application/json"}) {
                brokenOff(head + "\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{");
                brokenOff(head
                        + "\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nnone\r\n");
            }
        } finally {
            root.detachAppender(log);
        }
        assertThat(log.list).filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .isEmpty();
    }

    /** Ends the request where it ends here, and waits for the end of the answer. */
    private void brokenOff(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), site.url.getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            socket.getInputStream().readAllBytes();
        }
    }

    @Test
    void healthAndDiscoveryAnswerEverybody() throws Exception {
        assertThat(site.browser().page("/health")).isEqualTo("ok\n");
        assertThat(site.browser().page("/.well-known/gridtorrent")).contains("\"site\":\"lab\"",
                "\"trackerUrl\":\"https://127.0.0.1:8481\"", "BEGIN CERTIFICATE");
    }

    /** Before the request is complete, and the connection closed. */
    private String firstLine(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), site.url.getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(),
                    StandardCharsets.US_ASCII)).readLine();
        }
    }

    private String raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), site.url.getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
