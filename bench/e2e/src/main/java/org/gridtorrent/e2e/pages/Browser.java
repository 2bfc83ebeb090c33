package org.gridtorrent.e2e.pages;

import java.io.IOException;
import java.io.InputStream;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.gridtorrent.e2e.process.CheckFailure;
import org.jsoup.Jsoup;

/** One person's browser at one site: cookies kept, redirections followed, no script run. */
public final class Browser {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final URI site;
    private final HttpClient http = HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NORMAL)
            .cookieHandler(new CookieManager(null, CookiePolicy.ACCEPT_ALL)).connectTimeout(LIMIT)
            .build();

    public Browser(URI site) {
        this.site = site;
    }

    /** The page at {@code path}, whatever its status. */
    public Page open(String path) {
        return send(request(at(path)).GET());
    }

    /** The page at {@code path} with one query parameter. */
    public Page open(String path, String parameter, String value) {
        return open(
                path + "?" + parameter + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8));
    }

    /** What is at {@code path} with one query parameter, or a range of it; no page in itself. */
    public HttpResponse<byte[]> bytes(String path, String parameter, String value,
            String range) {
        var request = file(path, parameter, value);
        if (!range.isEmpty()) {
            request.header("Range", range);
        }
        return send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    /** The same, whole, while it comes; to be closed. */
    public HttpResponse<InputStream> stream(String path, String parameter, String value) {
        return send(file(path, parameter, value).build(),
                HttpResponse.BodyHandlers.ofInputStream());
    }

    private HttpRequest.Builder file(String path, String parameter, String value) {
        return HttpRequest.newBuilder(at(path + "?" + parameter + "="
                + URLEncoder.encode(value, StandardCharsets.UTF_8)))
                .timeout(LIMIT.multipliedBy(3));
    }

    /** Sends the form; the page that the answer leads to. */
    public Page send(Form form) {
        return send(
                request(form.target()).header("Content-Type", "application/x-www-form-urlencoded")
                        .header("Origin", origin())
                        .POST(HttpRequest.BodyPublishers.ofString(form.encoded())));
    }

    private HttpRequest.Builder request(URI address) {
        return HttpRequest.newBuilder(address).timeout(LIMIT).header("Accept", "text/html")
                .header("Sec-Fetch-Site", "same-origin");
    }

    private URI at(String path) {
        return URI.create(site + path);
    }

    private String origin() {
        return site.getScheme() + "://" + site.getAuthority();
    }

    private Page send(HttpRequest.Builder request) {
        var answer = send(request.build(), HttpResponse.BodyHandlers.ofString());
        return new Page(answer.statusCode(), answer.uri(),
                Jsoup.parse(answer.body(), answer.uri().toString()), site.getPath());
    }

    private <T> HttpResponse<T> send(HttpRequest asked, HttpResponse.BodyHandler<T> body) {
        try {
            return http.send(asked, body);
        } catch (IOException e) {
            throw new CheckFailure("%s does not answer: %s".formatted(asked.uri(), e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CheckFailure("interrupted");
        }
    }
}
