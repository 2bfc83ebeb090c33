package org.gridtorrent.ccm.dataset.access;

import static java.util.Objects.requireNonNullElse;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.access.AccessExpiry.Entry;
import org.gridtorrent.catalog.access.GrantType;
import org.gridtorrent.catalog.access.ReportScope;
import org.gridtorrent.catalog.access.Right;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.dataset.Content.SharedWith;
import org.gridtorrent.ccm.command.AccessCommands;
import org.gridtorrent.ccm.http.LogText;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.people.picker.UserNames;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.Id;
import org.gridtorrent.ccm.rest.ResponseJson;
import org.jspecify.annotations.Nullable;

/** Who may have a data set: seen and changed by its owner. */
@Path("/v1/datasets/{id}/access")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class AccessResource {
    private final Catalog catalog;
    private final AccessCommands commands;

    /** Body of POST /datasets/ID/access. */
    record Audience(@Nullable String access, @Nullable List<String> groups,
            @Nullable List<String> users) {}

    /** Body of POST /datasets/ID/access/grant. */
    record Granted(@Nullable List<String> groups, @Nullable List<String> users,
            @Nullable String until) {}

    /** Body of POST /datasets/ID/access/revoke. */
    record Revoked(@Nullable List<String> groups, @Nullable List<String> users) {}

    public AccessResource(Catalog catalog, AccessCommands commands) {
        this.catalog = catalog;
        this.commands = commands;
    }

    @GET
    public Map<String, ?> show(@Context Caller caller, @PathParam("id") Id id) {
        return json(owned(caller, id));
    }

    @POST
    public Map<String, ?> change(@Context Caller caller, @PathParam("id") Id id,
            Audience body) {
        Content content = owned(caller, id);
        Grants grants = grants(caller, body.access(), body.groups(), body.users());
        commands.replace(content.ownerId(), content.id(), grants);
        return json(owned(caller, id));
    }

    /** Beside those who may have it; until then, or without an end. */
    @POST
    @Path("grant")
    public Map<String, ?> grant(@Context Caller caller, @PathParam("id") Id id,
            Granted body) {
        Content content = owned(caller, id);
        List<String> groups = requireNonNullElse(body.groups(), List.of());
        List<String> users = requireNonNullElse(body.users(), List.of());
        if (groups.isEmpty() == users.isEmpty()) {
            throw Refusal.badRequest("Name \"groups\" or \"users\".");
        }
        Grants grants = users.isEmpty()
                ? Grants.groups(groupIds(caller, groups))
                : Grants.accounts(accountIds(caller, users));
        commands.grant(content.ownerId(), content.id(), grants, end(body.until()));
        return json(owned(caller, id));
    }

    /** From these; others keep it. */
    @POST
    @Path("revoke")
    public Map<String, ?> revoke(@Context Caller caller, @PathParam("id") Id id,
            Revoked body) {
        Content content = owned(caller, id);
        if (content.state() != Content.State.PUBLISHED) {
            throw Refusal.of(409, "This data set is not published yet.");
        }
        List<Entry> entries = catalog.access().expiry().of(content.ownerId(), content.id());
        List<Right.Key> keys = new ArrayList<>();
        requireNonNullElse(body.groups(), List.<String>of()).forEach(
                name -> keys.add(key(content, entries, true, name)));
        requireNonNullElse(body.users(), List.<String>of()).forEach(
                name -> keys.add(key(content, entries, false, name)));
        if (keys.isEmpty()) {
            throw Refusal.badRequest("Name \"groups\" or \"users\".");
        }
        commands.revoke(new ReportScope(content.ownerId(), false), keys);
        return json(owned(caller, id));
    }

    private static Right.Key key(Content content, List<Entry> entries, boolean group,
            String name) {
        String wanted = name.strip();
        List<Entry> meant = entries.stream().filter(entry -> entry.group() == group
                && (entry.name().equalsIgnoreCase(wanted)
                        || (group && entry.id().equals(wanted))))
                .toList();
        if (meant.size() != 1) {
            throw Refusal.of(409, meant.isEmpty()
                    ? "It is not shared with \"" + LogText.one(wanted) + "\"."
                    : "It is shared with several groups named \"" + LogText.one(wanted)
                            + "\": name the one you mean by its identifier.");
        }
        return new Right.Key(content.id(), group ? GrantType.GROUP : GrantType.NAMED,
                meant.getFirst().id());
    }

    /** A moment of the form that answers have; empty for none. */
    public static Optional<Instant> end(@Nullable String until) {
        try {
            return Optional.ofNullable(until).map(Instant::parse);
        } catch (DateTimeParseException e) {
            throw Refusal.badRequest("\"until\" has to be a moment such as"
                    + " 2027-02-01T00:00:00Z.");
        }
    }

    private Content owned(Caller caller, Id id) {
        Content content = catalog.datasets().contents().find(caller.accountId(), id.text())
                .orElseThrow(Refusal::notFound);
        if (!content.ownerId().equals(caller.accountId())) {
            throw Refusal.of(403, "Only the data set's owner says who may have it.");
        }
        return content;
    }

    private Map<String, ?> json(Content content) {
        SharedWith shared = catalog.datasets().contents()
                .sharedWith(content.ownerId(), content.id())
                .orElseThrow(Refusal::notFound);
        List<?> ends = catalog.access().expiry().of(content.ownerId(), content.id()).stream()
                .flatMap(entry -> entry.ends().stream().map(end -> Map.of(
                        "kind", entry.group() ? "group" : "user", "name", entry.name(),
                        "end", end.toString())))
                .toList();
        return Map.of("id", content.id(), "access", ResponseJson.lower(content.access()), "groups",
                shared.groupNames(), "users", shared.accountNames(), "ends", ends);
    }

    /** Whom a body names: groups that the caller is in, or users. */
    public Grants grants(Caller caller, @Nullable String access, @Nullable List<String> groups,
            @Nullable List<String> users) {
        return switch (requireNonNullElse(access, "")) {
            case "public" -> Grants.EVERYONE;
            case "group" -> Grants.groups(
                    groupIds(caller, requireNonNullElse(groups, List.<String>of())));
            case "user" -> Grants.accounts(
                    accountIds(caller, requireNonNullElse(users, List.<String>of())));
            default -> throw Refusal.badRequest(
                    "\"access\" has to be \"public\", \"group\" or \"user\".");
        };
    }

    private List<String> groupIds(Caller caller, List<String> names) {
        var resolved = new GroupNames(catalog.people().groups().of(caller.accountId()))
                .resolve(names);
        resolved.unresolved().stream().findFirst().ifPresent(each -> {
            throw Refusal.badRequest(each.problem() == GroupNames.Problem.AMBIGUOUS
                    ? "You are in several groups named \"" + each.name()
                            + "\": name the one you mean by its identifier."
                    : "You are not in a group named \"" + each.name() + "\".");
        });
        return resolved.ids();
    }

    /** The caller, whose data set it is, has it anyway. */
    private List<String> accountIds(Caller caller, List<String> names) {
        var named = UserNames.resolve(catalog.people().directory(), caller.accountId(), names);
        named.unknown().stream().findFirst().ifPresent(name -> {
            throw Refusal.badRequest("There is nobody here with the user name \"" + name + "\".");
        });
        return named.ids().stream().filter(id -> !id.equals(caller.accountId())).toList();
    }
}
