package org.gridtorrent.ccm.dataset.version;

import static java.util.Objects.requireNonNullElse;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.dataset.Versions.Version;
import org.gridtorrent.catalog.workflow.Publishing.Published;
import org.gridtorrent.ccm.command.DatasetCommands;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.Id;
import org.gridtorrent.ccm.rest.ResponseJson;
import org.jspecify.annotations.Nullable;

/** A data set's versions, and publishing the next one. */
@Path("/v1/datasets/{id}/versions")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class VersionResource {
    private final Catalog catalog;
    private final DatasetCommands commands;
    private final boolean open;

    /** Body of POST /datasets/ID/versions. */
    record NewVersion(@Nullable String deviceId, @Nullable String path,
            @Nullable String changes, @Nullable Boolean nonPrivate) {}

    /** @param open whether the site is open to the world, so that torrents need not be private */
    public VersionResource(Catalog catalog, DatasetCommands commands, boolean open) {
        this.catalog = catalog;
        this.commands = commands;
        this.open = open;
    }

    /** Those that the caller may know of, the latest first. */
    @GET
    public Map<String, ?> list(@Context Caller caller, @PathParam("id") Id id) {
        List<Version> versions = catalog.datasets().versions().of(caller.accountId(), id.text());
        if (versions.stream().noneMatch(one -> one.content().id().equals(id.text()))) {
            throw Refusal.notFound();
        }
        return Map.of("versions", versions.stream().map(VersionResource::json).toList());
    }

    private static Map<String, @Nullable Object> json(Version version) {
        Map<String, @Nullable Object> json = ResponseJson.dataset(version.content());
        json.put("version", version.number());
        json.put("changes", version.changes());
        return json;
    }

    /** For the data set's owner; asked for twice, it is one. */
    @POST
    public Response publish(@Context Caller caller, @PathParam("id") Id id,
            NewVersion body) {
        Published made = commands.publish(caller.accountId(),
                new DatasetCommands.NewVersion(id.text(), caller.deviceId(body.deviceId()),
                        requireNonNullElse(body.path(), ""), requireNonNullElse(body.changes(), ""),
                        nonPrivate(body.nonPrivate(), open)));
        return ResponseJson.created(Map.of("id", made.content().id(), "taskId", made.task().id()));
    }

    /** Returns whether a non-private torrent is asked for; 400 where the site is not open to the world. */
    public static boolean nonPrivate(@Nullable Boolean asked, boolean open) {
        if (Boolean.TRUE.equals(asked) && !open) {
            throw Refusal.badRequest(
                    "This site is not open to the world, so a torrent has to be private.");
        }
        return Boolean.TRUE.equals(asked);
    }
}
