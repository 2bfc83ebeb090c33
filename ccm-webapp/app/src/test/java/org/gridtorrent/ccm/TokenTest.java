package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.ApiToken;
import org.gridtorrent.catalog.account.ApiToken.Scope;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device.Enrolled;
import org.gridtorrent.catalog.task.Task;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people's own tokens open of the REST interface. */
class TokenTest {
    private static final Duration DAY = Duration.ofDays(1);

    @TempDir
    Path folder;
    private TestSite site;
    private Account member;
    private Enrolled workstation;
    private Task published;

    @BeforeEach
    void open() throws Exception {
        site = new TestSite(folder.resolve("site"));
        member = site.account("member");
        workstation = site.machine(member, "workstation", "/data");
        published = site.publish(member, workstation.device(), "Run 42", "", Grants.EVERYONE);
        site.register(published, Files.writeString(folder.resolve("frames.h5"), "bytes"));
    }

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    void aTokenThatMayRead_seesAndChangesNothing() throws Exception {
        String token = token(member, Scope.READ).secret();
        String dataset = "/api/v1/datasets/" + published.contentId();
        for (String path : new String[]{"/api/v1/me", "/api/v1/devices", "/api/v1/datasets?q=run",
            dataset, dataset + "/access", dataset + "/copies", "/api/v1/tasks",
            "/api/v1/tasks/" + published.id(), "/api/v1/groups", "/api/v1/profile",
            "/api/v1/sessions", "/api/v1/tokens"}) {
            assertThat(send(token, "GET", path, "").statusCode()).as(path).isEqualTo(200);
        }
        for (String path : new String[]{"/api/v1/datasets", dataset + "/access",
            dataset + "/copies", dataset + "/downloads", dataset + "/tasks",
            "/api/v1/tasks/" + published.id() + "/cancel", "/api/v1/groups",
            "/api/v1/groups/none/leave", "/api/v1/profile", "/api/v1/tokens/none/revoke",
            "/api/v1/nothing"}) {
            HttpResponse<String> refused = send(token, "POST", path, "{}");
            assertThat(refused.statusCode()).as(path).isEqualTo(403);
            assertThat(refused.body()).contains("scope");
        }
        assertThat(send(token, "DELETE", dataset, "").statusCode()).isEqualTo(403);
        assertThat(site.catalog.people().groups().of(member.id())).isEmpty();
    }

    @Test
    void aTokenThatMayWrite_doesWhatItsPersonMay() throws Exception {
        String token = token(member, Scope.WRITE).secret();
        assertThat(json(send(token, "POST", "/api/v1/groups", "{\"name\":\"Ice\"}"), 201)
                .get("standing").asText()).isEqualTo("owner");
        String downloads = "/api/v1/datasets/" + published.contentId() + "/downloads";
        assertThat(json(send(token, "POST", downloads, "{}"), 400).get("error").asText())
                .contains("deviceId");
        Enrolled laptop = site.machine(member, "laptop");
        json(send(token, "POST", downloads, "{\"deviceId\":\"" + laptop.device().id() + "\"}"),
                201);
        JsonNode me = json(send(token, "GET", "/api/v1/me", ""), 200);
        assertThat(me.get("device").isNull()).isTrue();
        assertThat(me.get("scope").asText()).isEqualTo("write");
    }

    @Test
    void whatAnAccountHas_isSeenAndEnded() throws Exception {
        String token = token(member, Scope.WRITE).secret();
        assertThat(json(send(token, "POST", "/api/v1/profile",
                "{\"affiliation\":\"Institute of Ice\"}"), 200).toString())
                .isEqualTo("{\"fullName\":\"The member\",\"orcid\":\"\","
                        + "\"affiliation\":\"Institute of Ice\",\"mail\":\"\"}");
        json(send(token, "POST", "/api/v1/profile", "{\"orcid\":\"0000-0002-1825-0098\"}"), 400);
        assertThat(json(send(token, "GET", "/api/v1/profile", ""), 200).get("orcid").asText())
                .isEmpty();

        Browser browser = site.loggedIn("member");
        JsonNode sessions = json(send(token, "GET", "/api/v1/sessions", ""), 200).get("sessions");
        String stranger = token(site.account("stranger"), Scope.WRITE).secret();
        String end = "/api/v1/sessions/" + sessions.get(0).get("id").asText() + "/end";
        json(send(stranger, "POST", end, ""), 404);
        json(send(token, "POST", end, ""), 200);
        assertThat(browser.get("/account").statusCode()).isEqualTo(303);

        String withdraw = "/api/v1/devices/" + workstation.device().id() + "/withdraw";
        json(send(stranger, "POST", withdraw, ""), 404);
        json(send(token, "POST", withdraw, ""), 200);
        assertThat(me(workstation.apiToken())).isEqualTo(401);

        JsonNode tokens = json(send(token, "GET", "/api/v1/tokens", ""), 200).get("tokens");
        assertThat(tokens).hasSize(1);
        assertThat(tokens.toString()).doesNotContain(token);
        String revoke = "/api/v1/tokens/" + tokens.get(0).get("id").asText() + "/revoke";
        json(send(stranger, "POST", revoke, ""), 404);
        json(send(token, "POST", revoke, ""), 200);
        json(send(token, "GET", "/api/v1/tokens", ""), 401);
    }

    @Test
    void anotherPersonsToken_seesWhatThatPersonMay() throws Exception {
        site.catalog.access().grants().replace(member.id(), published.contentId(),
                Grants.accounts(List.of(member.id())));
        String stranger = token(site.account("stranger"), Scope.WRITE).secret();
        String dataset = "/api/v1/datasets/" + published.contentId();
        assertThat(send(stranger, "GET", dataset, "").statusCode()).isEqualTo(404);
        assertThat(send(stranger, "POST", "/api/v1/tasks/" + published.id() + "/cancel", "{}")
                .statusCode()).isEqualTo(404);
        assertThat(json(send(stranger, "GET", "/api/v1/devices", ""), 200).get("devices"))
                .isEmpty();
    }

    @Test
    void aTokenThatIsOverOrRevoked_orOfADisabledAccount_isRefused() throws Exception {
        ApiToken.Made revoked = token(member, Scope.WRITE);
        String over = token(member, Scope.READ).secret();
        assertThat(me(revoked.secret())).isEqualTo(200);
        site.catalog.identity().apiTokens().revoke(member.id(), revoked.token().id());
        assertThat(me(revoked.secret())).isEqualTo(401);
        assertThat(me(over)).isEqualTo(200);
        site.clock.set(site.clock.instant().plus(DAY));
        assertThat(me(over)).isEqualTo(401);

        String disabled = token(member, Scope.READ).secret();
        assertThat(me(disabled)).isEqualTo(200);
        site.catalog.identity().accounts().disable(member.id());
        assertThat(me(disabled)).isEqualTo(401);
        for (String wrong : new String[]{"gt_", "gt_" + "A".repeat(43), disabled + "A"}) {
            assertThat(me(wrong)).as(wrong).isEqualTo(401);
        }
    }

    private ApiToken.Made token(Account account, Scope scope) {
        return site.catalog.identity().apiTokens().create(account.id(), "robot " + scope, scope,
                DAY);
    }

    private int me(String token) throws Exception {
        return send(token, "GET", "/api/v1/me", "").statusCode();
    }

    private HttpResponse<String> send(String token, String method, String path, String body)
            throws Exception {
        return site.browser().send(HttpRequest.newBuilder(site.url.resolve(path))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body)).build());
    }

    private static JsonNode json(HttpResponse<String> answer, int status) throws Exception {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return RestDescription.checked(answer);
    }
}
