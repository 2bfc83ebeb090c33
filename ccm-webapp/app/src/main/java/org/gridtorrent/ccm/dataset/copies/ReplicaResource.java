package org.gridtorrent.ccm.dataset.copies;

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
import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.replica.Replica;
import org.gridtorrent.catalog.replica.Replicas;
import org.gridtorrent.ccm.command.CopyCommands;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.Id;
import org.gridtorrent.ccm.rest.ResponseJson;
import org.jspecify.annotations.Nullable;

/** Replicas of a data set at web servers; its owner adds and removes them. */
@Path("/v1/datasets/{id}/replicas")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class ReplicaResource {
    private final Replicas replicas;
    private final CopyCommands commands;

    public ReplicaResource(Replicas replicas, CopyCommands commands) {
        this.replicas = replicas;
        this.commands = commands;
    }

    /** Body of POST /datasets/ID/replicas. */
    record NewReplica(@Nullable String url) {}

    /** For others than the owner, those that were checked. */
    @GET
    public Map<String, ?> list(@Context Caller caller, @PathParam("id") Id id) {
        return Map.of("replicas", all(caller, id).stream().map(ReplicaResource::json).toList());
    }

    private List<Replica> all(Caller caller, Id id) {
        return replicas.of(caller.accountId(), id.text()).orElseThrow(Refusal::notFound);
    }

    /** Asked for again with the same address, it is the same one. */
    @POST
    public Map<String, @Nullable Object> add(@Context Caller caller, @PathParam("id") Id id,
            NewReplica body) {
        return json(commands.addReplica(caller.accountId(), id.text(),
                requireNonNullElse(body.url(), "")));
    }

    @POST
    @Path("{replica}/delete")
    public Map<String, ?> remove(@Context Caller caller, @PathParam("id") Id id,
            @PathParam("replica") Id replica) {
        commands.removeReplica(caller.accountId(), id.text(), replica.text());
        return Map.of("id", replica.text());
    }

    @POST
    @Path("{replica}/check")
    public Map<String, @Nullable Object> checkAgain(@Context Caller caller,
            @PathParam("id") Id id, @PathParam("replica") Id replica) {
        commands.checkReplica(caller.accountId(), id.text(), replica.text());
        return all(caller, id).stream().filter(one -> one.id().equals(replica.text()))
                .map(ReplicaResource::json).findFirst().orElseThrow(Refusal::notFound);
    }

    private static Map<String, @Nullable Object> json(Replica replica) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", replica.id());
        json.put("url", replica.url().toString());
        json.put("state", ResponseJson.lower(replica.state()));
        json.put("problem", replica.problem().map(ResponseJson::lower).orElse(null));
        json.put("file", replica.problemFile().isEmpty() ? null : replica.problemFile());
        json.put("addedBy", replica.addedBy());
        json.put("added", replica.added().toString());
        json.put("machine", replica.machine().orElse(null));
        json.put("checked", replica.checked().map(Object::toString).orElse(null));
        json.put("nextCheck", replica.nextCheck().map(Object::toString).orElse(null));
        json.put("checkedBytes", replica.checkedBytes());
        json.put("checkedPieces", replica.checkedPieces());
        return json;
    }
}
