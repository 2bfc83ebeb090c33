package org.gridtorrent.ccm.rest;

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
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.people.Person;
import org.gridtorrent.ccm.web.Lines;
import org.gridtorrent.ccm.web.OrderLog;
import org.gridtorrent.ccm.web.Refusal;
import org.jspecify.annotations.Nullable;

/** Who may have a data set: seen and changed by its owner. */
@Path("/v1/datasets/{id}/access")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class AccessResource {
    private final Catalog catalog;
    private final OrderLog orders;

    public AccessResource(Catalog catalog, OrderLog orders) {
        this.catalog = catalog;
        this.orders = orders;
    }

    @GET
    public Map<String, ?> show(@Context Caller caller, @PathParam("id") Id id) {
        return json(owned(caller, id));
    }

    @POST
    public Map<String, ?> change(@Context Caller caller, @PathParam("id") Id id,
            Shapes.Audience body) {
        Content content = owned(caller, id);
        Grants grants = grants(caller, body.access(), body.groups(), body.users());
        catalog.grantings().replace(content.ownerId(), content.id(), grants);
        orders.access(content.ownerId(), grants.access(), content.id());
        return json(owned(caller, id));
    }

    /** Beside those who may have it; until then, or without an end. */
    @POST
    @Path("grant")
    public Map<String, ?> grant(@Context Caller caller, @PathParam("id") Id id,
            Shapes.Granted body) {
        Content content = owned(caller, id);
        List<String> groups = requireNonNullElse(body.groups(), List.of());
        List<String> users = requireNonNullElse(body.users(), List.of());
        if (groups.isEmpty() == users.isEmpty()) {
            throw Refusal.badRequest("Name \"groups\" or \"users\".");
        }
        Grants grants = users.isEmpty()
                ? Grants.groups(groupIds(caller, groups))
                : Grants.accounts(accountIds(caller, users));
        catalog.grantings().grant(content.ownerId(), content.id(), grants, end(body.until()));
        orders.access(content.ownerId(), grants.access(), content.id());
        return json(owned(caller, id));
    }

    /** From these; others keep it. */
    @POST
    @Path("revoke")
    public Map<String, ?> revoke(@Context Caller caller, @PathParam("id") Id id,
            Shapes.Revoked body) {
        Content content = owned(caller, id);
        if (content.state() != Content.State.PUBLISHED) {
            throw Refusal.of(409, "This data set is not published yet.");
        }
        List<Entry> entries = catalog.accessEnds().of(content.ownerId(), content.id());
        List<Right.Key> keys = new ArrayList<>();
        requireNonNullElse(body.groups(), List.<String>of()).forEach(
                name -> keys.add(key(content, entries, true, name)));
        requireNonNullElse(body.users(), List.<String>of()).forEach(
                name -> keys.add(key(content, entries, false, name)));
        if (keys.isEmpty()) {
            throw Refusal.badRequest("Name \"groups\" or \"users\".");
        }
        catalog.revocations().revoke(new ReportScope(content.ownerId(), false), keys);
        orders.revoked(content.ownerId(), content.id());
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
                    ? "It is not shared with \"" + Lines.one(wanted) + "\"."
                    : "It is shared with several groups named \"" + Lines.one(wanted)
                            + "\": name the one you mean by its identifier.");
        }
        return new Right.Key(content.id(), group ? GrantType.GROUP : GrantType.NAMED,
                meant.getFirst().id());
    }

    /** A moment of the form that answers have; empty for none. */
    static Optional<Instant> end(@Nullable String until) {
        try {
            return Optional.ofNullable(until).map(Instant::parse);
        } catch (DateTimeParseException e) {
            throw Refusal.badRequest("\"until\" has to be a moment such as"
                    + " 2027-02-01T00:00:00Z.");
        }
    }

    private Content owned(Caller caller, Id id) {
        Content content = catalog.contents().find(caller.accountId(), id.text())
                .orElseThrow(Refusal::notFound);
        if (!content.ownerId().equals(caller.accountId())) {
            throw Refusal.of(403, "Only the data set's owner says who may have it.");
        }
        return content;
    }

    private Map<String, ?> json(Content content) {
        SharedWith shared = catalog.contents().sharedWith(content.ownerId(), content.id())
                .orElseThrow(Refusal::notFound);
        List<?> ends = catalog.accessEnds().of(content.ownerId(), content.id()).stream()
                .flatMap(entry -> entry.ends().stream().map(end -> Map.of(
                        "kind", entry.group() ? "group" : "user", "name", entry.name(),
                        "end", end.toString())))
                .toList();
        return Map.of("id", content.id(), "access", Shapes.lower(content.access()), "groups",
                shared.groupNames(), "users", shared.accountNames(), "ends", ends);
    }

    /** Whom a body names: groups that the caller is in, or users. */
    Grants grants(Caller caller, @Nullable String access, @Nullable List<String> groups,
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
        List<Group> mine = catalog.groups().of(caller.accountId());
        List<String> ids = new ArrayList<>();
        for (String name : names) {
            List<Group> meant = mine.stream().filter(group -> group.isMeantBy(name)).toList();
            if (meant.size() != 1) {
                throw Refusal.badRequest(meant.isEmpty()
                        ? "You are not in a group named \"" + name + "\"."
                        : "You are in several groups named \"" + name
                                + "\": name the one you mean by its identifier.");
            }
            ids.add(meant.getFirst().id());
        }
        return ids;
    }

    /** The caller, whose data set it is, has it anyway. */
    private List<String> accountIds(Caller caller, List<String> names) {
        List<Person> found = catalog.people().named(caller.accountId(), names);
        for (String name : names) {
            if (found.stream().noneMatch(one -> one.name().equalsIgnoreCase(name.strip()))) {
                throw Refusal.badRequest(
                        "There is nobody here with the user name \"" + name + "\".");
            }
        }
        return found.stream().map(Person::id).filter(id -> !id.equals(caller.accountId()))
                .toList();
    }
}
