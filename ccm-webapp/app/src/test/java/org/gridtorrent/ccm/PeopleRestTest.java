package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.ApiToken.Scope;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups, buddies, the inbox and administration for programs. */
class PeopleRestTest {
    private static final String GROUP = "/groups/Beam%20line%207";

    @TempDir
    Path folder;
    private TestSite site;
    private RestCaller ann;
    private RestCaller bob;
    private RestCaller cem;

    @BeforeEach
    void open() throws Exception {
        site = new TestSite(folder);
        ann = of("ann");
        bob = of("bob");
        cem = of("cem");
        ann.post("/groups", "{\"name\":\"Beam line 7\"}", 201);
    }

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    void membership_needsBothSides_andEndsByOne() throws Exception {
        assertThat(bob.does(GROUP + "/request", "")).isEqualTo("requested");
        bob.post(GROUP + "/accept", "", 404);
        assertThat(bob.does(GROUP + "/call-off", "")).isEqualTo("none");
        assertThat(ann.does(GROUP + "/invite", "{\"user\":\"bob\"}")).isEqualTo("invited");
        assertThat(bob.does(GROUP + "/accept", "")).isEqualTo("member");
        assertThat(ann.does(GROUP + "/role", "{\"user\":\"bob\",\"role\":\"admin\"}"))
                .isEqualTo("admin");
        assertThat(bob.does(GROUP + "/accept", "")).isEqualTo("admin");
        assertThat(bob.does(GROUP + "/invite", "{\"user\":\"cem\"}")).isEqualTo("invited");
        JsonNode people = ann.get(GROUP, 200).get("people");
        assertThat(people.findValuesAsText("user")).containsExactly("ann", "bob", "cem");
        assertThat(people.findValuesAsText("standing")).containsExactly("owner", "admin",
                "invited");
        assertThat(bob.does(GROUP + "/call-off", "{\"user\":\"cem\"}")).isEqualTo("none");
        assertThat(bob.post(GROUP + "/remove", "{\"user\":\"ann\"}", 404)).isNotNull();
        assertThat(ann.does(GROUP + "/remove", "{\"user\":\"bob\"}")).isEqualTo("none");
        assertThat(ann.post(GROUP + "/leave", "", 409).get("error").asText())
                .contains("last owner");
        ann.post(GROUP + "/role", "{\"user\":\"ann\",\"role\":\"king\"}", 400);
        ann.post(GROUP + "/remove", "", 400);
        String nobody = ann.post(GROUP + "/invite", "{\"user\":\"nobody\"}", 400).toString();
        site.catalog.identity().accounts().disable(site.account("leaver").id());
        for (String act : new String[]{"/invite", "/accept", "/call-off", "/remove"}) {
            assertThat(ann.post(GROUP + act, "{\"user\":\"leaver\"}", 400).toString())
                    .isEqualTo(nobody.replace("nobody", "leaver").replace("There is leaver",
                            "There is nobody"));
        }
    }

    @Test
    void closedGroup_isNotThereForOthers_andADeletedOneForNobody() throws Exception {
        assertThat(ann.post(GROUP, "{\"open\":false}", 200).toString()).contains(
                "\"name\":\"Beam line 7\"", "\"open\":false", "\"standing\":\"owner\"");
        bob.get(GROUP, 404);
        bob.post(GROUP, "{\"name\":\"Mine\"}", 404);
        bob.post(GROUP + "/request", "", 404);
        bob.post(GROUP + "/delete", "", 404);
        assertThat(bob.get("/groups", 200).get("groups")).isEmpty();
        ann.post(GROUP + "/delete", "", 200);
        ann.get(GROUP, 404);
    }

    @Test
    void buddies_askAnswerRemoveAndBlock() throws Exception {
        assertThat(ann.does("/buddies/bob/ask", "")).isEqualTo("asked");
        assertThat(bob.does("/buddies/ann/accept", "")).isEqualTo("buddy");
        assertThat(ann.get("/buddies", 200).get("buddies").findValuesAsText("fullName"))
                .containsExactly("The bob");
        assertThat(ann.does("/buddies/bob/remove", "")).isEqualTo("none");
        assertThat(bob.does("/buddies/ann/block", "")).isEqualTo("blocked");
        assertThat(ann.does("/buddies/bob/ask", "")).isEqualTo("asked");
        assertThat(ann.does("/buddies/bob/call-off", "")).isEqualTo("none");
        bob.post("/buddies/ann/ask", "", 409);
        assertThat(bob.get("/buddies", 200).get("blocked").get(0).get("user").asText())
                .isEqualTo("ann");
        assertThat(bob.does("/buddies/ann/unblock", "")).isEqualTo("none");
        bob.post("/buddies/ann/unblock", "", 404);
        ann.post("/buddies/nobody/ask", "", 404);
        ann.post("/buddies/ann/ask", "", 400);
    }

