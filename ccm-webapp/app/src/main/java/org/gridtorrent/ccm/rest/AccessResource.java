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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.Content;
import org.gridtorrent.catalog.Content.Grants;
import org.gridtorrent.catalog.Content.SharedWith;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.people.Person;
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
        catalog.contents().changeAccess(content.ownerId(), content.id(), grants);
        orders.access(content.ownerId(), grants.access(), content.id());
        return json(owned(caller, id));
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
        return Map.of("id", content.id(), "access", Shapes.lower(content.access()), "groups",
                shared.groupNames(), "users", shared.accountNames());
    }

    /** Whom a body names: groups that the caller is in, or users. */
    Grants grants(Caller caller, @Nullable String access, @Nullable List<String> groups,
            @Nullable List<String> users) {
        return switch (requireNonNullElse(access, "")) {
            case "public" -> Grants.EVERYONE;
            case "group" -> Grants.groups(
                    groupIds(caller, requireNonNullElse(groups, List.<String>of())));
            case "user" -> Grants.accounts(
                    accountIds(requireNonNullElse(users, List.<String>of())));
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

    private List<String> accountIds(List<String> names) {
        List<Person> found = catalog.people().named(names);
        for (String name : names) {
            if (found.stream().noneMatch(one -> one.name().equalsIgnoreCase(name.strip()))) {
                throw Refusal.badRequest(
                        "There is nobody here with the user name \"" + name + "\".");
            }
        }
        return found.stream().map(Person::id).toList();
    }
}
