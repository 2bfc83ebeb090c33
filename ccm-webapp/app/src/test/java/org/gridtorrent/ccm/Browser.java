package org.gridtorrent.ccm;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gridtorrent.catalog.account.Session;
import org.gridtorrent.metainfo.address.ServerUri;

/** Loads pages and sends forms as a browser does: keeps cookies, fills in the form's token. */
final class Browser {
    private static final String COOKIE = "gridtorrent";
    private static final Pattern TOKEN = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"");

    private final URI site;
    private final CookieManager cookies = new CookieManager();
    private final HttpClient client = HttpClient.newBuilder().cookieHandler(cookies).build();
    private String token = "";

    Browser(URI site) {
        this.site = site;
    }

    /** Logged in from the beginning. */
    Browser(URI site, Session.Opened session) throws IOException {
        this.site = site;
        cookies.put(site,
                Map.of("Set-Cookie", List.of(COOKIE + "=" + session.token() + "; Path=/")));
        token = session.session().csrf();
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(request(path).build());
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(at(path));
    }

    /** A path of the site, or a whole address. */
    private URI at(String path) {
        return path.startsWith("/") ? ServerUri.below(site, path) : URI.create(path);
    }

    byte[] bytes(String path) throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = client.send(
                HttpRequest.newBuilder(at(path)).build(), BodyHandlers.ofByteArray());
        if (answer.statusCode() != 200) {
            throw new AssertionError(path + " gave " + answer.statusCode());
        }
        return answer.body();
    }

    String page(String path) throws IOException, InterruptedException {
        HttpResponse<String> page = get(path);
        if (page.statusCode() != 200) {
            throw new AssertionError(path + " gave " + page.statusCode() + ": " + page.body());
        }
        return page.body();
    }

    /** Sends a form with the token of the page loaded last; fields are name, value, name… */
    HttpResponse<String> post(String path, String... fields)
            throws IOException, InterruptedException {
        return send(form(path, token, fields).build());
    }

    HttpRequest.Builder form(String path, String csrf, String... fields) {
        StringJoiner body = new StringJoiner("&");
        body.add("csrf=" + csrf);
        for (int i = 0; i < fields.length; i += 2) {
            body.add(fields[i] + "=" + URLEncoder.encode(fields[i + 1], StandardCharsets.UTF_8));
        }
        return HttpRequest.newBuilder(at(path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body.toString()));
    }

    HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
        Matcher found = TOKEN.matcher(answer.body());
        if (found.find()) {
            token = found.group(1);
        }
        return answer;
    }

    /** Logs in by the login page. */
    Browser loggedInAs(String name) throws IOException, InterruptedException {
        page("/login");
        HttpResponse<String> answer = post("/login", "name", name, "password",
                TestSite.PASSWORD);
        if (answer.statusCode() != 303) {
            throw new AssertionError("login gave " + answer.statusCode() + ": " + answer.body());
        }
        page("/");
        return this;
    }

    String token() {
        return token;
    }

    String cookie() {
        return cookies.getCookieStore().getCookies().stream()
                .filter(cookie -> cookie.getName().equals(COOKIE)).findFirst()
                .orElseThrow().getValue();
    }
}
