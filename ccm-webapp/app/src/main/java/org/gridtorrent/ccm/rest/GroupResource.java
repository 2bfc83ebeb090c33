package org.gridtorrent.ccm.rest;

import static java.util.Objects.requireNonNullElse;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.Account;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.Group;
import org.gridtorrent.catalog.Group.Standing;
import org.gridtorrent.ccm.web.ApiCall;
import org.gridtorrent.ccm.web.Refusal;
import org.gridtorrent.ccm.web.Reply;

/** Groups, by name. */
public final class GroupResource {
    private final Catalog catalog;

    public GroupResource(Catalog catalog) {
        this.catalog = catalog;
    }

    public Reply list(ApiCall call) {
        List<?> groups = catalog.groups().list().stream()
                .map(group -> Shapes.group(group, standing(call, group))).toList();
        return new Reply.Json(200, Map.of("groups", groups));
    }

    public Reply create(ApiCall call) throws Exception {
        Shapes.NewGroup body = call.body(Shapes.NewGroup.class);
        Group group = catalog.groups().create(call.accountId(),
                requireNonNullElse(body.name(), ""),
                requireNonNullElse(body.description(), ""));
        return new Reply.Json(201, Shapes.group(group, "owner"));
    }

    /** Members are shown to members. */
    public Reply show(ApiCall call) {
        Group group = group(call);
        String standing = standing(call, group);
        Map<String, Object> json = new LinkedHashMap<>(Shapes.group(group, standing));
        if (standing.equals("owner") || standing.equals("member")) {
            json.put("people", catalog.groups().members(group.id()).stream()
                    .map(member -> Map.of("user", member.accountName(), "fullName",
                            member.fullName(), "standing",
                            member.owner() ? "owner" : name(member.standing())))
                    .toList());
        }
        return new Reply.Json(200, json);
    }

    public Reply invite(ApiCall call) throws Exception {
        Group group = group(call);
        Account account = named(call).orElseThrow(() -> Refusal.badRequest(
                "Say whom to invite: {\"user\": \"NAME\"}."));
        return standing(catalog.groups().invite(call.accountId(), group.id(), account.id())
                .orElseThrow(Refusal::notFound));
    }

    public Reply request(ApiCall call) {
        return standing(catalog.groups().request(call.accountId(), group(call).id())
                .orElseThrow(Refusal::notFound));
    }

    /** One's own invitation, or with a user that user's request. */
    public Reply accept(ApiCall call) throws Exception {
        String user = named(call).map(Account::id).orElse(call.accountId());
        if (!catalog.groups().accept(call.accountId(), group(call).id(), user)) {
            throw Refusal.notFound();
        }
        return standing(Standing.ACTIVE);
    }

    /** One's own membership, request or invitation; for the owner, with a user, that user's. */
    public Reply leave(ApiCall call) throws Exception {
        Group group = group(call);
        boolean ended = named(call)
                .map(user -> catalog.groups().remove(call.accountId(), group.id(), user.id()))
                .orElseGet(() -> catalog.groups().leave(call.accountId(), group.id()));
        if (!ended) {
            throw Refusal.notFound();
        }
        return new Reply.Json(200, Map.of("standing", "none"));
    }

    private Group group(ApiCall call) {
        String name = call.segment("group");
        return catalog.groups().find(name).or(() -> catalog.groups().findByName(name))
                .orElseThrow(Refusal::notFound);
    }

    private Optional<Account> named(ApiCall call) throws Exception {
        String user = call.body(Shapes.Who.class).user();
        if (user == null) {
            return Optional.empty();
        }
        return Optional.of(catalog.accounts().findByName(user)
                .orElseThrow(() -> Refusal.badRequest(
                        "There is nobody here with the user name \"" + user + "\".")));
    }

    private String standing(ApiCall call, Group group) {
        return group.ownerId().equals(call.accountId())
                ? "owner"
                : catalog.groups().standing(call.accountId(), group.id())
                        .map(GroupResource::name).orElse("none");
    }

    private static Reply standing(Standing standing) {
        return new Reply.Json(200, Map.of("standing", name(standing)));
    }

    private static String name(Standing standing) {
        return standing == Standing.ACTIVE ? "member" : Shapes.lower(standing);
    }
}
