package org.gridtorrent.ccm.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * The interface's description in OpenAPI 3.1, for everybody. It is written by hand; tests hold the
 * resources and their answers against it.
 */
@Path("/v1/openapi.json")
@Produces(MediaType.APPLICATION_JSON)
public final class OpenApiResource {
    /** As a request's path has it. */
    static final String PATH = "v1/openapi.json";

    private final JsonNode description;

    /** @param root the path below which the site's pages lie; empty, or with a slash in front and none at its end */
    OpenApiResource(String root) {
        try (InputStream in = OpenApiResource.class.getResourceAsStream("openapi.json")) {
            description = new ObjectMapper().readTree(in);
            var server = (ObjectNode) description.at("/servers/0");
            server.put("url", root + server.path("url").asText());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @GET
    public JsonNode describe() {
        return description;
    }
}
