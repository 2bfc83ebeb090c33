package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.ApiToken.Scope;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device.Enrolled;
import org.gridtorrent.catalog.replica.CheckResult;
import org.gridtorrent.catalog.replica.ReplicaProblem;
import org.gridtorrent.catalog.replica.Replicas;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replicas on the pages and in the REST interface. */
class ReplicaPagesTest {
    private static final String MIRROR = "https://mirror.example.org/data/";
    private static final CheckResult GOOD = new CheckResult(Optional.empty(), "", 42, 3);

    @TempDir
    Path folder;
    private TestSite site;
    private Account publisher;
    private Account reader;
    private Enrolled workstation;
    private Content content;
    private String page;

    @BeforeEach
    void open() throws Exception {
        site = new TestSite(folder.resolve("site"));
        publisher = site.account("publisher");
        reader = site.account("reader");
        workstation = site.machine(publisher, "workstation", "/data");
        Path source = Files.createDirectories(folder.resolve("source"));
        Files.writeString(source.resolve("frame 1.h5"), "some bytes");
        content = site.register(site.publish(publisher, workstation.device(), "Frames", "",
                Grants.EVERYONE), source);
        page = "/datasets/" + content.id();
    }

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    private void check(CheckResult result) {
        Replicas replicas = site.catalog.sharing().replicas();
        replicas.handOut(workstation.device().id()).forEach(each -> assertThat(
                replicas.report(workstation.device().id(), each.replicaId(), result)).isTrue());
    }

    private String onlyReplica() {
        return site.catalog.sharing().replicas().of(publisher.id(), content.id()).orElseThrow()
                .getFirst()
                .id();
    }

