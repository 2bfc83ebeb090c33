package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.device.Device.Enrolled;
import org.gridtorrent.catalog.task.Task;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestTest {
    @TempDir
    Path folder;
    private TestSite site;
    private Account publisher;
    private Enrolled workstation;

    @BeforeEach
    void open() throws Exception {
        site = new TestSite(folder.resolve("site"));
        publisher = site.account("publisher");
        workstation = site.machine(publisher, "workstation");
    }

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    void aCallWithoutAToken_isNotAnswered() throws Exception {
        for (String token : new String[]{"", "Bearer ", "Bearer wrong", "Basic abc"}) {
            HttpResponse<String> answer = site.browser().send(HttpRequest
                    .newBuilder(site.url.resolve("/api/v1/me"))
                    .header("Authorization", token).build());
            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(answer.body()).startsWith("{\"error\":");
        }
        Browser loggedIn = site.loggedIn("publisher");
        assertThat(loggedIn.get("/api/v1/me").statusCode()).isEqualTo(401);
    }

    @Test
    void aWithdrawnMachinesToken_isWorthNothing() throws Exception {
        assertThat(get("/api/v1/me").statusCode()).isEqualTo(200);
        site.catalog.machines().withdrawals().withdraw(publisher.id(), workstation.device().id());
        assertThat(get("/api/v1/me").statusCode()).isEqualTo(401);
    }

    @Test
    void whatFailedToBePublished_isDeleted() throws Exception {
        Task task = site.publish(publisher, workstation.device(), "Run 42", "", Grants.EVERYONE);
        String path = "/api/v1/datasets/" + task.contentId();
        assertThat(json(post(path + "/delete", ""), 409).get("error").asText())
                .contains("publishing failed");
        site.catalog.work().tasks().cancel(publisher.id(), task.id());
        assertThat(json(get(path), 200).get("state").asText()).isEqualTo("failed");
        json(post(path + "/delete", ""), 200);
        json(get(path), 404);
        json(post(path + "/delete", ""), 404);
    }

    @Test
    void versionsAndWithdrawing_areForTheOwner() throws Exception {
        Task task = site.publish(publisher, workstation.device(), "Run 42", "", Grants.EVERYONE);
        String id = task.contentId();
        site.register(task, Files.writeString(folder.resolve("frames.h5"), "bytes"));
        JsonNode made = json(post("/api/v1/datasets/" + id + "/versions",
                "{\"path\":\"/data/next\",\"changes\":\"Darks added\"}"), 201);
        JsonNode versions = json(get("/api/v1/datasets/" + id + "/versions"), 200)
                .get("versions");
        assertThat(versions).hasSize(2);
        assertThat(versions.get(0).get("id")).isEqualTo(made.get("id"));
        assertThat(versions.get(0).get("version").asInt()).isEqualTo(2);
        assertThat(versions.get(0).get("changes").asText()).isEqualTo("Darks added");
        assertThat(post("/api/v1/datasets/" + id + "/withdrawal", "{}").statusCode())
                .isEqualTo(400);
        assertThat(json(post("/api/v1/datasets/" + id + "/withdrawal",
                "{\"reason\":\"Wrong\"}"), 200).get("state").asText()).isEqualTo("withdrawn");
        JsonNode stone = json(get("/api/v1/datasets/" + id), 410);
        assertThat(stone.get("reason").asText()).isEqualTo("Wrong");
        assertThat(stone.get("title").asText()).isEqualTo("Run 42");
        assertThat(stone.get("owner").asText()).isEqualTo(publisher.name());
        for (String below : List.of("/access", "/copies", "/versions", "/metadata", "/files",
                "/files?in=a", "/files/changes", "/activity", "/citation", "/torrent",
                "/metalink", "/file?path=frames.h5")) {
            assertThat(json(get("/api/v1/datasets/" + id + below), 410)).as(below)
                    .isEqualTo(stone);
        }
        for (String below : List.of("/downloads", "/access", "/access/grant", "/copies",
                "/metadata")) {
            assertThat(json(post("/api/v1/datasets/" + id + below, "{}"), 410)).as(below)
                    .isEqualTo(stone);
        }
        assertThat(get("/api/v1/datasets/none").statusCode()).isEqualTo(404);
        assertThat(post("/api/v1/datasets/none/withdrawal", "{\"reason\":\"Wrong\"}")
                .statusCode()).isEqualTo(404);
        assertThat(post("/api/v1/datasets/none/versions", "{\"path\":\"/data/next\"}")
                .statusCode()).isEqualTo(404);
        assertThat(get("/api/v1/datasets/none/versions").statusCode()).isEqualTo(404);
    }

    @Test
    void publishingAndGetting_makeTasks() throws Exception {
        JsonNode made = json(post("/api/v1/datasets", """
                {"title":"Run 42","description":"d","access":"public","groups":[],"users":[],
                 "deviceId":"%s","path":"/data/run"}""".formatted(workstation.device().id())),
                201);
        String id = made.get("id").asText();
        JsonNode task = json(get("/api/v1/tasks/" + made.get("taskId").asText()), 200);
        assertThat(task.get("kind").asText()).isEqualTo("publish");
        assertThat(task.get("state").asText()).isEqualTo("waiting");
        assertThat(json(get("/api/v1/datasets?mine=true"), 200).get("datasets").get(0)
                .get("state").asText()).isEqualTo("preparing");
        assertThat(post("/api/v1/datasets/" + id + "/downloads", "{}").statusCode())
                .isEqualTo(409);

        Path source = Files.writeString(folder.resolve("frames.h5"), "bytes");
        Task publish = site.catalog.work().tasks()
                .find(publisher.id(), made.get("taskId").asText()).orElseThrow();
        site.register(publish, source);
        JsonNode dataset = json(get("/api/v1/datasets/" + id), 200);
        assertThat(dataset.get("infoHash").asText()).matches("[0-9a-f]{40}");
        assertThat(dataset.get("totalLength").asLong()).isEqualTo(5);
        JsonNode first = json(post("/api/v1/datasets/" + id + "/downloads",
                "{\"folder\":\"/scratch\"}"), 201);
        JsonNode again = json(post("/api/v1/datasets/" + id + "/downloads", "{}"), 201);
        assertThat(again).isEqualTo(first);
    }

    @Test
    void machines_areToldWhatToDoWithADataSet() throws Exception {
        Task publish = site.publish(publisher, workstation.device(), "Run 42", "",
                Grants.EVERYONE);
        site.register(publish, Files.writeString(folder.resolve("frames.h5"), "bytes"));
        String tasks = "/api/v1/datasets/" + publish.contentId() + "/tasks";
        assertThat(json(post(tasks, "{\"kind\":\"verify\"}"), 409).get("error").asText())
                .contains("too old");
        site.catalog.work().assignments().openSession(workstation.device().id(), "2");
        String id = json(post(tasks, "{\"kind\":\"verify\"}"), 201).get("taskId").asText();
        String task = "/api/v1/tasks/" + id;
        assertThat(json(post(task + "/pause", "{}"), 200).get("paused").asBoolean()).isTrue();
        assertThat(json(post(task + "/resume", "{}"), 200).get("paused").asBoolean()).isFalse();
        assertThat(post(task + "/retry", "{}").statusCode()).isEqualTo(409);
        json(post(task + "/cancel", "{}"), 200);
        assertThat(json(post(task + "/retry", "{}"), 200).get("id").asText()).isNotEqualTo(id);
        assertThat(json(get(task), 200).get("files")).isEmpty();
        for (String body : new String[]{"{}", "{\"kind\":\"publish\"}", "{\"kind\":\"limit\"}"}) {
            assertThat(post(tasks, body).statusCode()).as(body).isEqualTo(400);
        }
        assertThat(post("/api/v1/datasets/none/tasks", "{\"kind\":\"stop\"}").statusCode())
                .isEqualTo(404);
    }

    @Test
    void publishingAskedForAgain_isOneDataSet() throws Exception {
        String body = "{\"title\":\"Run 42\",\"access\":\"public\",\"path\":\"%s\"}";
        JsonNode made = json(keyed("k-1", body.formatted("/data/run")), 201);
        assertThat(json(keyed("k-1", body.formatted("/data/run")), 201)).isEqualTo(made);
        assertThat(json(keyed("k-1", body.formatted("/data/other")), 409).get("error").asText())
                .contains("already sent for another folder");
        json(keyed("a b", body.formatted("/data/run")), 400);
        assertThat(json(keyed("k-2", body.formatted("/data/run")), 201)).isNotEqualTo(made);
        assertThat(site.catalog.datasets().contents().ownedBy(publisher.id(), 0, 100).items())
                .hasSize(2);
    }

    private HttpResponse<String> keyed(String key, String body) throws Exception {
        return site.browser().send(call(workstation, "/api/v1/datasets")
                .header("Content-Type", "application/json").header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString(body)).build());
    }

    @Test
    void whatOthersGave_isListedWithTheWayToIt() throws Exception {
        Account giver = site.account("giver");
        Device device = site.machine(giver, "source").device();
        var end = site.clock.instant().plus(Duration.ofDays(3));
        Content given = site.register(site.publish(giver, device, "Given", "",
                Grants.accounts(List.of(publisher.id()))),
                Files.writeString(folder.resolve("given"), "given"));
        site.catalog.access().expiry().change(giver.id(), given.id(),
                Map.of(publisher.id(), Optional.of(end)));
        site.register(site.publish(giver, device, "Open", "", Grants.EVERYONE),
                Files.writeString(folder.resolve("open"), "open"));
        JsonNode list = json(get("/api/v1/datasets?shared=true"), 200);
        assertThat(list.get("more").asBoolean()).isFalse();
        assertThat(list.get("datasets")).hasSize(1);
        JsonNode one = list.get("datasets").get(0);
        assertThat(one.get("id").asText()).isEqualTo(given.id());
        assertThat(one.get("owner").asText()).isEqualTo("giver");
        assertThat(one.at("/through/0/by").asText()).isEqualTo("named");
        assertThat(one.at("/through/0/ends").asText()).isEqualTo(end.toString());
    }

    @Test
    void lists_comeInPages() throws Exception {
        for (int i = 0; i <= 200; i++) {
            site.publish(publisher, workstation.device(), "Run " + i, "", Grants.EVERYONE);
        }
        for (String list : new String[]{"datasets?mine=true&", "tasks?"}) {
            JsonNode first = json(get("/api/v1/" + list + "page=1"), 200);
            JsonNode last = json(get("/api/v1/" + list + "page=2"), 200);
            assertThat(first.get("more").asBoolean()).as(list).isTrue();
            assertThat(last.get("more").asBoolean()).as(list).isFalse();
            List<String> ids = new ArrayList<>(first.findValuesAsText("id"));
            ids.addAll(last.findValuesAsText("id"));
            assertThat(ids).hasSize(201).doesNotHaveDuplicates();
        }
        for (String list : new String[]{"datasets", "tasks", "groups", "buddies", "notices"}) {
            assertThat(json(get("/api/v1/" + list + "?page=999999"), 200).get("more").asBoolean())
                    .as(list).isFalse();
            for (String wrong : new String[]{"0", "-1", "x", "9999999"}) {
                json(get("/api/v1/" + list + "?page=" + wrong), 400);
            }
        }
    }

    @Test
    void access_isSeenAndChangedByTheOwnerAlone() throws Exception {
        site.account("guest");
        Enrolled laptop = site.machine(site.account("reader"), "laptop");
        Task publish = site.publish(publisher, workstation.device(), "Run 42", "",
                Grants.EVERYONE);
        site.register(publish, Files.writeString(folder.resolve("frames.h5"), "bytes"));
        String access = "/api/v1/datasets/" + publish.contentId() + "/access";
        assertThat(json(get(access), 200).get("access").asText()).isEqualTo("public");
        assertThat(send(laptop, "GET", access, "").statusCode()).isEqualTo(403);
        assertThat(send(laptop, "POST", access, "{\"access\":\"public\"}").statusCode())
                .isEqualTo(403);
        JsonNode named = json(post(access, "{\"access\":\"user\",\"users\":[\"guest\"]}"), 200);
        assertThat(named.get("users").get(0).asText()).isEqualTo("guest");
        assertThat(json(get(access), 200)).isEqualTo(named);
        site.catalog.identity().accounts().disable(site.account("leaver").id());
        assertThat(json(post(access, "{\"access\":\"user\",\"users\":[\"leaver\"]}"), 400)
                .get("error").asText()).isEqualTo(
                        "There is nobody here with the user name \"leaver\".");
        String guest = site.catalog.identity().accounts().findByName("guest").orElseThrow().id();
        site.catalog.identity().accounts().disable(guest); // but is known to have it
        json(post(access, "{\"access\":\"user\",\"users\":[\"guest\"]}"), 200);
        site.catalog.identity().accounts().enable(guest);
        assertThat(post(access, "{\"access\":\"user\",\"users\":[\"nobody\"]}").statusCode())
                .isEqualTo(400);
        assertThat(json(post(access, "{\"access\":\"group\",\"groups\":[]}"), 400).get("error")
                .asText()).contains("at least one group");
        assertThat(json(get(access), 200)).isEqualTo(named);
    }

    @Test
    void theOwner_isNobodyToShareWith() throws Exception {
        site.account("guest");
        String own = "{\"title\":\"Run 42\",\"access\":\"user\",\"users\":[\"Publisher\"%s],"
                + "\"path\":\"/data/run\"}";
        assertThat(json(post("/api/v1/datasets", own.formatted("")), 400).get("error").asText())
                .contains("at least one user");
        JsonNode made = json(post("/api/v1/datasets", own.formatted(",\"guest\"")), 201);
        String access = "/api/v1/datasets/" + made.get("id").asText() + "/access";
        assertThat(json(get(access), 200).get("users").toString()).isEqualTo("[\"guest\"]");
        for (String path : new String[]{access, access + "/grant"}) {
            String users = (path.equals(access) ? "{\"access\":\"user\"," : "{")
                    + "\"users\":[\"publisher\"%s]}";
            assertThat(json(post(path, users.formatted("")), 400).get("error").asText())
                    .as(path).contains("at least one user");
            assertThat(json(post(path, users.formatted(",\"guest\"")), 200).get("users")
                    .toString()).as(path).isEqualTo("[\"guest\"]");
        }
    }

    @Test
    void nullInAList_isRefusedAtItsField() throws Exception {
        Task publish = site.publish(publisher, workstation.device(), "Run 42", "",
                Grants.EVERYONE);
        site.register(publish, Files.writeString(folder.resolve("frames.h5"), "bytes"));
        site.group(publisher, "null");
        String dataset = "/api/v1/datasets/" + publish.contentId();
        for (String[] call : new String[][]{
            {"/access", "users", "{\"access\":\"user\",\"users\":[null]}"},
            {"/access", "groups", "{\"access\":\"group\",\"groups\":[null]}"},
            {"/access/grant", "users", "{\"users\":[null]}"},
            {"/access/grant", "groups", "{\"groups\":[null]}"},
            {"/access/revoke", "users", "{\"users\":[null]}"},
            {"/copies", "deviceIds", "{\"copies\":1,\"deviceIds\":[null]}"},
            {"/copies", "groupIds", "{\"copies\":1,\"groupIds\":[null]}"},
            {"/metadata", "metadata", "{\"metadata\":{\"related\":[null]}}"}}) {
            assertThat(json(post(dataset + call[0], call[2]), 400).get("error").asText())
                    .as(call[2]).contains("The field \"" + call[1] + "\"");
        }
        json(post("/api/v1/datasets", "{\"title\":\"Run 43\",\"access\":\"user\","
                + "\"users\":[null],\"path\":\"/data/run\"}"), 400);
        json(post("/api/v1/subscriptions", "{\"of\":\"search\",\"words\":\"ice\","
                + "\"facets\":{\"year\":[null]}}"), 400);
        json(post("/api/v1/subscriptions", "{\"of\":\"search\",\"words\":\"ice\","
                + "\"facets\":{\"year\":null}}"), 400);
        assertThat(json(get(dataset + "/access"), 200).get("access").asText())
                .isEqualTo("public");
    }

    @Test
    void rights_areGivenWithAnEnd_andTakenAwayOneByOne() throws Exception {
        site.account("guest");
        Enrolled laptop = site.machine(site.account("reader"), "laptop");
        JsonNode made = json(post("/api/v1/datasets", """
                {"title":"Run 42","access":"user","users":["guest"],"path":"/data/run",
                 "until":"2999-01-01T00:00:00Z"}"""), 201);
        String access = "/api/v1/datasets/" + made.get("id").asText() + "/access";
        json(post(access + "/revoke", "{\"users\":[\"guest\"]}"), 409);
        site.register(site.catalog.work().tasks().find(publisher.id(), made.get("taskId").asText())
                .orElseThrow(), Files.writeString(folder.resolve("frames.h5"), "bytes"));
        assertThat(json(get(access), 200).get("ends").get(0).get("name").asText())
                .isEqualTo("guest");
        JsonNode both = json(post(access + "/grant",
                "{\"users\":[\"reader\"],\"until\":\"2998-01-01T00:00:00Z\"}"), 200);
        assertThat(both.get("users").toString()).isEqualTo("[\"guest\",\"reader\"]");
        assertThat(both.get("ends").findValuesAsText("end")).containsExactly(
                "2999-01-01T00:00:00Z", "2998-01-01T00:00:00Z");
        String own = "/api/v1/datasets/" + made.get("id").asText();
        assertThat(send(laptop, "GET", own, "").statusCode()).isEqualTo(200);
        assertThat(send(laptop, "POST", access + "/grant", "{\"users\":[\"reader\"]}")
                .statusCode()).isEqualTo(403);
        assertThat(send(laptop, "POST", access + "/revoke", "{\"users\":[\"guest\"]}")
                .statusCode()).isEqualTo(403);
        json(post(access + "/grant", "{\"users\":[\"reader\"]}"), 200);
        assertThat(json(post(access + "/revoke", "{\"users\":[\"Guest\"]}"), 200).toString())
                .contains("\"users\":[\"reader\"]", "\"ends\":[]");
        json(post(access + "/revoke", "{\"users\":[\"guest\"]}"), 409);
        json(post(access + "/revoke", "{\"users\":[\"reader\"]}"), 200);
        assertThat(send(laptop, "GET", own, "").statusCode()).isEqualTo(404);
        site.group(publisher, "Ice");
        assertThat(json(post(access + "/grant", "{\"groups\":[\"Ice\"]}"), 200).get("access")
                .asText()).isEqualTo("group");
        json(post(access + "/grant", "{\"users\":[\"reader\"]}"), 409);
        for (String body : new String[]{"{}", "{\"users\":[],\"groups\":[]}",
            "{\"users\":[\"guest\"],\"groups\":[\"Ice\"]}", "{\"groups\":[\"none\"]}",
            "{\"groups\":[\"Ice\"],\"until\":\"soon\"}",
            "{\"groups\":[\"Ice\"],\"until\":\"2001-01-01T00:00:00Z\"}"}) {
            json(post(access + "/grant", body), 400);
        }
        json(post(access + "/revoke", "{}"), 400);
        json(post("/api/v1/datasets", """
                {"title":"Run 43","access":"public","path":"/data/run",
                 "until":"2999-01-01T00:00:00Z"}"""), 400);
    }

    @Test
    void rulesForCopies_areSetShownAndTakenBack() throws Exception {
        Task publish = site.publish(publisher, workstation.device(), "Run 42", "",
                Grants.EVERYONE);
        String copies = "/api/v1/datasets/" + publish.contentId() + "/copies";
        assertThat(get(copies).statusCode()).isEqualTo(409);
        site.register(publish, Files.writeString(folder.resolve("frames.h5"), "bytes"));
        JsonNode alone = json(get(copies), 200);
        assertThat(alone.get("rule").isNull()).isTrue();
        assertThat(alone.get("notices").get(0).asText()).contains("Only one", "workstation");
        assertThat(alone.get("machines").get(0).get("state").asText()).isEqualTo("verified");
        String group = site.group(publisher, "Beam line").id();
        JsonNode kept = json(post(copies, """
                {"copies":2,"alwaysOn":1,"deviceIds":["%s"],"groupIds":["%s"]}"""
                .formatted(workstation.device().id(), group)), 200);
        assertThat(kept.get("rule").toString()).isEqualTo("{\"copies\":2,\"alwaysOn\":1,"
                + "\"machines\":[\"workstation\"],\"groups\":[\"Beam line\"]}");
        assertThat(kept.get("counting").asInt()).isEqualTo(1);
        assertThat(json(get("/api/v1/datasets/" + publish.contentId()), 200).get("notices"))
                .hasSize(2);
        for (String body : new String[]{"{\"copies\":101}", "{\"copies\":1,\"alwaysOn\":2}",
            "{\"copies\":1,\"deviceIds\":[\"none\"]}"}) {
            assertThat(post(copies, body).statusCode()).as(body).isEqualTo(400);
        }
        Enrolled laptop = site.machine(site.account("member"), "laptop");
        assertThat(send(laptop, "POST", copies, "{\"copies\":1}").statusCode()).isEqualTo(404);
        JsonNode seen = json(send(laptop, "GET", copies, ""), 200);
        assertThat(seen.get("machines").get(0).get("machine").isNull()).isTrue();
        assertThat(seen.get("notices")).isEmpty();
        assertThat(json(post(copies, "{}"), 200).get("rule").isNull()).isTrue();
    }

    @Test
    void limitsOfAMachine_areSetByItsOwner() throws Exception {
        String limits = "/api/v1/devices/" + workstation.device().id() + "/limits";
        assertThat(json(get(limits), 200).toString())
                .isEqualTo("{\"upload\":[],\"download\":[]}");
        String week = "{\"upload\":[{\"day\":null,\"from\":\"08:00\",\"bytesPerSecond\":2500000},"
                + "{\"day\":\"Sat\",\"from\":\"18:30\",\"bytesPerSecond\":null}],\"download\":[]}";
        assertThat(json(post(limits, week), 200).toString()).isEqualTo(week);
        assertThat(json(get(limits), 200).toString()).isEqualTo(week);
        assertThat(site.catalog.machines().limits().of(workstation.device().id()).upload())
                .isEqualTo("08:00,2500000 Sat-18:30,off");
        for (String body : new String[]{"{\"upload\":[{\"from\":\"25:00\"}]}",
            "{\"upload\":[{\"from\":\"08:00\",\"bytesPerSecond\":0}]}",
            "{\"upload\":[{\"from\":\"08:00\",\"bytesPerSecond\":-1000}]}",
            "{\"upload\":[{\"from\":\"08:00\",\"bytesPerSecond\":1}]}",
            "{\"upload\":[{\"from\":\"08:00\",\"bytesPerSecond\":9223372036854775807}]}",
            "{\"upload\":[{\"from\":\"08:00\"},{\"from\":\"08:00\"}]}",
            "{\"upload\":[{\"day\":\"Friday\",\"from\":\"08:00\"}]}", "{\"upload\":[null]}",
            "{\"upload\":\"2MB\"}"}) {
            assertThat(post(limits, body).statusCode()).as(body).isEqualTo(400);
        }
        Enrolled laptop = site.machine(site.account("member"), "laptop");
        assertThat(send(laptop, "GET", limits, "").statusCode()).isEqualTo(404);
        assertThat(send(laptop, "POST", limits, "{}").statusCode()).isEqualTo(404);
        assertThat(json(post(limits, "{}"), 200).get("upload")).isEmpty();
    }

    @Test
    void lastVerifiedCopy_isDroppedByForceOnly() throws Exception {
        Task publish = site.publish(publisher, workstation.device(), "Run 42", "",
                Grants.EVERYONE);
        site.register(publish, Files.writeString(folder.resolve("frames.h5"), "bytes"));
        site.catalog.work().assignments().openSession(workstation.device().id(), "2");
        String tasks = "/api/v1/datasets/" + publish.contentId() + "/tasks";
        assertThat(json(post(tasks, "{\"kind\":\"remove\"}"), 412).get("error").asText())
                .contains("last verified copy");
        json(post(tasks, "{\"kind\":\"remove\",\"force\":true}"), 201);
    }

    @Test
    void badBodies_getOneClearLine() throws Exception {
        for (String body : new String[]{"", "{", "[]", "null", "{\"titel\":\"x\"}",
            "{\"access\":\"all\"}", "{\"access\":\"group\",\"groups\":[\"not mine\"]}",
            "{\"access\":\"user\",\"users\":[\"nobody\"]}", "{\"access\":\"public\"}",
            "{\"title\":{\"a\":1}}", "[".repeat(50_000), "\"" + "x".repeat(300_000) + "\""}) {
            HttpResponse<String> answer = post("/api/v1/datasets", body);
            assertThat(answer.statusCode()).as(body.substring(0, Math.min(40, body.length())))
                    .isBetween(400, 413);
            JsonNode error = new ObjectMapper().readTree(answer.body()).get("error");
            assertThat(error.asText()).isNotBlank().doesNotContain("\n", "org.gridtorrent");
        }
        assertThat(site.catalog.datasets().contents().ownedBy(publisher.id(), 0, 100).items())
                .isEmpty();
    }

    @Test
    void valuesOfAnotherKind_areNotMadeToFit() throws Exception {
        for (String body : new String[]{"{\"name\":7}", "{\"name\":true}", "{\"name\":1.5}",
            "{\"name\":\"One\",\"open\":\"true\"}", "{\"name\":\"One\",\"open\":1}",
            "{\"name\":\"One\",\"open\":\"\"}"}) {
            assertThat(json(post("/api/v1/groups", body), 400).get("error").asText()).as(body)
                    .contains("is not of the kind expected here");
        }
        assertThat(site.catalog.people().groups().of(publisher.id())).isEmpty();
    }

    @Test
    void aListLongerThanADatabaseTakes_isRefused() throws Exception {
        String names = "\"a\",".repeat(70_000) + "\"a\"";
        assertThat(json(post("/api/v1/datasets",
                "{\"title\":\"One\",\"access\":\"user\",\"users\":[" + names + "]}"), 413)
                .get("error").asText()).contains("more than 20000 values");
    }

    @Test
    void bodiesOfOtherKindsOrTooLong_areNotRead() throws Exception {
        for (String type : new String[]{"text/xml", "application/xml", "text/plain",
            "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"}) {
            HttpResponse<String> answer = site.browser().send(call(workstation, "/api/v1/groups")
                    .header("Content-Type", type)
                    .POST(BodyPublishers.ofString("<name>Beam line 7</name>")).build());
            assertThat(json(answer, 415).get("error").asText()).as(type).contains("JSON");
        }
        HttpResponse<String> xml = site.browser().send(call(workstation, "/api/v1/groups")
                .header("Accept", "application/xml").build());
        assertThat(json(xml, 406).get("error").asText()).contains("JSON");
        String longest = "{\"name\":\"" + "x".repeat(1024 * 1024 - 11) + "\"}";
        assertThat(post("/api/v1/groups", longest).statusCode()).isEqualTo(400);
        assertThat(json(post("/api/v1/groups", longest + " "), 413).get("error").asText())
                .contains("larger");
        assertThat(site.catalog.people().groups().of(publisher.id())).isEmpty();
        HttpResponse<String> untold = site.browser().send(call(workstation, "/api/v1/groups")
                .POST(BodyPublishers.ofString("{\"name\":\"Beam line 7\"}")).build());
        json(untold, 201);
    }

    @Test
    void whatAnOperationDoesNotKnow_isRefusedByItsName() throws Exception {
        String folders = "/api/v1/devices/" + workstation.device().id() + "/folders";
        for (String query : List.of("/api/v1/datasets?q=ice&limit=1000000",
                folders + "?limit=1", "/api/v1/me?limit=", "/api/v1/openapi.json?limit")) {
            assertThat(json(get(query), 400).get("error").asText()).as(query)
                    .isEqualTo("There is no parameter \"limit\" here.");
        }
        json(get("/api/v1/datasets?q=ice&page=1"), 200);
        assertThat(json(post("/api/v1/groups", "{\"name\":\"One\",\"name\":\"Other\"}"), 400)
                .get("error").asText()).contains("Duplicate field 'name'");
        assertThat(json(post("/api/v1/datasets",
                "{\"metadata\":{\"licence\":\"MIT\",\"licence\":\"\"}}"), 400)
                .get("error").asText()).contains("Duplicate field 'licence'");
        assertThat(site.catalog.people().groups().of(publisher.id())).isEmpty();
    }

    @Test
    void whatWasSent_isSaidBackAsJsonOnly() throws Exception {
        HttpResponse<String> answer = post("/api/v1/datasets",
                "{\"<script>alert(1)</script>\\u0000\\n\":1}");
        assertThat(json(answer, 400).get("error").asText())
                .isEqualTo("There is no field \"<script>alert(1)</script>??\" here.");
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    }

    @Test
    void namesInAddresses_areTakenAsTheyAre() throws Exception {
        json(post("/api/v1/groups", "{\"name\":\"Größe 1.5 - b_c\"}"), 201);
        assertThat(json(get("/api/v1/groups/" + encoded("Größe 1.5 - b_c")), 200).get("name")
                .asText()).isEqualTo("Größe 1.5 - b_c");
        for (String name : new String[]{"Größe 1.5 - b_c;d=e", "Größe+1.5", "?", "{x}"}) {
            assertThat(get("/api/v1/groups/" + encoded(name)).statusCode()).as(name)
                    .isEqualTo(404);
        }
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Test
    void groups_areMadeJoinedAndLeftByName() throws Exception {
        Enrolled laptop = site.machine(site.account("member"), "laptop");
        json(post("/api/v1/groups", "{\"name\":\"Beam line 7\"}"), 201);
        json(send(laptop, "POST", "/api/v1/groups/Beam%20line%207/request", ""), 200);
        json(post("/api/v1/groups/Beam%20line%207/accept", "{\"user\":\"member\"}"), 200);
        assertThat(json(send(laptop, "GET", "/api/v1/groups", ""), 200).get("groups").get(0)
                .get("standing").asText()).isEqualTo("member");
        json(send(laptop, "POST", "/api/v1/groups/Beam%20line%207/leave", ""), 200);
        assertThat(post("/api/v1/groups", "{\"name\":\"Beam line 7\"}").statusCode())
                .isEqualTo(409);
        assertThat(get("/api/v1/groups/none").statusCode()).isEqualTo(404);
    }

    @Test
    void unknownAddresses_areRefusedAsJson() throws Exception {
        assertThat(json(get("/api/v1/nothing"), 404).get("error").asText()).isNotBlank();
        for (String path : new String[]{"/api", "/api/", "/api/services", "/api/services/",
            "/api/v1",
            "/api/v1/?_wadl", "/api/?wsdl", "/api/v1/tasks/NONE", "/api/v1/tasks/a/b/c"}) {
            assertThat(json(get(path), 404).get("error").asText()).as(path).isNotBlank();
        }
        HttpResponse<String> post = post("/api/v1/me", "");
        assertThat(json(post, 405).get("error").asText())
                .isEqualTo("This address takes GET only.");
        assertThat(post.headers().firstValue("Allow")).contains("GET");
        assertThat(send(workstation, "DELETE", "/api/v1/groups", "").headers()
                .firstValue("Allow")).contains("GET, POST");
        assertThat(json(get("/api/v1/datasets?q=%25zz"), 200).get("datasets")).isEmpty();
        assertThat(raw("GET /api/v1/datasets?q=%zz HTTP/1.1")).startsWith("HTTP/1.1 400")
                .contains("{\"error\":\"The request could not be understood.\"}");
        HttpResponse<String> head = send(workstation, "HEAD", "/api/v1/me", "");
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
    }

    private String raw(String line) throws Exception {
        try (Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), site.url.getPort())) {
            socket.getOutputStream().write((line + "\r\nHost: localhost\r\nConnection: close\r\n"
                    + "Authorization: Bearer " + workstation.apiToken() + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private HttpResponse<String> get(String path) throws Exception {
        return send(workstation, "GET", path, "");
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return send(workstation, "POST", path, body);
    }

    private HttpResponse<String> send(Enrolled device, String method, String path, String body)
            throws Exception {
        return site.browser().send(call(device, path).header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body)).build());
    }

    private HttpRequest.Builder call(Enrolled device, String path) {
        return HttpRequest.newBuilder(site.url.resolve(path)).header("Authorization",
                "Bearer " + device.apiToken());
    }

    private static JsonNode json(HttpResponse<String> answer, int status) throws Exception {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return RestDescription.checked(answer);
    }
}
