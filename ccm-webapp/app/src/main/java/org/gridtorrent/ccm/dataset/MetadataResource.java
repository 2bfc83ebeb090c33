package org.gridtorrent.ccm.dataset;

import static java.util.Objects.requireNonNullElse;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.LinkedHashMap;
import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.metadata.DatasetDescription;
import org.gridtorrent.ccm.command.DatasetCommands;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.Id;
import org.jspecify.annotations.Nullable;

/** Details of a data set; its owner edits them at any time. */
@Path("/v1/datasets/{id}/metadata")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class MetadataResource {
    private final Catalog catalog;
    private final DatasetCommands commands;

    public MetadataResource(Catalog catalog, DatasetCommands commands) {
        this.catalog = catalog;
        this.commands = commands;
    }

    /** Body of the POST; what is left out stays as it is. */
    record Change(@Nullable String title, @Nullable String description,
            @Nullable MetadataJson metadata) {}

    @GET
    public Map<String, @Nullable Object> show(@Context Caller caller, @PathParam("id") Id id) {
        Content content = found(caller, id);
        DatasetDescription described = described(caller, id);
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("title", content.title());
        json.put("description", content.description());
        MetadataJson.put(json, described.metadata());
        json.put("formats", described.formats());
        json.put("published", described.published().map(Object::toString).orElse(null));
        return json;
    }

    @POST
    public Map<String, @Nullable Object> change(@Context Caller caller, @PathParam("id") Id id,
            Change body) {
        Content content = found(caller, id);
        if (!content.ownerId().equals(caller.accountId())) {
            throw Refusal.of(403, "Only the owner can edit the details of a data set.");
        }
        MetadataJson stated = requireNonNullElse(body.metadata(), MetadataJson.NOTHING);
        commands.describe(caller.accountId(), content.id(),
                requireNonNullElse(body.title(), content.title()),
                requireNonNullElse(body.description(), content.description()),
                stated.over(described(caller, id).metadata()));
        return show(caller, id);
    }

    private Content found(Caller caller, Id id) {
        return catalog.datasets().contents().find(caller.accountId(), id.text())
                .orElseThrow(Refusal::notFound);
    }

    private DatasetDescription described(Caller caller, Id id) {
        return catalog.datasets().descriptions().of(caller.accountId(), id.text())
                .orElseThrow(Refusal::notFound);
    }
}
