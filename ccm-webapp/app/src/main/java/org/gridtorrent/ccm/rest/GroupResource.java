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
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.Account;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.Group;
import org.gridtorrent.catalog.Group.Standing;
import org.gridtorrent.ccm.web.Refusal;
import org.jspecify.annotations.Nullable;

/** Groups, by name. */
@Path("/v1/groups")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class GroupResource {
    private final Catalog catalog;

    public GroupResource(Catalog catalog) {
        this.catalog = catalog;
    }

    @GET
    public Map<String, ?> list(@Context Caller caller) {
        List<?> groups = catalog.groups().list().stream()
                .map(group -> Shapes.group(group, standing(caller, group))).toList();
        return Map.of("groups", groups);
    }

    @POST
    public Response create(@Context Caller caller, Shapes.NewGroup body) {
        Group group = catalog.groups().create(caller.accountId(),
                requireNonNullElse(body.name(), ""),
                requireNonNullElse(body.description(), ""));
        return Shapes.created(Shapes.group(group, "owner"));
    }

    /** Members are shown to members. */
    @GET
    @Path("{group}")
    public Map<String, @Nullable Object> show(@Context Caller caller,
            @PathParam("group") String name) {
        Group group = group(name);
        String standing = standing(caller, group);
        Map<String, @Nullable Object> json = Shapes.group(group, standing);
        if (standing.equals("owner") || standing.equals("member")) {
            json.put("people", catalog.groups().members(group.id()).stream()
                    .map(member -> Map.of("user", member.accountName(), "fullName",
                            member.fullName(), "standing",
                            member.owner() ? "owner" : name(member.standing())))
                    .toList());
        }
        return json;
    }

    @POST
    @Path("{group}/invite")
    public Map<String, ?> invite(@Context Caller caller, @PathParam("group") String name,
            Shapes.Who body) {
        Group group = group(name);
        Account account = named(body).orElseThrow(() -> Refusal.badRequest(
                "Say whom to invite: {\"user\": \"NAME\"}."));
        return standing(catalog.groups().invite(caller.accountId(), group.id(), account.id())
                .orElseThrow(Refusal::notFound));
    }

    @POST
    @Path("{group}/request")
    public Map<String, ?> request(@Context Caller caller, @PathParam("group") String name) {
        return standing(catalog.groups().request(caller.accountId(), group(name).id())
                .orElseThrow(Refusal::notFound));
    }

    /** One's own invitation, or with a user that user's request. */
    @POST
    @Path("{group}/accept")
    public Map<String, ?> accept(@Context Caller caller, @PathParam("group") String name,
            Shapes.Who body) {
        String user = named(body).map(Account::id).orElse(caller.accountId());
        if (!catalog.groups().accept(caller.accountId(), group(name).id(), user)) {
            throw Refusal.notFound();
        }
        return standing(Standing.ACTIVE);
    }

    /** One's own membership, request or invitation; for the owner, with a user, that user's. */
    @POST
    @Path("{group}/leave")
    public Map<String, ?> leave(@Context Caller caller, @PathParam("group") String name,
            Shapes.Who body) {
        Group group = group(name);
        boolean ended = named(body)
                .map(user -> catalog.groups().remove(caller.accountId(), group.id(), user.id()))
                .orElseGet(() -> catalog.groups().leave(caller.accountId(), group.id()));
        if (!ended) {
            throw Refusal.notFound();
        }
        return Map.of("standing", "none");
    }

    private Group group(String name) {
        return catalog.groups().find(name).or(() -> catalog.groups().findByName(name))
                .orElseThrow(Refusal::notFound);
    }

    private Optional<Account> named(Shapes.Who body) {
        String user = body.user();
        if (user == null) {
            return Optional.empty();
        }
        return Optional.of(catalog.accounts().findByName(user)
                .orElseThrow(() -> Refusal.badRequest(
                        "There is nobody here with the user name \"" + user + "\".")));
    }

    private String standing(Caller caller, Group group) {
        return group.ownerId().equals(caller.accountId())
                ? "owner"
                : catalog.groups().standing(caller.accountId(), group.id())
                        .map(GroupResource::name).orElse("none");
    }

    private static Map<String, ?> standing(Standing standing) {
        return Map.of("standing", name(standing));
    }

    private static String name(Standing standing) {
        return standing == Standing.ACTIVE ? "member" : Shapes.lower(standing);
    }
}
