package org.gridtorrent.ccm.dataset.copies;

import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.ccm.command.CopyCommands;
import org.gridtorrent.ccm.dataset.tab.DatasetTabs;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;

/** Forms by which a data set's owner changes its replicas; they are on the tab of {@link CopyPages}. */
public final class ReplicaPages {
    private static final String URL = "url";
    private static final String REPLICA = "replica";

    private final DatasetTabs tabs;
    private final CopyPages copies;
    private final CopyCommands commands;
    private final Messages messages;

    public ReplicaPages(DatasetTabs tabs, CopyPages copies, CopyCommands commands,
            Messages messages) {
        this.tabs = tabs;
        this.copies = copies;
        this.commands = commands;
        this.messages = messages;
    }

    public Reply add(Exchange exchange) {
        Content content = owned(exchange);
        Form form = exchange.form();
        try {
            commands.addReplica(content.ownerId(), content.id(), form.value(URL));
        } catch (CatalogException refused) {
            form.error(URL, messages.text(refused));
            return copies.refused(exchange, form);
        }
        return done(content, "replica-added");
    }

    public Reply remove(Exchange exchange) {
        Content content = owned(exchange);
        commands.removeReplica(content.ownerId(), content.id(), exchange.parameter(REPLICA));
        return done(content, "replica-removed");
    }

    public Reply checkAgain(Exchange exchange) {
        Content content = owned(exchange);
        commands.checkReplica(content.ownerId(), content.id(), exchange.parameter(REPLICA));
        return done(content, "replica-check");
    }

    private Content owned(Exchange exchange) {
        return tabs.owned(exchange, messages.text("replicas.owner"));
    }

    private static Reply done(Content content, String notice) {
        return new Reply.SeeOther(
                LocalPath.noticed("/datasets/" + content.id() + "/copies", notice));
    }
}
