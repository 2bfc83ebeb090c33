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
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.copy.CopyStatus;
import org.gridtorrent.catalog.copy.CopyStatus.Line;
import org.gridtorrent.catalog.copy.CopyStatus.Named;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.ccm.command.CopyCommands;
import org.gridtorrent.ccm.command.CopyRuleChange;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.Id;
import org.gridtorrent.ccm.rest.OptionalBody;
import org.gridtorrent.ccm.ui.Messages;
import org.jspecify.annotations.Nullable;

/** A data set's copies, and the rule that keeps them. */
@Path("/v1/datasets/{id}/copies")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class CopyResource {
    private final Catalog catalog;
    private final CopyCommands commands;
    private final Messages messages;

    /** Body of POST /datasets/ID/copies. */
    record Keep(@Nullable Integer copies, @Nullable Integer alwaysOn,
            @Nullable List<String> deviceIds, @Nullable List<String> groupIds) {}

    public CopyResource(Catalog catalog, CopyCommands commands, Messages messages) {
        this.catalog = catalog;
        this.commands = commands;
        this.messages = messages;
    }

    @GET
    public Map<String, @Nullable Object> show(@Context Caller caller, @PathParam("id") Id id) {
        Content content = catalog.datasets().contents().find(caller.accountId(), id.text())
                .orElseThrow(Refusal::notFound);
        CopyStatus kept = catalog.sharing().copies().of(caller.accountId(), content.id())
                .orElseThrow(() -> Refusal.of(409, "This data set is not published yet."));
        boolean mine = content.ownerId().equals(caller.accountId());
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", content.id());
        json.put("rule", kept.rule().map(CopyResource::rule).orElse(null));
        json.put("counting", kept.counting());
        json.put("alwaysOn", kept.alwaysOn());
        json.put("reachable", kept.reachable());
        json.put("machines", kept.lines().stream().map(line -> machine(line,
                mine || line.accountId().equals(caller.accountId()))).toList());
        json.put("notices", kept.notices().stream().map(messages::text).toList());
        return json;
    }

    /** Without a number of copies, or with 0, the rule is removed. */
    @POST
    public Map<String, @Nullable Object> keep(@Context Caller caller, @PathParam("id") Id id,
            @OptionalBody Keep body) {
        int copies = requireNonNullElse(body.copies(), 0);
        var change = copies == 0
                ? CopyRuleChange.REMOVAL
                : new CopyRuleChange(false, copies, requireNonNullElse(body.alwaysOn(), 0),
                        requireNonNullElse(body.deviceIds(), List.<String>of()),
                        requireNonNullElse(body.groupIds(), List.<String>of()));
        commands.keep(caller.accountId(), id.text(), change);
        return show(caller, id);
    }

    private static Map<String, Object> rule(CopyStatus.Rule rule) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("copies", rule.asked().copies());
        json.put("alwaysOn", rule.asked().alwaysOn());
        json.put("machines", rule.machines().stream().map(Named::name).toList());
        json.put("groups", rule.groups().stream()
                .map(group -> group.name().isEmpty() ? "a closed group" : group.name()).toList());
        return json;
    }

    /** What a machine is called is for its owner and the data set's. */
    private static Map<String, @Nullable Object> machine(Line line, boolean named) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("machine", named ? line.deviceName() : null);
        json.put("owner", line.accountName());
        json.put("state", line.state());
        json.put("verified", line.verified().map(Object::toString).orElse(null));
        json.put("lastSeen", line.lastSeen().map(Object::toString).orElse(null));
        json.put("uptime", Math.round(line.share() * 1000) / 1000.0);
        json.put("alwaysOn", line.alwaysOn());
        json.put("counts", line.counts());
        json.put("byRule", line.ofRule());
        return json;
    }
}
