package org.gridtorrent.e2e.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;

/** The pages' REST interface, asked with the token that a device was given when it was enrolled. */
public final class Api {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient HTTP = HttpClient.newBuilder().connectTimeout(LIMIT).build();

    private final URI pages;
    private final String token;

    private Api(URI pages, String token) {
        this.pages = pages;
        this.token = token;
    }

    /** Speaks for the device whose home is {@code home}. */
    public static Api of(URI pages, Path home) {
        try {
            var enrolment = JSON.readTree(home.resolve("identity/enrolment.json").toFile());
            return new Api(pages, enrolment.path("token").asText());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is at {@code path} below {@code /api/v1}. */
    public JsonNode get(String path) {
        var request = HttpRequest.newBuilder(URI.create(pages + "/api/v1" + path)).timeout(LIMIT)
                .header("Authorization", "Bearer " + token).build();
        try {
            var answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new CheckFailure(
                        "%s answered %d: %s".formatted(request.uri(), answer.statusCode(),
                                answer.body()));
            }
            return JSON.readTree(answer.body());
        } catch (IOException e) {
            throw new CheckFailure("%s does not answer: %s".formatted(request.uri(), e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CheckFailure("interrupted");
        }
    }
}
