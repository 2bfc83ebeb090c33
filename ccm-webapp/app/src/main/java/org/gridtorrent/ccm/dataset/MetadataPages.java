package org.gridtorrent.ccm.dataset;

import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.metadata.Metadata;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.ccm.command.DatasetCommands;
import org.gridtorrent.ccm.dataset.tab.DatasetTabs;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;
import org.gridtorrent.ccm.ui.Rows;

/** Details of a data set, edited by its owner. */
public final class MetadataPages {
    private final Catalog catalog;
    private final DatasetTabs tabs;
    private final DatasetCommands commands;
    private final MetadataForm fields;
    private final Messages messages;

    public MetadataPages(Catalog catalog, DatasetTabs tabs, DatasetCommands commands,
            Messages messages) {
        this.catalog = catalog;
        this.tabs = tabs;
        this.commands = commands;
        this.fields = new MetadataForm(messages);
        this.messages = messages;
    }

    public Reply form(Exchange exchange) {
        Content content = owned(exchange);
        Metadata metadata = catalog.datasets().descriptions().of(content.ownerId(), content.id())
                .orElseThrow(Refusal::notFound).metadata();
        return page(200, content,
                MetadataForm.shown(content.title(), content.description(), metadata));
    }

    public Reply change(Exchange exchange) {
        Content content = owned(exchange);
        Form form = exchange.form();
        Metadata metadata = fields.read(form);
        if (form.ok()) {
            try {
                commands.describe(content.ownerId(), content.id(), form.value("title"),
                        form.value("description"), metadata);
                return new Reply.SeeOther(
                        LocalPath.noticed("/datasets/" + content.id() + "/metadata", "described"));
            } catch (CatalogException refused) {
                form.error("", messages.text(refused));
            }
        }
        return page(422, content, form);
    }

    private Content owned(Exchange exchange) {
        return tabs.owned(exchange, messages.text("metadata.owner"));
    }

    private static Reply page(int status, Content content, Form form) {
        return new Reply.Html(status, "edit",
                Map.of("line", Rows.dataset(content), "form", form));
    }
}
