package org.gridtorrent.client.pages;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.gridtorrent.client.web.InsecureServerException;
import org.gridtorrent.client.web.NoAnswerException;
import org.gridtorrent.metainfo.address.ServerRequest;
import org.gridtorrent.terminal.Json;
import org.jspecify.annotations.Nullable;

/**
 * The pages' REST interface, version 1. Blocking; one request at a time is what its commands need.
 *
 * <p>Every method throws {@link PagesException} when the pages refuse, and another
 * {@link IOException} when they do not answer.
 */
public final class PagesClient implements AutoCloseable {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,200}");
    private static final int NOT_FOUND = 404;
    /** Of a list's page: whether another follows. Earlier sites have no pages. */
    private static final String MORE = "more";
    private static final int MOST_BYTES = 16 * 1024 * 1024;

    private final JsonMapper json = Json.MAPPER;
    private final HttpClient http;
    private final URI pages;
    private final String token;
    private @Nullable Duration clockOffset;

    public PagesClient(URI pages, String token, SSLContext tls) {
        this.http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(10)).sslContext(tls).build();
        this.pages = pages;
        this.token = token;
    }

    /** How far this machine's clock was ahead of the site's at the last answer, to a second or so. */
    public Optional<Duration> clockOffset() {
        return Optional.ofNullable(clockOffset);
    }

    /** The first that a search finds; with no words, the newest. */
    public List<Dataset> datasets(String words) throws IOException, InterruptedException {
        return list(get("/datasets?q=" + URLEncoder.encode(words, StandardCharsets.UTF_8)),
                "datasets", new TypeReference<>() {
                });
    }

    /** All of the user's own. */
    public List<Dataset> ownDatasets() throws IOException, InterruptedException {
        return all("/datasets?mine=true", "datasets", new TypeReference<>() {
        });
    }

    /** All that others gave the user, by name or through a group. */
    public List<Dataset> sharedDatasets() throws IOException, InterruptedException {
        return all("/datasets?shared=true", "datasets", new TypeReference<>() {
        });
    }

    public Dataset dataset(String id) throws IOException, InterruptedException {
        return convert(get("/datasets/" + idSegment(id)), Dataset.class);
    }

    public StartedTask publish(NewDataset dataset) throws IOException, InterruptedException {
        return convert(post("/datasets", dataset), StartedTask.class);
    }

    /** Publishes the next version of a data set of one's own; the same people may have it. */
    public StartedTask publishVersion(String datasetId, NewVersion version)
            throws IOException, InterruptedException {
        return convert(post("/datasets/" + idSegment(datasetId) + "/versions", version),
                StartedTask.class);
    }

    /** Withdraws a data set of one's own, for good. */
    public void withdraw(String datasetId, String reason)
            throws IOException, InterruptedException {
        var _ = post("/datasets/" + idSegment(datasetId) + "/withdrawal",
                Map.of("reason", reason));
    }

    /** Without a folder, the device's own download folder. */
    public StartedTask download(String datasetId, String deviceId, @Nullable String folder)
            throws IOException, InterruptedException {
        Map<String, String> body = folder == null
                ? Map.of("deviceId", deviceId)
                : Map.of("deviceId", deviceId, "folder", folder);
        return convert(post("/datasets/" + idSegment(datasetId) + "/downloads", body),
                StartedTask.class);
    }

    /** Has a machine do something with a data set. */
    public StartedTask order(String datasetId, Order order)
            throws IOException, InterruptedException {
        return convert(post("/datasets/" + idSegment(datasetId) + "/tasks", order),
                StartedTask.class);
    }

    /** Who may have it; for its owner. */
    public Audience audience(String datasetId) throws IOException, InterruptedException {
        return convert(get("/datasets/" + idSegment(datasetId) + "/access"), Audience.class);
    }

    /** Sets who may have it, in place of those who might. */
    public Audience share(Audience audience) throws IOException, InterruptedException {
        return convert(post("/datasets/" + idSegment(audience.id()) + "/access",
                Map.of("access", audience.access(), "groups", audience.groups(), "users",
                        audience.users())),
                Audience.class);
    }

    /** Lets groups or users have it too; null for no end. */
    public Audience grant(String datasetId, List<String> groups, List<String> users,
            @Nullable String until) throws IOException, InterruptedException {
        Map<String, Object> body = new LinkedHashMap<>(
                Map.of("groups", groups, "users", users));
        if (until != null) {
            body.put("until", until);
        }
        return convert(post("/datasets/" + idSegment(datasetId) + "/access/grant", body),
                Audience.class);
    }

    /** Takes it from groups or users. */
    public Audience revoke(String datasetId, List<String> groups, List<String> users)
            throws IOException, InterruptedException {
        return convert(post("/datasets/" + idSegment(datasetId) + "/access/revoke",
                Map.of("groups", groups, "users", users)), Audience.class);
    }

    /** Who holds it, and what is to be kept. */
    public Copies copies(String datasetId) throws IOException, InterruptedException {
        return convert(get("/datasets/" + idSegment(datasetId) + "/copies"), Copies.class);
    }

    /** Sets what is to be kept. */
    public Copies keep(String datasetId, Copies.NewRule rule)
            throws IOException, InterruptedException {
        return convert(post("/datasets/" + idSegment(datasetId) + "/copies", rule),
                Copies.class);
    }

    /** {@code pause}, {@code resume} or {@code retry}; what is tried again may be another task. */
    public ChangedTask changeTask(String taskId, String verb)
            throws IOException, InterruptedException {
        return convert(post("/tasks/" + idSegment(taskId) + "/" + verb, Map.of()),
                ChangedTask.class);
    }

    public List<Machine> machines() throws IOException, InterruptedException {
        return list(get("/devices"), "devices", new TypeReference<>() {
        });
    }

    public People people() {
        return new People(this);
    }

    public Subscriptions subscriptions() {
        return new Subscriptions(this);
    }

    public Replicas replicas() {
        return new Replicas(this);
    }

    /** Who this is, as the pages say; used to see whether they answer. */
    public JsonNode me() throws IOException, InterruptedException {
        return get("/me");
    }

    /** What cannot be an id is not asked for: its dots or slashes would make another address of it. */
    static String idSegment(String id) throws PagesException {
        if (!ID.matcher(id).matches()) {
            throw new PagesException(NOT_FOUND,
                    "There is none of this name or id, or you may not see it.");
        }
        return id;
    }

    static String segment(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    JsonNode get(String path) throws IOException, InterruptedException {
        return send(request(path).GET().build());
    }

    JsonNode post(String path, Object body) throws IOException, InterruptedException {
        return send(request(path).header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(json.writeValueAsBytes(body))).build());
    }

    private HttpRequest.Builder request(String path) throws IOException {
        String base = pages.toString().replaceAll("/+$", "");
        return ServerRequest.to(URI.create(base + "/api/v1" + path))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + token).header("Accept", "application/json");
    }

    private JsonNode send(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<InputStream> response = answer(request);
        try (InputStream body = response.body()) {
            byte[] bytes = body.readNBytes(MOST_BYTES);
            if (response.statusCode() / 100 != 2) {
                throw new PagesException(response.statusCode(),
                        error(response.statusCode(), bytes));
            }
            return json.readTree(bytes);
        } catch (JacksonException e) {
            throw new IOException("the pages at " + pages + " gave an answer that is no JSON", e);
        }
    }

    private HttpResponse<InputStream> answer(HttpRequest request)
            throws IOException, InterruptedException {
        try {
            HttpResponse<InputStream> response = http.send(request, BodyHandlers.ofInputStream());
            clockOffset = response.headers().firstValue("Date").flatMap(PagesClient::offset)
                    .orElse(null);
            return response;
        } catch (ConnectException | HttpTimeoutException e) {
            throw new NoAnswerException(pages, e);
        } catch (SSLException e) {
            throw InsecureServerException.of(pages, e);
        }
    }

    private static Optional<Duration> offset(String date) {
        try {
            Instant there = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date));
            return Optional.of(Duration.between(there, Instant.now()));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private String error(int status, byte[] bytes) {
        try {
            return json.readTree(bytes).path("error").asText("status " + status);
        } catch (IOException e) {
            return "status " + status;
        }
    }

    /** The list of every page. */
    <T> List<T> all(String path, String field, TypeReference<List<T>> type)
            throws IOException, InterruptedException {
        List<T> all = new ArrayList<>();
        JsonNode answer = get(path);
        all.addAll(list(answer, field, type));
        for (int page = 2; answer.path(MORE).asBoolean(); page++) {
            answer = get(page(path, page));
            all.addAll(list(answer, field, type));
        }
        return all;
    }

    static String page(String path, int number) {
        return path + (path.contains("?") ? "&" : "?") + "page=" + number;
    }

    /** A list, bare or as the only field of an object. */
    <T> List<T> list(JsonNode answer, String field, TypeReference<List<T>> type)
            throws IOException {
        JsonNode list = answer.isArray() ? answer : answer.path(field);
        return list.isArray() ? json.convertValue(list, type) : List.of();
    }

    <T> T convert(JsonNode answer, Class<T> type) throws IOException {
        try {
            return json.treeToValue(answer, type);
        } catch (JacksonException e) {
            throw new IOException(
                    "the pages at " + pages + " gave an answer that is not understood", e);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
