package org.gridtorrent.ccm.people;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.dataset.Versions.Mark;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.invitation.Invitations.Made;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.people.Groups.Shared;
import org.gridtorrent.catalog.people.Member;
import org.gridtorrent.catalog.people.MembershipStatus;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.ccm.command.GroupCommands;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.people.invitation.InvitationSender;
import org.gridtorrent.ccm.people.picker.PeopleRows;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;
import org.gridtorrent.ccm.ui.VersionMark;
import org.gridtorrent.ccm.ui.Viewer;

/** Groups as such: the list, a new one, the page of one, describing and deleting it. */
public final class GroupPages {
    private static final int GROUPS = 30;
    private static final int MEMBERS = 50;
    private static final int MAILED = 10;
    private static final int DATASETS = 10;
    private static final int DATASETS_ENDING = 100;
    private static final String CLOSED = "closed";

    private final Catalog catalog;
    private final GroupCommands commands;
    private final InvitationSender invites;
    private final Messages messages;

    public GroupPages(Catalog catalog, GroupCommands commands, InvitationSender invites,
            Messages messages) {
        this.catalog = catalog;
        this.commands = commands;
        this.invites = invites;
        this.messages = messages;
    }

    public Reply list(Exchange exchange) {
        String viewer = exchange.viewer().id();
        int page = exchange.page();
        String words = exchange.parameter("q");
        ResultPage<Group> others = catalog.people().groups().others(viewer, words,
                (page - 1) * GROUPS,
                GROUPS);
        int minePage = exchange.page("mine");
        ResultPage<Group> mine = catalog.people().groups().of(viewer, (minePage - 1) * GROUPS,
                GROUPS);
        return Reply.html("groups", Map.of("view", new GroupsView(
                PeopleRows.groups(mine.items()), minePage, mine.more(),
                PeopleRows.groups(others.items()), words, page, others.more())));
    }

    public Reply newForm(Exchange exchange) {
        return made(200, Form.filled(Map.of("access", "open")));
    }

    public Reply create(Exchange exchange) {
        Form form = checked(exchange);
        if (form.ok()) {
            try {
                Group group = commands.create(exchange.viewer().id(), form.value("name"),
                        form.value("description"), isOpen(form));
                return seen("/groups/" + group.id(), "group-created");
            } catch (CatalogException refused) {
                form.error("name", messages.text(refused));
            }
        }
        return made(422, form);
    }

    public Reply show(Exchange exchange) {
        return show(exchange, 200, Form.empty());
    }

    public Reply editForm(Exchange exchange) {
        Group group = owned(exchange);
        return edited(200, group, Form.filled(Map.of("name", group.name(), "description",
                group.description(), "access", group.open() ? "open" : CLOSED)));
    }

    public Reply describe(Exchange exchange) {
        Group group = owned(exchange);
        Form form = checked(exchange);
        if (form.ok()) {
            try {
                commands.describe(exchange.viewer().id(), group.id(), form.value("name"),
                        form.value("description"), isOpen(form));
                return seen("/groups/" + group.id(), "group-described");
            } catch (CatalogException refused) {
                form.error("name", messages.text(refused));
            }
        }
        return edited(422, group, form);
    }

    /** What deleting takes away, before it is done. */
    public Reply deleteForm(Exchange exchange) {
        Viewer viewer = exchange.viewer();
        Group group = owned(exchange);
        ResultPage<Shared> datasets = catalog.people().groups().contents(viewer.id(), group.id(),
                DATASETS_ENDING);
        return Reply.html("groupdelete", Map.of("group", PeopleRows.group(group), "datasets",
                datasets(viewer, datasets), "more", datasets.more()));
    }

    public Reply delete(Exchange exchange) {
        commands.delete(exchange.viewer().id(), exchange.id());
        return seen("/groups", "group-deleted");
    }

    Reply show(Exchange exchange, int status, Form form) {
        return show(exchange, status, form, List.of());
    }

    /** With links that were made just now, to be passed on. */
    Reply show(Exchange exchange, int status, Form form, List<Made> made) {
        Viewer viewer = exchange.viewer();
        Group group = found(exchange, viewer);
        String id = group.id();
        int page = exchange.page();
        ResultPage<Member> members = catalog.people().memberships().of(viewer.id(), id,
                (page - 1) * MEMBERS,
                MEMBERS);
        ResultPage<Shared> datasets = catalog.people().groups().contents(viewer.id(), id, DATASETS);
        var view = new GroupView(PeopleRows.group(group), group.standing(),
                PeopleRows.members(members.items()), page, members.more(),
                PeopleRows.members(catalog.people().memberships()
                        .pending(viewer.id(), id, MembershipStatus.REQUESTED, MEMBERS).items()),
                PeopleRows.members(catalog.people().memberships()
                        .pending(viewer.id(), id, MembershipStatus.INVITED, MEMBERS).items()),
                datasets(viewer, datasets), datasets.more(),
                catalog.people().memberships().isLastOwner(viewer.id(), id));
        int mailed = exchange.page("mailed");
        return new Reply.Html(status, "group", Map.of("form", form, "view", view, "invitations",
                invites.view("/groups/" + id + "/invitations", catalog.people().invitations()
                        .ofGroup(viewer.id(), id, (mailed - 1) * MAILED, MAILED), mailed, made)));
    }

    static Reply seen(String path, String notice) {
        return new Reply.SeeOther(LocalPath.noticed(path, notice));
    }

    private Group owned(Exchange exchange) {
        Group group = found(exchange, exchange.viewer());
        if (group.standing() != MembershipStatus.OWNER) {
            throw Refusal.notFound();
        }
        return group;
    }

    private Group found(Exchange exchange, Viewer viewer) {
        return catalog.people().groups().find(viewer.id(), exchange.id())
                .orElseThrow(Refusal::notFound);
    }

    private Form checked(Exchange exchange) {
        Form form = exchange.form();
        form.check("name", name -> !name.isEmpty(), messages.text("groups.name.missing"));
        form.check("access", access -> access.equals("open") || access.equals(CLOSED),
                messages.text("groups.access.wrong"));
        return form;
    }

    private static boolean isOpen(Form form) {
        return !form.has("access", CLOSED);
    }

    private static Reply made(int status, Form form) {
        return new Reply.Html(status, "groupform",
                Map.of("form", form, "group", Optional.empty()));
    }

    private static Reply edited(int status, Group group, Form form) {
        return new Reply.Html(status, "groupform",
                Map.of("form", form, "group", Optional.of(PeopleRows.group(group))));
    }

    private List<GroupView.Dataset> datasets(Viewer viewer, ResultPage<Shared> shared) {
        Map<String, Mark> marks = catalog.datasets().versions().marks(viewer.id(),
                shared.items().stream().map(Shared::id).toList());
        return shared.items().stream().map(one -> new GroupView.Dataset(one.id(), one.title(),
                VersionMark.of(marks, one.id()))).toList();
    }
}