    @Test
    void owner_addsChecksAgainAndRemovesReplicasOnThePage() throws Exception {
        Browser browser = site.loggedIn("publisher");
        assertThat(browser.page(page + "/copies")).contains("Replicas on web servers",
                "The address of the folder that contains “source”", "Add replica");
        HttpResponse<String> refused = browser.post(page + "/replicas", "url",
                "https://user:secret@mirror.example.org/");
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body()).contains("no user name, password or fragment",
                "id=\"url-error\"", "value=\"https://user:secret@mirror.example.org/\"");
        assertThat(browser.post(page + "/replicas", "url", MIRROR).statusCode()).isEqualTo(303);
        assertThat(browser.page(page + "/copies")).contains(MIRROR, "Not checked yet",
                "Will be checked by one of your machines");
        check(new CheckResult(Optional.of(ReplicaProblem.WRONG_LENGTH), "source/frame 1.h5", 1,
                0));
        assertThat(browser.page(page + "/copies")).contains("Not used",
                "A file has the wrong size.", "File: source/frame 1.h5.",
                "Checked by workstation");
        assertThat(browser.post(page + "/replicas/check", "replica", onlyReplica()).statusCode())
                .isEqualTo(303);
        check(GOOD);
        assertThat(browser.page(page + "/copies")).contains("In use",
                "so do 3 pieces drawn at random");
        assertThat(browser.post(page + "/replicas/remove", "replica", onlyReplica()).statusCode())
                .isEqualTo(303);
        assertThat(browser.page(page + "/copies")).contains("None yet.").doesNotContain(MIRROR);
        assertThat(browser.post(page + "/replicas/remove", "replica", "none").statusCode())
                .isEqualTo(404);
    }

    @Test
    void readers_seeCheckedReplicasAndChangeNone() throws Exception {
        site.catalog.sharing().replicas().add(publisher.id(), content.id(), MIRROR);
        Browser other = site.loggedIn("reader");
        assertThat(other.page(page + "/copies")).doesNotContain(MIRROR, "Add replica");
        check(GOOD);
        assertThat(other.page(page + "/copies")).contains(MIRROR)
                .doesNotContain("workstation", "Check again", "/replicas/remove");
        for (String form : List.of("", "/remove", "/check")) {
            assertThat(other.post(page + "/replicas" + form, "url", MIRROR, "replica",
                    onlyReplica()).statusCode()).as(form).isEqualTo(403);
        }
        site.catalog.access().grants().replace(publisher.id(), content.id(),
                Grants.accounts(List.of(publisher.id())));
        assertThat(other.get(page + "/copies").statusCode()).isEqualTo(404);
        assertThat(other.post(page + "/replicas", "url", MIRROR).statusCode()).isEqualTo(404);
    }

    @Test
    void formWithoutItsToken_changesNothing() throws Exception {
        Browser browser = site.loggedIn("publisher");
        var forged = browser.send(browser.form(page + "/replicas", "guess", "url", MIRROR).build());
        assertThat(forged.statusCode()).isEqualTo(403);
        assertThat(site.catalog.sharing().replicas().of(publisher.id(), content.id()).orElseThrow())
                .isEmpty();
    }

    @Test
    void sixteenReplicas_leaveNoFormForAnother() throws Exception {
        for (int i = 0; i < Replicas.MAX_REPLICAS; i++) {
            site.catalog.sharing().replicas().add(publisher.id(), content.id(), MIRROR + i);
        }
        Browser browser = site.loggedIn("publisher");
        assertThat(browser.page(page + "/copies")).contains("This data set has 16 replicas")
                .doesNotContain("Add replica");
    }

    @Test
    void programs_addListCheckAndRemoveReplicas() throws Exception {
        RestCaller owner = new RestCaller(site, workstation.apiToken());
        RestCaller other = RestCaller.own(site, reader, Scope.WRITE);
        String all = page + "/replicas";
        String body = "{\"url\":\"" + MIRROR + "\"}";
        JsonNode added = owner.post(all, body, 200);
        assertThat(added.get("state").asText()).isEqualTo("proposed");
        assertThat(owner.post(all, body, 200)).isEqualTo(added);
        String one = all + "/" + added.get("id").asText();
        assertThat(other.get(all, 200).get("replicas")).isEmpty();
        check(new CheckResult(Optional.of(ReplicaProblem.TLS_FAILED), "", 0, 0));
        assertThat(owner.get(all, 200).get("replicas").get(0).get("problem").asText())
                .isEqualTo("tls_failed");
        assertThat(owner.post(one + "/check", "", 200).get("state").asText())
                .isEqualTo("proposed");
        check(GOOD);
        assertThat(other.get(all, 200).get("replicas")).singleElement()
                .satisfies(seen -> {
                    assertThat(seen.get("url").asText()).isEqualTo(MIRROR);
                    assertThat(seen.get("state").asText()).isEqualTo("checked");
                    assertThat(seen.get("machine").isNull()).isTrue();
                });
        other.post(all, body, 404);
        other.post(one + "/check", "", 404);
        other.post(one + "/delete", "", 404);
        RestCaller.own(site, publisher, Scope.READ).post(one + "/delete", "", 403);
        owner.post(one + "/delete", "", 200);
        owner.post(one + "/delete", "", 404);
        assertThat(owner.get(all, 200).get("replicas")).isEmpty();
    }

    @Test
    void programs_areToldWhyAReplicaIsRefused() throws Exception {
        RestCaller owner = new RestCaller(site, workstation.apiToken());
        String all = page + "/replicas";
        assertThat(owner.post(all, "{\"url\":\"ftp://mirror.example.org/\"}", 400).get("error")
                .asText()).contains("https:// or http://");
        assertThat(owner.post(all, "{}", 400).get("error").asText()).contains("is missing");
        for (int i = 0; i < Replicas.MAX_REPLICAS; i++) {
            site.catalog.sharing().replicas().add(publisher.id(), content.id(), MIRROR + i);
        }
        assertThat(owner.post(all, "{\"url\":\"" + MIRROR + "\"}", 409).get("error").asText())
                .contains("at most 16 replicas");
        site.catalog.access().grants().replace(publisher.id(), content.id(),
                Grants.accounts(List.of(reader.id())));
        assertThat(owner.post(all, "{\"url\":\"http://mirror.example.org/\"}", 400).get("error")
                .asText()).contains("begin with https://");
    }
}
