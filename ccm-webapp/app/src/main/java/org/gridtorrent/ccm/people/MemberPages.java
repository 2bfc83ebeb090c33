package org.gridtorrent.ccm.people;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.PeopleCatalog;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.people.Member;
import org.gridtorrent.catalog.people.MembershipStatus;
import org.gridtorrent.ccm.command.GroupCommands;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.people.picker.PeopleRows;
import org.gridtorrent.ccm.people.picker.PersonPicker;
import org.gridtorrent.ccm.people.picker.PersonSearchView;
import org.gridtorrent.ccm.ui.Form;

/** Who is in a group: asking, answering, leaving, removing, roles. */
public final class MemberPages {
    private static final int FOUND = 10;

    private final PeopleCatalog people;
    private final GroupCommands commands;
    private final GroupPages groups;
    private final PersonPicker picker;

    public MemberPages(PeopleCatalog people, GroupCommands commands, GroupPages groups,
            PersonPicker picker) {
        this.people = people;
        this.commands = commands;
        this.groups = groups;
        this.picker = picker;
    }

    /** Who could be invited, while a name is typed. */
    public Reply candidates(Exchange exchange) {
        String words = exchange.parameter("name");
        ResultPage<Member> found = people.memberships().candidates(exchange.viewer().id(),
                exchange.id(), words, FOUND);
        return Reply.html("part/found", Map.of("view", new PersonSearchView(words,
                PeopleRows.members(found.items()), found.more(),
                "/groups/" + exchange.id() + "/invite", "group.invite.submit")));
    }

    public Reply invite(Exchange exchange) {
        Form form = exchange.form();
        Optional<Account> invited = picker.named(form);
        if (invited.isEmpty()) {
            return groups.show(exchange, 422, form);
        }
        MembershipStatus now = commands.invite(exchange.viewer().id(), exchange.id(),
                invited.get().id());
        return back(exchange, now.isInside() ? "accepted" : "invited");
    }

    public Reply request(Exchange exchange) {
        MembershipStatus now = commands.request(exchange.viewer().id(), exchange.id());
        return back(exchange, now.isInside() ? "joined" : "requested");
    }

    /** One's own invitation, or, with a user, that user's request. */
    public Reply accept(Exchange exchange) {
        String viewer = exchange.viewer().id();
        commands.accept(viewer, exchange.id(), user(exchange));
        return back(exchange, user(exchange).equals(viewer) ? "joined" : "accepted");
    }

    public Reply decline(Exchange exchange) {
        return callOff(exchange, "declined");
    }

    public Reply withdraw(Exchange exchange) {
        return callOff(exchange, "called-off");
    }

    /** The group may be one that is not there any more for whoever said no to it. */
    private Reply callOff(Exchange exchange, String notice) {
        String viewer = exchange.viewer().id();
        commands.callOff(viewer, exchange.id(), user(exchange));
        String fallback = people.groups().find(viewer, exchange.id())
                .map(group -> "/groups/" + group.id()).orElse("/groups");
        String back = LocalPath.orElse(exchange.parameter("back"), fallback);
        return GroupPages.seen(back.startsWith("/groups/") ? fallback : back, notice);
    }

    public Reply leave(Exchange exchange) {
        commands.leave(exchange.viewer().id(), exchange.id());
        return GroupPages.seen("/groups", "left");
    }

    public Reply remove(Exchange exchange) {
        commands.remove(exchange.viewer().id(), exchange.id(), exchange.parameter("user"));
        return back(exchange, "removed");
    }

    public Reply changeRole(Exchange exchange) {
        MembershipStatus role = MemberRoles.of(exchange.parameter("role").toLowerCase(Locale.ROOT))
                .orElseThrow(() -> Refusal.badRequest(""));
        commands.changeRole(exchange.viewer().id(), exchange.id(), exchange.parameter("user"),
                role);
        return back(exchange, "role-changed");
    }

    private static String user(Exchange exchange) {
        String user = exchange.parameter("user");
        return user.isEmpty() ? exchange.viewer().id() : user;
    }

    private static Reply back(Exchange exchange, String notice) {
        return GroupPages.seen(
                LocalPath.orElse(exchange.parameter("back"), "/groups/" + exchange.id()), notice);
    }
}
