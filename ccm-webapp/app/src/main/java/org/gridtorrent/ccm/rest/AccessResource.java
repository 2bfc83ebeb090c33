package org.gridtorrent.ccm.rest;

import static java.util.Objects.requireNonNullElse;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.Content;
import org.gridtorrent.catalog.Content.Grants;
import org.gridtorrent.catalog.Content.SharedWith;
import org.gridtorrent.catalog.Group;
import org.gridtorrent.ccm.web.ApiCall;
import org.gridtorrent.ccm.web.OrderLog;
import org.gridtorrent.ccm.web.Refusal;
import org.gridtorrent.ccm.web.Reply;
import org.jspecify.annotations.Nullable;

/** Who may have a data set: seen and changed by its owner. */
public final class AccessResource {
    private final Catalog catalog;
    private final OrderLog orders;

    public AccessResource(Catalog catalog, OrderLog orders) {
        this.catalog = catalog;
        this.orders = orders;
    }

    public Reply show(ApiCall call) {
        return json(owned(call));
    }

    public Reply change(ApiCall call) throws Exception {
        Content content = owned(call);
        Shapes.Audience body = call.body(Shapes.Audience.class);
        Grants grants = grants(call, body.access(), body.groups(), body.users());
        catalog.contents().changeAccess(content.ownerId(), content.id(), grants);
        orders.access(content.ownerId(), grants.access(), content.id());
        return json(owned(call));
    }

    private Content owned(ApiCall call) {
        Content content = catalog.contents().find(call.accountId(), call.id())
                .orElseThrow(Refusal::notFound);
        if (!content.ownerId().equals(call.accountId())) {
            throw Refusal.of(403, "Only the data set's owner says who may have it.");
        }
        return content;
    }

    private Reply json(Content content) {
        SharedWith shared = catalog.contents().sharedWith(content.ownerId(), content.id())
                .orElseThrow(Refusal::notFound);
        return new Reply.Json(200, Map.of("id", content.id(), "access",
                Shapes.lower(content.access()), "groups", shared.groupNames(), "users",
                shared.accountNames()));
    }

    /** Whom a body names: groups that the caller is in, or users. */
    Grants grants(ApiCall call, @Nullable String access, @Nullable List<String> groups,
            @Nullable List<String> users) {
        return switch (requireNonNullElse(access, "")) {
            case "public" -> Grants.EVERYONE;
            case "group" -> Grants.groups(
                    groupIds(call, requireNonNullElse(groups, List.<String>of())));
            case "user" -> Grants.accounts(
                    accountIds(requireNonNullElse(users, List.<String>of())));
            default -> throw Refusal.badRequest(
                    "\"access\" has to be \"public\", \"group\" or \"user\".");
        };
    }

    private List<String> groupIds(ApiCall call, List<String> names) {
        List<Group> mine = catalog.groups().of(call.accountId());
        List<String> ids = new ArrayList<>();
        for (String name : names) {
            ids.add(mine.stream().filter(group -> group.isNamed(name)).findFirst()
                    .orElseThrow(() -> Refusal.badRequest(
                            "You are not in a group named \"" + name + "\"."))
                    .id());
        }
        return ids;
    }

    private List<String> accountIds(List<String> names) {
        List<String> ids = new ArrayList<>();
        for (String name : names) {
            ids.add(catalog.accounts().findByName(name)
                    .orElseThrow(() -> Refusal.badRequest(
                            "There is nobody here with the user name \"" + name + "\"."))
                    .id());
        }
        return ids;
    }
}
