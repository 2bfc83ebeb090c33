package org.gridtorrent.ccm.admin;

import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.people.GroupSummary;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.ccm.command.GroupCommands;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;

/** The site's groups, as administrators see them: handed over when no owner is left, deleted. */
public final class AdminGroupPages {
    private static final int GROUPS = 50;
    private static final String PATH = "/admin/groups";

    private final Catalog catalog;
    private final GroupCommands commands;
    private final Messages messages;

    public AdminGroupPages(Catalog catalog, GroupCommands commands, Messages messages) {
        this.catalog = catalog;
        this.commands = commands;
        this.messages = messages;
    }

    public Reply list(Exchange exchange) {
        int page = exchange.page();
        String words = exchange.parameter("q");
        ResultPage<GroupSummary> groups = catalog.people().groupAdministration().groups(words,
                (page - 1) * GROUPS,
                GROUPS);
        return Reply.html("admingroups", Map.of("view", new SiteGroupsView(
                groups.items().stream().map(AdminGroupPages::line).toList(), words, page,
                groups.more())));
    }

    public Reply show(Exchange exchange) {
        return page(exchange, 200, Form.empty());
    }

    public Reply handOver(Exchange exchange) {
        Form form = exchange.form();
        Optional<Account> found = catalog.identity().accounts().findByName(form.value("name"));
        if (found.isEmpty()) {
            form.error("name", messages.text("admin.group.handover.nobody"));
            return page(exchange, 422, form);
        }
        try {
            commands.handOver(exchange.viewer().id(), exchange.id(), found.get().id());
            return new Reply.SeeOther(
                    LocalPath.noticed(PATH + "/" + exchange.id(), "group-handed-over"));
        } catch (CatalogException refused) {
            form.error("name", messages.text(refused));
            return page(exchange, 422, form);
        }
    }

    public Reply delete(Exchange exchange) {
        commands.deleteAny(exchange.viewer().id(), exchange.id());
        return new Reply.SeeOther(LocalPath.noticed(PATH, "group-deleted"));
    }

    private Reply page(Exchange exchange, int status, Form form) {
        GroupSummary group = catalog.people().groupAdministration().group(exchange.id())
                .orElseThrow(Refusal::notFound);
        return new Reply.Html(status, "admingroup", Map.of("group", line(group), "form", form));
    }

    private static SiteGroupsView.Line line(GroupSummary group) {
        return new SiteGroupsView.Line(group.id(), group.name(), group.open(), group.members(),
                group.owners() == 0);
    }
}
