package org.gridtorrent.e2e.documents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Reference of the REST interface, made of its OpenAPI description. */
final class RestReference {
    private final JsonNode description;

    private RestReference(JsonNode description) {
        this.description = description;
    }

    static String of(URL description) throws IOException {
        try (InputStream in = description.openStream()) {
            return new RestReference(new ObjectMapper().readTree(in)).text();
        }
    }

    private String text() {
        var text = new StringBuilder(
                """
                        # Operations of the REST interface

                        Generated from the OpenAPI description, which every site serves at `/api/v1/openapi.json`. Paths are
                        below `/api/v1`. A field in brackets is optional. [REST.md](../REST.md) explains tokens, errors and
                        paging.
                        """);
        Map<String, List<List<String>>> byTag = new LinkedHashMap<>();
        description.path("tags")
                .forEach(tag -> byTag.put(tag.path("name").asText(), new ArrayList<>()));
        description.path("paths").properties().forEach(path -> path.getValue().properties()
                .stream().filter(method -> !method.getKey().equals("parameters"))
                .forEach(method -> byTag
                        .computeIfAbsent(method.getValue().path("tags").path(0).asText(),
                                _ -> new ArrayList<>())
                        .add(row(path.getKey(), method.getKey(), method.getValue()))));
        byTag.forEach((tag, rows) -> {
            text.append("\n## ").append(tag).append("\n\n");
            Markdown.table(text, List.of("operation", "purpose", "parameters and body", "answer"),
                    rows);
        });
        return text.toString();
    }

    private List<String> row(String path, String method, JsonNode operation) {
        List<String> input = new ArrayList<>();
        operation.path("parameters").forEach(parameter -> input.add(
                Reference.code((parameter.path("in").asText().equals("query") ? "?" : "")
                        + parameter.path("name").asText())));
        input.addAll(fields(operation.path("requestBody")));
        return List.of(Reference.code(method.toUpperCase(Locale.ROOT) + " " + path),
                operation.path("summary").asText(), String.join(", ", input),
                answer(operation.path("responses")));
    }

    /** Names of a body's fields. */
    private List<String> fields(JsonNode body) {
        JsonNode schema = resolve(body.path("content").path("application/json").path("schema"));
        List<String> required = new ArrayList<>();
        schema.path("required").forEach(name -> required.add(name.asText()));
        return schema.path("properties").properties().stream().map(Map.Entry::getKey)
                .map(name -> required.contains(name)
                        ? Reference.code(name)
                        : Reference.code("[" + name + "]"))
                .toList();
    }

    private static String answer(JsonNode responses) {
        return responses.properties().stream().filter(each -> each.getKey().startsWith("2"))
                .map(each -> each.getKey() + type(each.getValue()))
                .collect(Collectors.joining("; "));
    }

    private static String type(JsonNode response) {
        JsonNode content = response.path("content");
        String name = content.path("application/json").path("schema").path("$ref").asText();
        return name.isEmpty()
                ? content.properties().stream().map(Map.Entry::getKey).findFirst()
                        .map(type -> " " + type).orElse("")
                : " " + Reference.code(name.substring(name.lastIndexOf('/') + 1));
    }

    private JsonNode resolve(JsonNode node) {
        String reference = node.path("$ref").asText();
        return reference.isEmpty() ? node : description.at(reference.substring(1));
    }
}
