package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.ApiToken.Scope;

/** Somebody's program: what it is answered has to be as described. */
record RestCaller(TestSite site, String token) {

    /** With a token of the person's own. */
    static RestCaller own(TestSite site, Account account, Scope scope) {
        return new RestCaller(site, site.catalog.identity().apiTokens()
                .create(account.id(), "Watch, " + scope, scope, Duration.ofDays(1)).secret());
    }

    JsonNode get(String path, int status) throws Exception {
        return send("GET", path, "", status);
    }

    JsonNode post(String path, String body, int status) throws Exception {
        return send("POST", path, body, status);
    }

    /** How the one it is about stands then. */
    String does(String path, String body) throws Exception {
        return post(path, body, 200).get("standing").asText();
    }

    private JsonNode send(String method, String path, String body, int status)
            throws Exception {
        HttpResponse<String> answer = site.browser().send(HttpRequest
                .newBuilder(site.url.resolve("/api/v1" + path))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body)).build());
        assertThat(answer.statusCode()).as(path + " " + answer.body()).isEqualTo(status);
        return RestDescription.checked(answer);
    }
}