    @Test
    void inbox_hasWhatWaits_andWhatWasAsked() throws Exception {
        cem.post("/buddies/ann/ask", "", 200);
        bob.post(GROUP + "/request", "", 200);
        JsonNode waiting = ann.get("/inbox", 200).get("waiting");
        assertThat(waiting.findValuesAsText("kind")).containsExactlyInAnyOrder("buddy",
                "request");
        assertThat(waiting.findValuesAsText("user")).containsExactlyInAnyOrder("cem", "bob");
        assertThat(bob.get("/inbox", 200).get("asked").get(0).get("group").asText())
                .isEqualTo("Beam line 7");
        assertThat(bob.get("/inbox", 200).get("waiting")).isEmpty();
    }

    @Test
    void subscriptionsAndNotices_areOnesOwn() throws Exception {
        String id = bob.post("/subscriptions", "{\"of\":\"owner\",\"id\":\"ann\"}", 200)
                .get("id").asText();
        assertThat(bob.post("/subscriptions", "{\"of\":\"owner\",\"id\":\"ann\"}", 200)
                .get("id").asText()).isEqualTo(id);
        bob.post("/subscriptions", "{\"of\":\"search\",\"words\":\"ice\"}", 200);
        bob.post("/subscriptions", "{\"of\":\"search\"}", 400);
        bob.post("/subscriptions", "{\"of\":\"group\",\"id\":\"unknown\"}", 404);
        bob.post("/subscriptions", "{}", 400);
        assertThat(bob.get("/subscriptions", 200).findValuesAsText("of"))
                .containsExactlyInAnyOrder("owner", "search");
        bob.post("/subscriptions", "{\"of\":\"search\",\"facets\":{\"year\":[\"2026\"],"
                + "\"subject\":[\"a b\",\"c\"]}}", 200);
        assertThat(bob.get("/subscriptions", 200).findValues("facets")).map(Object::toString)
                .contains("{\"subject\":[\"a b\",\"c\"],\"year\":[\"2026\"]}");
        for (String facets : new String[]{"{\"health\":[\"some\"]}", "{\"colour\":[\"red\"]}",
            "{\"year\":[null]}", "{\"year\":null}", "{\"year\":\"2026\"}", "{\"year\":[]}"}) {
            bob.post("/subscriptions", "{\"of\":\"search\",\"facets\":" + facets + "}", 400);
        }
        assertThat(bob.get("/notices/mail", 200).get("pace").asText()).isEqualTo("daily");
        assertThat(bob.post("/notices/mail", "{\"pace\":\"at-once\"}", 200).get("pace").asText())
                .isEqualTo("at-once");
        assertThat(bob.get("/notices/mail", 200).get("pace").asText()).isEqualTo("at-once");
        bob.post("/notices/mail", "{\"pace\":\"AT_ONCE\"}", 400);
        bob.post("/notices/mail", "{}", 400);
        cem.post("/subscriptions/" + id + "/end", "", 404);
        bob.post("/subscriptions/" + id + "/end", "", 200);
        bob.post(GROUP + "/request", "", 200);
        JsonNode told = ann.get("/notices", 200).get("notices").get(0);
        assertThat(told.get("kind").asText()).isEqualTo("asked");
        assertThat(told.get("seen").asBoolean()).isFalse();
        cem.post("/notices/" + told.get("id").asText() + "/seen", "", 404);
        ann.post("/notices/" + told.get("id").asText() + "/seen", "", 200);
        assertThat(ann.get("/notices", 200).get("notices").get(0).get("seen").asBoolean())
                .isTrue();
    }

    @Test
    void administration_isForAdministratorsWithTokensOfTheirOwn() throws Exception {
        Account boss = site.catalog.identity().accounts().registerAdmin("boss", "The boss",
                TestSite.PASSWORD);
        RestCaller own = ownToken(boss);
        RestCaller machine = new RestCaller(site, site.machine(boss, "boss-pc").apiToken());
        RestCaller ordinary = ownToken(
                site.catalog.identity().accounts().findByName("ann").orElseThrow());
        for (RestCaller nobody : List.of(ann, machine, ordinary)) {
            nobody.get("/admin/health", 404);
            nobody.get("/admin/settings", 404);
            nobody.get("/admin/users", 404);
            nobody.post("/admin/settings", "{\"registration\":\"closed\"}", 404);
            nobody.get("/admin/invitations", 404);
            nobody.post("/admin/invitations", "{\"addresses\":[\"a@example.org\"]}", 404);
            nobody.post("/admin/users/bob/disable", "", 404);
        }
        JsonNode health = own.get("/admin/health", 200);
        assertThat(health.get("wrong").asInt()).isEqualTo(1);
        assertThat(health.get("looks").findValuesAsText("what")).contains("database", "backup");
        assertThat(own.post("/admin/settings", "{\"name\":\" Grid \",\"auditDays\":30}", 200)
                .toString()).contains("\"name\":\"Grid\"", "\"auditDays\":30",
                        "\"registration\":\"open\"", "\"invitationDays\":14");
        own.post("/admin/settings", "{\"auditDays\":0}", 400);
        own.post("/admin/settings", "{\"registration\":\"ajar\"}", 400);
        assertThat(own.get("/admin/settings", 200).get("auditDays").asInt()).isEqualTo(30);
        assertThat(own.get("/admin/users?q=bo", 200).get("users").findValuesAsText("user"))
                .containsExactlyInAnyOrder("bob", "boss");
        own.get("/admin/users?page=0", 400);
        assertThat(own.post("/admin/users/bob/disable", "", 200).get("disabled").asBoolean())
                .isTrue();
        bob.get("/groups", 401);
        assertThat(own.post("/admin/users/bob/enable", "", 200).get("disabled").asBoolean())
                .isFalse();
        own.post("/admin/users/nobody/enable", "", 404);
        assertThat(own.post("/admin/users/boss/disable", "", 409).get("error").asText())
                .contains("last administrator");
    }

