package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.TestAccounts;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device.Enrolled;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.metainfo.Metainfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Publishing torrents that are not private (BEP 27), by the pages and by REST. */
class NonPrivateTest {
    private static final String BOX = "name=\"nonPrivate\"";
    private static final String FACT = "Not private: BitTorrent clients also find peers";

    private static final String BODY = """
            {"title":"Frames","access":"public","path":"/data/run","nonPrivate":true}""";

    @TempDir
    Path folder;
    private TestSite site;
    private Account publisher;
    private Enrolled machine;
    private Browser browser;

    @BeforeEach
    void open() throws Exception {
        start(Optional.of(URI.create("http://192.0.2.1:6969/announce")));
    }

    private void start(Optional<URI> announce) throws Exception {
        site = new TestSite(folder.resolve("site"), 0, "A laboratory", announce);
        publisher = site.account("publisher");
        machine = site.machine(publisher, "workstation", "/data");
        browser = site.loggedIn("publisher");
    }

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    /** The machine's client says whether it can make such torrents. */
    private List<Task> poll(boolean able) {
        return site.catalog.work().assignments().of(machine.device().id(), able);
    }

    private HttpResponse<String> publish(String access, String... more) throws Exception {
        List<String> fields = new ArrayList<>(List.of("title", "Frames", "device",
                machine.device().id(), "path", "/data/run", "access", access, "nonPrivate",
                "yes"));
        fields.addAll(List.of(more));
        return browser.post("/publish", fields.toArray(String[]::new));
    }

    private Content registered(Task task) throws Exception {
        return site.register(task,
                Files.writeString(folder.resolve(task.id()), "frames " + task.id()));
    }

    @Test
    void nonPrivateTorrent_isChosenReviewedAndPublished() throws Exception {
        poll(true);
        assertThat(browser.page("/publish")).contains(BOX, "cannot be undone",
                "Anyone who has the torrent can share the files for ever");
        HttpResponse<String> review = publish("public", "key", "form", "do", "review");
        assertThat(browser.page(review.headers().firstValue("Location").orElseThrow()))
                .contains("The torrent will not be private.", FACT);
        assertThat(publish("public", "key", "form").statusCode()).isEqualTo(303);
        Content content = registered(poll(true).getFirst());
        String page = "/datasets/" + content.id();
        assertThat(browser.page(page)).contains(FACT);
        assertThat(site.browser().page(page)).contains(FACT);
        assertThat(Metainfo.parse(site.browser().bytes(page + "/torrent")).isPrivate()).isFalse();
        TestAccounts.addAdmin(site.catalog, "boss", "The boss");
        assertThat(site.loggedIn("boss").page("/admin/audit"))
                .contains("Non-private torrent chosen");
    }

    @Test
    void restrictingItsAccess_isAllowedAndItsLimitsAreSaid() throws Exception {
        poll(true);
        publish("public");
        Content content = registered(poll(true).getFirst());
        String access = "/datasets/" + content.id() + "/access";
        assertThat(browser.page(access)).contains("can continue to share the files elsewhere");
        site.account("guest");
        assertThat(browser.post(access, "access", "user", "users", "guest").statusCode())
                .isEqualTo(303);
        assertThat(browser.page(access)).contains("can continue to share the files elsewhere");
        assertThat(site.browser().get("/datasets/" + content.id()).statusCode()).isEqualTo(303);
    }

    @Test
    void choiceOfEveryone_isDroppedWithAnotherAccess() throws Exception {
        poll(true);
        String group = site.group(publisher, "Beam line").id();
        assertThat(publish("group", "groups", group).statusCode()).isEqualTo(303);
        assertThat(poll(true)).singleElement().matches(task -> !task.nonPrivate());
    }

