package org.gridtorrent.ccm.page.dataset;

import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.metadata.Metadata;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.ccm.page.MetadataForm;
import org.gridtorrent.ccm.page.Rows;
import org.gridtorrent.ccm.view.Form;
import org.gridtorrent.ccm.view.Messages;
import org.gridtorrent.ccm.web.Exchange;
import org.gridtorrent.ccm.web.LocalPath;
import org.gridtorrent.ccm.web.Refusal;
import org.gridtorrent.ccm.web.Reply;

/** Details of a data set, edited by its owner. */
public final class MetadataPages {
    private final Catalog catalog;
    private final Tabs tabs;
    private final MetadataForm fields;
    private final Messages messages;

    public MetadataPages(Catalog catalog, Tabs tabs, Messages messages) {
        this.catalog = catalog;
        this.tabs = tabs;
        this.fields = new MetadataForm(messages);
        this.messages = messages;
    }

    public Reply form(Exchange exchange) {
        Content content = owned(exchange);
        Metadata metadata = catalog.descriptions().of(content.ownerId(), content.id())
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
                catalog.descriptions().change(content.ownerId(), content.id(),
                        form.value("title"), form.value("description"), metadata);
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