    @Test
    void quotas_areSetForAllAndForOne_andHold() throws Exception {
        RestCaller boss = ownToken(
                site.catalog.identity().accounts().registerAdmin("boss", "The boss",
                        TestSite.PASSWORD));
        for (String path : List.of("/admin/quota", "/admin/users/bob/quota")) {
            ann.get(path, 404);
            ann.post(path, "{\"datasets\":9}", 404);
        }
        assertThat(boss.get("/admin/quota", 200).get("datasets").isNull()).isTrue();
        boss.post("/admin/quota", "{\"datasets\":-1}", 400);
        boss.post("/admin/quota", "{\"bytes\":1.5}", 400);
        boss.post("/admin/quota", "{\"datasets\":0,\"bytes\":5000}", 200);
        assertThat(ann.get("/quota", 200).toString()).contains("\"datasets\":0",
                "\"bytes\":5000", "\"own\":false", "\"publishedDatasets\":0");
        Account owner = site.catalog.identity().accounts().findByName("ann").orElseThrow();
        String machine = site.machine(owner, "seeder", "/data").device().id();
        String order = "{\"title\":\"Run\",\"access\":\"public\",\"deviceId\":\"" + machine
                + "\",\"path\":\"/data/run\"}";
        assertThat(ann.post("/datasets", order, 409).get("error").asText())
                .startsWith("Your quota of 0 data sets");
        assertThat(boss.post("/admin/users/ann/quota", "{\"datasets\":1}", 200).get("own")
                .asBoolean()).isTrue();
        ann.post("/datasets", order, 201);
        assertThat(boss.post("/admin/users/ann/quota", "{\"own\":false}", 200).get("datasets")
                .asInt()).isZero();
        boss.post("/admin/users/nobody/quota", "{}", 404);
    }

    @Test
    void invitations_areMadeListedAndWithdrawn() throws Exception {
        RestCaller boss = ownToken(
                site.catalog.identity().accounts().registerAdmin("boss", "The boss",
                        TestSite.PASSWORD));
        JsonNode made = boss.post("/admin/invitations",
                "{\"addresses\":[\"a@example.org\",\"b@example.org\"]}", 200)
                .get("invitations");
        assertThat(made.findValuesAsText("address")).containsExactly("a@example.org",
                "b@example.org");
        assertThat(made.get(0).get("link").asText())
                .startsWith(site.url + "/setup/invitation?code=");
        boss.post("/admin/invitations", "{\"addresses\":[null]}", 400);
        JsonNode own = ann.post(GROUP + "/invitations", "{\"address\":\"c@example.org\"}", 200);
        assertThat(own.get("group").asText()).isEqualTo("Beam line 7");
        assertThat(ann.post(GROUP + "/invitations", "{\"address\":\"C@example.org\"}", 200)
                .get("link").isNull()).as("there already").isTrue();
        assertThat(boss.get("/admin/invitations", 200).get("invitations").findValuesAsText("state"))
                .containsExactly("handed", "handed", "handed");
        assertThat(ann.get(GROUP + "/invitations", 200).get("invitations")).hasSize(1);
        bob.get(GROUP + "/invitations", 404);
        bob.post(GROUP + "/invitations", "{\"address\":\"d@example.org\"}", 404);
        String path = "/invitations/" + own.get("id").asText();
        bob.post(GROUP + path + "/withdraw", "", 404);
        assertThat(ann.post(GROUP + path + "/again", "", 200).get("link").isNull()).isFalse();
        ann.post(GROUP + path + "/withdraw", "", 200);
        ann.post(GROUP + path + "/again", "", 404);
        ann.post(GROUP + "/invitations", "{\"address\":\"nobody\"}", 400);
        boss.post("/admin/settings", "{\"registration\":\"closed\"}", 200);
        ann.post(GROUP + "/invitations", "{\"address\":\"e@example.org\"}", 200);
        boss.post("/admin/invitations", "{\"addresses\":[\"f@example.org\"]}", 409);
        String toSite = "/invitations/" + made.get(1).get("id").asText();
        boss.post("/groups", "{\"name\":\"Board\"}", 201);
        boss.post("/groups/Board" + toSite + "/withdraw", "", 404);
        boss.post("/groups/Board" + toSite + "/again", "", 404);
        boss.post("/admin" + toSite + "/withdraw", "", 200);
    }

    private RestCaller of(String name) {
        return new RestCaller(site, site.machine(site.account(name), name + "-pc").apiToken());
    }

    private RestCaller ownToken(Account account) {
        return RestCaller.own(site, account, Scope.WRITE);
    }
}
