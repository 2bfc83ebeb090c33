package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Account.Role;
import org.gridtorrent.catalog.account.ApiToken.Scope;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.metainfo.Metainfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole site and what is said about data sets, for programs. */
class SiteRestTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    Path folder;
    private TestSite site;
    private Account owner;
    private Account reader;
    private Device machine;
    private RestCaller ann;
    private RestCaller bob;
    private RestCaller boss;

    @BeforeEach
    void open() throws Exception {
        site = new TestSite(folder.resolve("site"));
        owner = site.account("ann");
        reader = site.account("bob");
        machine = site.machine(owner, "source", "/data").device();
        ann = RestCaller.own(site, owner, Scope.WRITE);
        bob = RestCaller.own(site, reader, Scope.WRITE);
        boss = RestCaller.own(site,
                site.catalog.identity().accounts().registerAdmin("boss", "The boss",
                        TestSite.PASSWORD),
                Scope.WRITE);
    }

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    private Content published(String title, Grants grants) throws Exception {
        Path files = Files.createDirectories(folder.resolve(title).resolve("2026"));
        Files.writeString(files.resolve("salt.nc"), title);
        Files.writeString(files.resolveSibling("notes.txt"), "notes of " + title);
        return site.register(site.publish(owner, machine, title, "", grants),
                folder.resolve(title));
    }

    @Test
    void whatTheWholeSiteHas_isForAdministratorsWithWritingTokensOfTheirOwn() throws Exception {
        Group group = site.group(reader, "Beam line");
        String path = "/admin/groups/" + group.id();
        List<String> looks = List.of("/admin/groups", path, "/admin/audit", "/admin/mail",
                "/admin/backups");
        List<String> changes = List.of(path + "/hand-over", path + "/delete", "/admin/mail",
                "/admin/backups", "/admin/backups/site-1.backup/delete",
                "/admin/users/bob/role", "/admin/users/bob/end-sessions");
        var machines = new RestCaller(site, site.machine(site.catalog.identity().accounts()
                .findByName("boss").orElseThrow(), "boss-pc").apiToken());
        for (RestCaller nobody : List.of(ann, machines)) {
            for (String look : looks) {
                nobody.get(look, 404);
            }
            for (String change : changes) {
                nobody.post(change, "{}", 404);
            }
        }
        RestCaller looker = RestCaller.own(site,
                site.catalog.identity().accounts().findByName("boss").orElseThrow(), Scope.READ);
        for (String look : looks) {
            looker.get(look, 200);
        }
        for (String change : changes) {
            looker.post(change, "{}", 403);
        }
        assertThat(site.catalog.people().groupAdministration().group(group.id())).isPresent();
    }

    @Test
    void backupsAreMadeListedAndDeleted() throws Exception {
        assertThat(boss.get("/admin/backups", 200).get("backups")).isEmpty();
        boss.post("/admin/backups", "", 200);
        await().atMost(SOON).untilAsserted(() -> assertThat(boss.get("/admin/backups", 200)
                .get("state").asText()).isEqualTo("done"));
        JsonNode made = boss.get("/admin/backups", 200).get("backups").get(0);
        assertThat(made.get("name").asText()).isEqualTo("site-1.backup");
        assertThat(made.get("bytes").asLong()).isPositive();
        assertThat(made.get("restore").asText()).startsWith("gridtorrent-server restore ");
        JsonNode noted = boss.get("/admin/audit?kind=backup_made", 200).get("entries").get(0);
        assertThat(noted.get("way").asText()).isEqualTo("rest");
        boss.post("/admin/backups/site-2.backup/delete", "", 404);
        assertThat(boss.post("/admin/backups/site-1.backup/delete", "", 200).get("backups"))
                .isEmpty();
        boss.post("/admin/backups/site-1.backup/delete", "", 404);
        site.backups.fail();
        boss.post("/admin/backups", "", 200);
        await().atMost(SOON).untilAsserted(() -> assertThat(boss.get("/admin/backups", 200)
                .get("problem").asText()).contains("is no folder"));
    }

    @Test
    void aBodyThatIsNeeded_isMissed() throws Exception {
        for (String path : List.of("/profile", "/report/review", "/report/revoke", "/groups")) {
            assertThat(ann.post(path, "", 400).get("error").asText())
                    .isEqualTo("The body has to be a JSON object.");
        }
        ann.post("/profile", "{}", 200);
    }

    @Test
    void groupsAreListedHandedOverAndDeleted() throws Exception {
        Group group = site.group(reader, "Beam line", owner);
        String path = "/admin/groups/" + group.id();
        assertThat(boss.get("/admin/groups?q=beam", 200).get("groups").get(0).get("members")
                .asInt()).isEqualTo(2);
        assertThat(boss.get("/admin/groups?q=theory", 200).get("groups")).isEmpty();
        assertThat(boss.post(path + "/hand-over", "{\"user\":\"ann\"}", 409).get("error")
                .asText()).contains("has an active owner");
        boss.post("/admin/users/bob/disable", "", 200);
        assertThat(boss.get(path, 200).get("owners").asInt()).isZero();
        boss.post(path + "/hand-over", "{}", 400);
        boss.post(path + "/hand-over", "{\"user\":\"nobody\"}", 400);
        boss.post(path + "/hand-over", "{\"user\":\"boss\"}", 400);
        assertThat(boss.post(path + "/hand-over", "{\"user\":\"ann\"}", 200).get("owners")
                .asInt()).isEqualTo(1);
        boss.post("/admin/groups/unknown/hand-over", "{\"user\":\"ann\"}", 404);
        boss.post(path + "/delete", "", 200);
        boss.post(path + "/delete", "", 404);
        boss.get(path, 404);
    }

    @Test
    void theAuditLog_isFilteredAsItsPageIs_andEverybodyHasTheirOwn() throws Exception {
        Content ice = published("Ice", Grants.EVERYONE);
        String bossId = site.catalog.identity().accounts().findByName("boss").orElseThrow().id();
        site.catalog.site().administrators().changeRole(bossId, reader.id(), Role.ADMIN);
        boss.post("/admin/users/bob/role", "{\"role\":\"user\"}", 200);
        boss.post("/admin/users/bob/role", "{\"role\":\"king\"}", 400);
        boss.post("/admin/users/boss/role", "{\"role\":\"user\"}", 409);
        assertThat(boss.get("/admin/audit?person=boss&kind=role_changed", 200).get("entries")
                .findValuesAsText("detail")).containsExactlyInAnyOrder("bob: ADMIN", "bob: USER");
        JsonNode told = boss.get("/admin/audit?dataset=ice", 200).get("entries");
        assertThat(told.findValuesAsText("datasetId")).containsOnly(ice.id());
        assertThat(told.findValuesAsText("kind")).contains("publish_ordered");
        String day = site.clock.instant().toString().substring(0, 10);
        assertThat(boss.get("/admin/audit?from=" + day + "&to=" + day, 200).get("entries"))
                .isNotEmpty();
        assertThat(boss.get("/admin/audit?to=2001-01-01", 200).get("entries")).isEmpty();
        boss.get("/admin/audit?from=yesterday", 400);
        boss.get("/admin/audit?kind=guessed", 400);
        boss.get("/admin/audit?page=0", 400);
        assertThat(boss.get("/admin/audit?page=2", 200).get("entries")).isEmpty();
        assertThat(ann.get("/activity", 200).get("entries").findValuesAsText("user"))
                .isNotEmpty().containsOnly("ann");
        assertThat(boss.get("/activity", 200).get("entries").findValuesAsText("token"))
                .contains("Watch, WRITE");
    }

    @Test
    void aToken_makesNobodyAnAdministrator() throws Exception {
        String role = "/admin/users/bob/role";
        assertThat(boss.post(role, "{\"role\":\"admin\"}", 403).get("error").asText())
                .contains("on the page of that person");
        assertThat(site.catalog.identity().accounts().find(reader.id()).orElseThrow().role())
                .isEqualTo(Role.USER);
        boss.post("/admin/users/nobody/role", "{\"role\":\"admin\"}", 404);
        boss.post("/admin/users/boss/role", "{\"role\":\"admin\"}", 200);
        String bossId = site.catalog.identity().accounts().findByName("boss").orElseThrow().id();
        site.catalog.site().administrators().changeRole(bossId, reader.id(), Role.ADMIN);
        boss.post("/admin/users/bob/disable", "", 200);
        assertThat(boss.post("/admin/users/bob/enable", "", 403).get("error").asText())
                .contains("on the page of that person");
        assertThat(site.catalog.identity().accounts().find(reader.id()).orElseThrow().disabled())
                .isTrue();
        boss.post(role, "{\"role\":\"user\"}", 200);
        boss.post("/admin/users/bob/enable", "", 200);
    }

    @Test
    void sessionsAreEnded_andMailIsTestedWhereThereIsSome() throws Exception {
        Browser browser = site.loggedIn("bob");
        boss.post("/admin/users/bob/end-sessions", "", 200);
        assertThat(browser.get("/my-data").statusCode()).isEqualTo(303);
        site.session("bob");
        assertThat(bob.post("/sessions/end", "", 200).get("ended").asInt()).isEqualTo(1);
        assertThat(bob.post("/sessions/end", "", 200).get("ended").asInt()).isZero();
        boss.post("/admin/mail", "{\"address\":\"nowhere\"}", 400);
        assertThat(boss.post("/admin/mail", "{\"address\":\"a@example.org\"}", 409).get("error")
                .asText()).contains("sends no mail");
        assertThat(boss.get("/admin/mail", 200).get("sends").asBoolean()).isFalse();
    }

    @Test
    void theReport_isOfOnesOwn_andRightsEndInBulk() throws Exception {
        Content ice = published("Ice", Grants.accounts(List.of(reader.id())));
        Group group = site.group(owner, "Beam line", reader);
        Content salt = published("Salt", Grants.groups(List.of(group.id())));
        assertThat(ann.get("/report/datasets?q=ice", 200).get("datasets").findValuesAsText("who"))
                .contains("bob");
        assertThat(bob.get("/report/datasets", 200).get("datasets")).isEmpty();
        assertThat(boss.get("/report/datasets", 200).get("datasets")).hasSize(2);
        bob.get("/report/datasets/" + ice.id(), 404);
        bob.get("/report/people/bob", 404);
        ann.get("/report/people/nobody", 404);
        assertThat(ann.get("/report/people?q=bob", 200).get("people").get(0).get("datasets")
                .asInt()).isEqualTo(2);
        assertThat(ann.get("/report/datasets/" + salt.id(), 200).get("rights")
                .findValuesAsText("by")).contains("group");
        JsonNode rights = ann.get("/report/people/bob", 200).get("rights");
        assertThat(rights.findValuesAsText("title")).containsExactly("Ice", "Salt");
        String body = "{\"rights\":[\"%s\",\"%s\"]}".formatted(
                rights.get(0).get("right").asText(), rights.get(1).get("right").asText());
        assertThat(bob.post("/report/review", body, 200).get("datasets")).isEmpty();
        assertThat(bob.post("/report/revoke", body, 200).get("revoked").asInt()).isZero();
        assertThat(ann.post("/report/review", body, 200).get("datasets").get(0).get("people")
                .asInt()).isEqualTo(1);
        bob.get("/datasets/" + ice.id(), 200);
        assertThat(ann.post("/report/revoke", body, 200).get("revoked").asInt()).isEqualTo(2);
        assertThat(ann.post("/report/revoke", body, 200).get("revoked").asInt()).isZero();
        bob.get("/datasets/" + ice.id(), 404);
        ann.post("/report/revoke", "{\"rights\":[\"no right\"]}", 400);
        ann.post("/report/revoke", "{\"rights\":[null]}", 400);
    }

    @Test
    void whatADataSetSays_isReadByReaders_andChangedByItsOwner() throws Exception {
        Content ice = published("Ice", Grants.accounts(List.of(reader.id())));
        String path = "/datasets/" + ice.id();
        assertThat(bob.get(path + "/metadata", 200).get("creators").findValuesAsText("name"))
                .containsExactly("The ann");
        JsonNode changed = ann.post(path + "/metadata", """
                {"description": "Cores", "metadata": {"subject": "earth", "licence": "CC0-1.0",
                 "year": 2020, "keywords": ["ice", "cores"],
                 "creators": [{"name": "The drill", "orcid": "0000-0002-1825-0097"}]}}""", 200);
        assertThat(changed.get("title").asText()).isEqualTo("Ice");
        assertThat(changed.get("year").asInt()).isEqualTo(2020);
        JsonNode less = ann.post(path + "/metadata",
                "{\"title\":\"Ice 2\",\"metadata\":{\"subject\":\"\",\"year\":0}}", 200);
        assertThat(less.get("subject").asText()).isEmpty();
        assertThat(less.get("year").asInt()).isZero();
        assertThat(less.get("licence").asText()).isEqualTo("CC0-1.0");
        assertThat(less.get("keywords")).hasSize(2);
        for (String wrong : List.of("{\"metadata\":{\"subject\":\"magic\"}}",
                "{\"metadata\":{\"licence\":\"mine\"}}", "{\"metadata\":{\"keywords\":[null]}}",
                "{\"metadata\":{\"creators\":[null]}}", "{\"metadata\":{\"year\":5}}",
                "{\"title\":\"\"}")) {
            ann.post(path + "/metadata", wrong, 400);
        }
        bob.post(path + "/metadata", "{\"title\":\"Mine\"}", 403);
        boss.get(path + "/metadata", 404);
        assertThat(bob.get(path + "/citation", 200).get("bibtex").asText()).contains("Ice 2",
                "The drill");
        boss.get(path + "/citation", 404);
        assertThat(ann.get(path + "/activity", 200).get("events").findValuesAsText("kind"))
                .contains("published", "described");
        assertThat(ann.get(path + "/activity", 200).get("events").findValuesAsText("detail"))
                .contains("title, subject, year");
        assertThat(boss.get("/admin/audit?kind=described", 200).get("entries")
                .findValuesAsText("detail")).containsExactlyInAnyOrder(
                        "description, subject, keywords, creators, licence, year",
                        "title, subject, year");
        bob.get(path + "/activity", 403);
        boss.get(path + "/activity", 404);
        bob.get(path + "/torrent", 404);
    }

    @Test
    void files_areListed_andComparedWithTheVersionBefore() throws Exception {
        Content ice = published("Ice", Grants.EVERYONE);
        String path = "/datasets/" + ice.id();
        assertThat(bob.get(path + "/files", 200).get("entries").findValuesAsText("name"))
                .containsExactly("2026", "notes.txt");
        assertThat(bob.get(path + "/files?in=2026", 200).get("entries").findValuesAsText("path"))
                .containsExactly("2026/salt.nc");
        assertThat(bob.get(path + "/files?q=SALT", 200).get("total").asInt()).isEqualTo(1);
        bob.get(path + "/files?in=2025", 404);
        bob.get(path + "/files/changes", 404);
        Task next = site.catalog.datasets().versionPublishing()
                .prepare(owner.id(), ice.id(), machine.id(),
                        "/data/next")
                .orElseThrow().task();
        String after = "/datasets/" + next.contentId();
        ann.get(after + "/files", 409);
        ann.get(after + "/citation", 409);
        ann.get(after + "/files/changes", 409);
        Files.writeString(folder.resolve("Ice").resolve("more.txt"), "more");
        site.register(next, folder.resolve("Ice"));
        JsonNode changes = bob.get(after + "/files/changes", 200);
        assertThat(changes.get("since").asText()).isEqualTo(ice.id());
        assertThat(changes.get("changes").get(0).toString()).contains("\"added\"",
                "\"more.txt\"");
        assertThat(bob.get(path + "/files/changes?since=" + next.contentId(), 200)
                .get("changes").get(0).get("kind").asText()).isEqualTo("removed");
        bob.get(path + "/files/changes?since=unknown", 404);
        byte[] torrent = Base64.getDecoder().decode(
                bob.get(path + "/torrent", 200).get("torrent").asText());
        assertThat(Metainfo.parse(torrent).infoHash().hex())
                .isEqualTo(ice.infoHash().orElseThrow());
    }

    @Test
    void aSearch_isNarrowedByFacets_andWhatIsPublishedSaysMore() throws Exception {
        Content ice = published("Ice", Grants.EVERYONE);
        published("Salt of ice", Grants.EVERYONE);
        ann.post("/datasets/" + ice.id() + "/metadata", "{\"metadata\":{\"year\":2020}}", 200);
        JsonNode both = bob.get("/datasets?q=ice&sort=largest", 200);
        assertThat(both.get("total").asInt()).isEqualTo(2);
        assertThat(both.get("facets").get("format").findValuesAsText("value")).contains("nc",
                "txt");
        assertThat(bob.get("/datasets?q=ice&facet=year=2020", 200).get("datasets")
                .findValuesAsText("id")).containsExactly(ice.id());
        bob.get("/datasets?facet=colour=red", 400);
        bob.get("/datasets?facet=year", 400);
        bob.get("/datasets?sort=oldest", 400);
        String id = ann.post("/datasets", """
                {"title": "Snow", "access": "public", "deviceId": "%s", "path": "/data/snow",
                 "copies": 2, "alwaysOn": 1, "metadata": {"keywords": ["snow"]}}"""
                .formatted(machine.id()), 201).get("id").asText();
        assertThat(ann.get("/datasets/" + id + "/metadata", 200).get("keywords").get(0).asText())
                .isEqualTo("snow");
        ann.post("/datasets", """
                {"title": "Snow", "access": "public", "deviceId": "%s", "path": "/data/snow",
                 "copies": 1, "alwaysOn": 2}""".formatted(machine.id()), 400);
    }

    @Test
    void peopleAreFound_andWhatTheyWereToldIsSeenAtOnce() throws Exception {
        assertThat(bob.get("/people?q=an", 200).get("people").get(0).toString())
                .contains("\"ann\"", "\"none\"");
        assertThat(bob.get("/people?q=a", 200).get("people")).isEmpty();
        Group group = site.group(owner, "Beam line");
        bob.post("/groups/" + group.id() + "/request", "", 200);
        assertThat(ann.post("/notices/seen", "", 200).get("unseen").asInt()).isZero();
        assertThat(ann.get("/notices", 200).get("notices").get(0).get("seen").asBoolean())
                .isTrue();
        String id = ann.post("/subscriptions", "{\"of\":\"owner\",\"id\":\"bob\"}", 200)
                .get("id").asText();
        ann.post("/subscriptions/" + id + "/device", "{\"deviceId\":\"" + machine.id() + "\"}",
                200);
        assertThat(ann.get("/subscriptions", 200).findValuesAsText("deviceId"))
                .containsExactly(machine.id());
        bob.post("/subscriptions/" + id + "/device", "{}", 404);
        ann.post("/subscriptions/" + id + "/device", "{\"deviceId\":\"other\"}", 404);
        ann.post("/subscriptions/" + id + "/device", "{}", 200);
        assertThat(ann.get("/subscriptions", 200).get("subscriptions").get(0).get("deviceId")
                .isNull()).isTrue();
        Task task = site.publish(owner, machine, "Ice", "", Grants.EVERYONE);
        assertThat(ann.get("/tasks/" + task.id() + "/rates", 200).get("rates")).isEmpty();
        bob.get("/tasks/" + task.id() + "/rates", 404);
    }
}
