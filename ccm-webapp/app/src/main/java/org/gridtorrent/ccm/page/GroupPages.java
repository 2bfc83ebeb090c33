package org.gridtorrent.ccm.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.Account;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.CatalogException;
import org.gridtorrent.catalog.Group;
import org.gridtorrent.catalog.Group.Member;
import org.gridtorrent.catalog.Group.Standing;
import org.gridtorrent.ccm.view.Form;
import org.gridtorrent.ccm.view.GroupLine;
import org.gridtorrent.ccm.view.GroupView;
import org.gridtorrent.ccm.view.GroupView.Person;
import org.gridtorrent.ccm.view.Messages;
import org.gridtorrent.ccm.view.Viewer;
import org.gridtorrent.ccm.view.Waiting;
import org.gridtorrent.ccm.web.Exchange;
import org.gridtorrent.ccm.web.LocalPath;
import org.gridtorrent.ccm.web.Refusal;
import org.gridtorrent.ccm.web.Reply;

/** Groups: the list with what waits for an answer, creating one, and the page of one. */
public final class GroupPages {
    private final Catalog catalog;
    private final Messages messages;

    public GroupPages(Catalog catalog, Messages messages) {
        this.catalog = catalog;
        this.messages = messages;
    }

    public Reply list(Exchange exchange) {
        return list(exchange.viewer(), 200, Form.empty());
    }

    public Reply create(Exchange exchange) {
        Form form = exchange.form();
        form.check("name", name -> !name.isEmpty(), messages.text("groups.name.missing"));
        if (form.ok()) {
            try {
                Group group = catalog.groups().create(exchange.viewer().id(), form.value("name"),
                        form.value("description"));
                return seen("/groups/" + group.id(), "group-created");
            } catch (CatalogException refused) {
                form.error("name", refused.getMessage());
            }
        }
        return list(exchange.viewer(), 422, form);
    }

    public Reply show(Exchange exchange) {
        return show(exchange, 200, Form.empty());
    }

    public Reply invite(Exchange exchange) {
        Form form = exchange.form();
        Optional<Account> invited = catalog.accounts().findByName(form.value("name"));
        if (invited.isEmpty()) {
            form.error("name", messages.text("group.invite.unknown", form.value("name")));
            return show(exchange, 422, form);
        }
        Standing now = catalog.groups()
                .invite(exchange.viewer().id(), exchange.id(), invited.get().id())
                .orElseThrow(Refusal::notFound);
        return seen("/groups/" + exchange.id(),
                now == Standing.ACTIVE ? "accepted" : "invited");
    }

    public Reply request(Exchange exchange) {
        Standing now = catalog.groups().request(exchange.viewer().id(), exchange.id())
                .orElseThrow(Refusal::notFound);
        return back(exchange, now == Standing.ACTIVE ? "joined" : "requested");
    }

    /** One's own invitation, or, with a user, that user's request to a group one owns. */
    public Reply accept(Exchange exchange) {
        String actor = exchange.viewer().id();
        boolean other = !exchange.parameter("user").isEmpty();
        String user = other ? exchange.parameter("user") : actor;
        if (!catalog.groups().accept(actor, exchange.id(), user)) {
            throw Refusal.notFound();
        }
        return back(exchange, other ? "accepted" : "joined");
    }

    public Reply decline(Exchange exchange) {
        String actor = exchange.viewer().id();
        String user = exchange.parameter("user");
        // An old page's button must not end what has become a membership since.
        boolean member = catalog.groups().standing(user.isEmpty() ? actor : user, exchange.id())
                .equals(Optional.of(Standing.ACTIVE));
        boolean ended = !member && (user.isEmpty()
                ? catalog.groups().leave(actor, exchange.id())
                : catalog.groups().remove(actor, exchange.id(), user));
        if (!ended) {
            throw Refusal.notFound();
        }
        return back(exchange, "declined");
    }

    public Reply leave(Exchange exchange) {
        if (!catalog.groups().leave(exchange.viewer().id(), exchange.id())) {
            throw Refusal.notFound();
        }
        return seen("/groups", "left");
    }

    public Reply remove(Exchange exchange) {
        if (!catalog.groups().remove(exchange.viewer().id(), exchange.id(),
                exchange.parameter("user"))) {
            throw Refusal.notFound();
        }
        return seen("/groups/" + exchange.id(), "removed");
    }

    /** Only an active member can become the owner. */
    public Reply handOver(Exchange exchange) {
        if (!catalog.groups().handOver(exchange.viewer().id(), exchange.id(),
                exchange.parameter("user"))) {
            throw Refusal.notFound();
        }
        return seen("/groups/" + exchange.id(), "handed-over");
    }

    private Reply list(Viewer viewer, int status, Form form) {
        List<GroupLine> mine = new ArrayList<>();
        List<GroupLine> others = new ArrayList<>();
        for (Group group : catalog.groups().list()) {
            GroupLine line = Rows.group(group, standing(viewer, group));
            (line.inside() ? mine : others).add(line);
        }
        List<Waiting> inbox = catalog.groups().pendingFor(viewer.id()).stream()
                .map(GroupPages::waiting).toList();
        return new Reply.Html(status, "groups",
                Map.of("form", form, "inbox", inbox, "mine", mine, "others", others));
    }

    private Reply show(Exchange exchange, int status, Form form) {
        Group group = catalog.groups().find(exchange.id()).orElseThrow(Refusal::notFound);
        GroupLine line = Rows.group(group, standing(exchange.viewer(), group));
        List<Member> all = line.inside() ? catalog.groups().members(group.id()) : List.of();
        boolean owner = line.standing().equals("owner");
        var view = new GroupView(line, with(all, Standing.ACTIVE),
                owner ? with(all, Standing.REQUESTED) : List.of(),
                owner ? with(all, Standing.INVITED) : List.of());
        return new Reply.Html(status, "group", Map.of("form", form, "view", view));
    }

    private String standing(Viewer viewer, Group group) {
        if (group.ownerId().equals(viewer.id())) {
            return "owner";
        }
        return catalog.groups().standing(viewer.id(), group.id()).map(now -> switch (now) {
            case ACTIVE -> "member";
            case INVITED -> "invited";
            case REQUESTED -> "requested";
        }).orElse("none");
    }

    private static List<Person> with(List<Member> all, Standing standing) {
        return all.stream().filter(member -> member.standing() == standing).map(Rows::person)
                .toList();
    }

    private static Waiting waiting(Member member) {
        return new Waiting(member.groupId(), member.groupName(),
                member.standing() == Standing.INVITED, Rows.person(member));
    }

    private static Reply back(Exchange exchange, String notice) {
        return seen(LocalPath.orElse(exchange.parameter("back"), "/groups/" + exchange.id()),
                notice);
    }

    private static Reply seen(String path, String notice) {
        return new Reply.SeeOther(LocalPath.noticed(path, notice));
    }
}
