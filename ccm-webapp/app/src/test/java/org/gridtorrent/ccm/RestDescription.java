package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Optional;

/** The REST interface's description, against which answers are held. */
final class RestDescription {
    private static final String BASE = "/api/v1";
    private static final ObjectMapper JSON = new ObjectMapper();
    static final JsonNode DOCUMENT = read();

    private RestDescription() {}

    private static JsonNode read() {
        try (var in = RestDescription.class
                .getResourceAsStream("/org/gridtorrent/ccm/rest/openapi.json")) {
            return JSON.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The answer's body, which has to be as described for its address and status. */
    static JsonNode checked(HttpResponse<String> answer) throws IOException {
        JsonNode body = JSON.readTree(answer.body());
        JsonNode schema = response(answer).at("/content/application~1json/schema");
        assertThat(JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(whole(schema))
                .validate(body)).as("%s: %s", answer, body).isEmpty();
        return body;
    }

    /** An answer that is a file: of a type, and with the headers, that are described. */
    static void checkedFile(HttpResponse<?> answer) {
        JsonNode response = response(answer);
        assertThat(response.at("/content/*~1*").isObject()).as("%s is a file", answer).isTrue();
        assertThat(answer.headers().firstValue("Content-Type")).isPresent();
        response.get("headers").fieldNames().forEachRemaining(
                name -> assertThat(answer.headers().firstValue(name)).as(name).isPresent());
    }

    /** With what it refers to. */
    private static JsonNode whole(JsonNode schema) {
        ObjectNode whole = ((ObjectNode) schema).deepCopy();
        whole.set("components", DOCUMENT.get("components"));
        return whole;
    }

    private static JsonNode response(HttpResponse<?> answer) {
        JsonNode responses = operation(answer).map(operation -> operation.get("responses"))
                .orElseGet(() -> JSON.createObjectNode());
        JsonNode response = responses.path(String.valueOf(answer.statusCode()));
        if (response.isMissingNode()) {
            assertThat(answer.statusCode()).as("%s is not described", answer)
                    .isGreaterThanOrEqualTo(400);
            response = DOCUMENT.at("/components/responses/Error");
        }
        return response.has("$ref")
                ? DOCUMENT.at(response.get("$ref").asText().substring(1))
                : response;
    }

    private static Optional<JsonNode> operation(HttpResponse<?> answer) {
        String path = answer.request().uri().getRawPath().replace(BASE, "");
        String method = answer.request().method().toLowerCase(Locale.ROOT);
        return DOCUMENT.get("paths").properties().stream()
                .filter(each -> path.matches(each.getKey().replaceAll("\\{[a-z]+}", "[^/]+")))
                .map(each -> each.getValue().path(method)).filter(JsonNode::isObject).findFirst();
    }
}
