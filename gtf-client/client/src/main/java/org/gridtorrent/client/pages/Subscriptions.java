package org.gridtorrent.client.pages;

import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the pages say of what somebody wants to be told of, and was told. */
public final class Subscriptions {
    private final PagesClient pages;

    Subscriptions(PagesClient pages) {
        this.pages = pages;
    }

    /** Of what a person is told. Of: dataset, group, owner, search. */
    public record Subscription(String id, String of, String name,
            @Nullable Map<String, List<String>> facets, @Nullable String deviceId,
            String created) {}

    /** What somebody was told, the kind as the pages name it. */
    public record Notice(String id, String kind, @Nullable String datasetId,
            @Nullable String dataset, @Nullable String group, String detail, String created,
            boolean seen) {}

    /**
     * What to be told of.
     *
     * @param id of the data set or group; of an owner, the user name
     * @param deviceId the machine that gets at once what is new
     */
    public record Wanted(String of, @Nullable String id, @Nullable String words,
            Map<String, List<String>> facets, @Nullable String deviceId) {}

    public List<Subscription> list() throws IOException, InterruptedException {
        return pages.list(pages.get("/subscriptions"), "subscriptions", new TypeReference<>() {
        });
    }

    /** Asked for again it is the same one, with the machine that is said now; its id. */
    public String add(Wanted wanted) throws IOException, InterruptedException {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("of", wanted.of());
        put(body, "id", wanted.id());
        put(body, "words", wanted.words());
        if (!wanted.facets().isEmpty()) {
            body.put("facets", wanted.facets());
        }
        put(body, "deviceId", wanted.deviceId());
        return pages.post("/subscriptions", body).path("id").asText("");
    }

    private static void put(Map<String, Object> body, String name, @Nullable String value) {
        if (value != null) {
            body.put(name, value);
        }
    }

    public void end(String id) throws IOException, InterruptedException {
        var _ = pages.post("/subscriptions/" + PagesClient.idSegment(id) + "/end", Map.of());
    }

    /** The latest first. */
    public List<Notice> notices() throws IOException, InterruptedException {
        return pages.list(pages.get("/notices"), "notices", new TypeReference<>() {
        });
    }

    /** How often they come by mail: at-once, daily, never. */
    public String pace() throws IOException, InterruptedException {
        return pages.get("/notices/mail").path("pace").asText("");
    }

    public String changePace(String pace) throws IOException, InterruptedException {
        return pages.post("/notices/mail", Map.of("pace", pace)).path("pace").asText("");
    }
}