    @Test
    void olderClient_isRefusedBeforeItIsGivenATask() throws Exception {
        HttpResponse<String> refused = publish("public");
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body()).contains("cannot publish a non-private torrent",
                "Update and start it", "checked");
        assertThat(json(rest("/api/v1/datasets", BODY), 409).get("error").asText())
                .contains("Update and start it");
        assertThat(poll(false)).isEmpty();
    }

    @Test
    void failureOfAnOlderClient_isSaidInTheReadersLanguage() throws Exception {
        poll(true);
        publish("public");
        assertThat(poll(false)).isEmpty();
        assertThat(browser.page("/transfers"))
                .contains("too old to publish a non-private torrent. Update it");
        browser.post("/look", "language", "de", "back", "/transfers");
        assertThat(browser.page("/transfers"))
                .contains("zu alt, um einen nicht privaten Torrent zu veröffentlichen");
    }

    @Test
    void siteThatIsNotOpenToTheWorld_offersAndAcceptsNone() throws Exception {
        site.close();
        start(Optional.empty());
        poll(true);
        assertThat(browser.page("/publish")).doesNotContain(BOX);
        HttpResponse<String> refused = publish("public");
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body()).contains("This site is not open to the world");
        assertThat(json(rest("/api/v1/datasets", BODY), 400).get("error").asText())
                .contains("not open to the world");
        assertThat(poll(true)).isEmpty();
        Content content = registered(site.publish(publisher, machine.device(), "Frames", "",
                Grants.EVERYONE));
        String next = "/datasets/" + content.id() + "/versions/new";
        assertThat(browser.page(next)).doesNotContain(BOX);
        assertThat(browser.post(next, "device", machine.device().id(), "path", "/data/next",
                "nonPrivate", "yes").body()).contains("This site is not open to the world");
        assertThat(json(rest("/api/v1/datasets/" + content.id() + "/versions",
                "{\"path\":\"/data/next\",\"nonPrivate\":true}"), 400).get("error").asText())
                .contains("not open to the world");
    }

    @Test
    void nextVersion_choosesAnew() throws Exception {
        poll(true);
        publish("public");
        Content content = registered(poll(true).getFirst());
        String next = "/datasets/" + content.id() + "/versions/new";
        assertThat(browser.page(next)).contains(BOX).doesNotContain("value=\"yes\" checked");
        browser.post(next, "device", machine.device().id(), "path", "/data/private");
        browser.post(next, "device", machine.device().id(), "path", "/data/other", "nonPrivate",
                "yes");
        assertThat(poll(true)).filteredOn(task -> !task.contentId().equals(content.id()))
                .extracting(task -> task.folder().orElse("") + " " + task.nonPrivate())
                .containsExactlyInAnyOrder("/data/private false", "/data/other true");
        site.catalog.access().grants().replace(publisher.id(), content.id(),
                Grants.accounts(List.of(site.account("guest").id())));
        assertThat(browser.page(next)).doesNotContain(BOX);
        assertThat(browser.post(next, "device", machine.device().id(), "path", "/data/third",
                "nonPrivate", "yes").body())
                .contains("Only a data set that everyone can access");
    }

    @Test
    void rest_takesAndTellsIt() throws Exception {
        poll(true);
        JsonNode made = json(rest("/api/v1/datasets", BODY), 201);
        assertThat(json(dataset(made), 200).get("nonPrivate").asBoolean()).isTrue();
        JsonNode other = json(rest("/api/v1/datasets", """
                {"title":"Frames","access":"public","path":"/data/run"}"""), 201);
        assertThat(json(dataset(other), 200).get("nonPrivate").asBoolean()).isFalse();
        registered(site.catalog.work().tasks().find(publisher.id(), made.get("taskId").asText())
                .orElseThrow());
        JsonNode next = json(rest("/api/v1/datasets/" + made.get("id").asText() + "/versions",
                "{\"path\":\"/data/next\",\"nonPrivate\":true}"), 201);
        assertThat(json(dataset(next), 200).get("nonPrivate").asBoolean()).isTrue();
        site.group(publisher, "Beam line");
        assertThat(json(rest("/api/v1/datasets", """
                {"title":"Frames","access":"group","groups":["Beam line"],"path":"/data/run",
                 "nonPrivate":true}"""), 400).get("error").asText())
                .contains("Only a data set that everyone can access");
        json(rest("/api/v1/datasets", """
                {"title":"Frames","access":"public","path":"/data/run","nonPrivate":"yes"}"""),
                400);
    }

    private HttpResponse<String> dataset(JsonNode made) throws Exception {
        return site.browser()
                .send(call("/api/v1/datasets/" + made.get("id").asText()).GET().build());
    }

    private HttpResponse<String> rest(String path, String body) throws Exception {
        return site.browser().send(call(path).header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)).build());
    }

    private HttpRequest.Builder call(String path) {
        return HttpRequest.newBuilder(site.url.resolve(path)).header("Authorization",
                "Bearer " + machine.apiToken());
    }

    private static JsonNode json(HttpResponse<String> answer, int status) throws Exception {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return RestDescription.checked(answer);
    }
}
